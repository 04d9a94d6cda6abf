/** English texts of memory. */
export const memoryTexts = {
  never: 'Never',
  memoryId: 'memory ID',
  metadata: 'Metadata',
  text: ' ',
  helpfulHelpful: (helpful: number) => `Helpful, ${helpful}`,
  notHelpfulUnhelpful: (unhelpful: number) => `Not helpful, ${unhelpful}`,
  by: 'by',
  save: 'Save',
  text2: 'Text',
  expiresAfter: 'Expires after',
  lastDayUtcOnWhich: 'Last day (UTC) on which searches and lists return this memory. Empty: never.',
  createdUtc: 'Created (UTC)',
  aJsonObjectEmptyNone: 'A JSON object. Empty: none.',
} as const;
