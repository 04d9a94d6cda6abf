import { locale } from './locale';
import { plural } from './plural';

/** English texts of memory. */
export const memoryTexts = {
  never: 'Never',
  repetitions: (count: number) => plural(count, 'once', `${count.toLocaleString(locale)} times`),
  memoryId: 'memory ID',
  metadata: 'Metadata',
  text: ' ',
  helpfulHelpful: (helpful: number) => `Helpful, ${helpful}`,
  notHelpfulUnhelpful: (unhelpful: number) => `Not helpful, ${unhelpful}`,
  by: 'by',
  save: 'Save',
  textLabel: 'Text',
  expiresAfter: 'Expires after',
  expirationHint: 'Last day (UTC) on which searches and lists return this memory. Empty: never.',
  createdUtc: 'Created (UTC)',
  metadataHint: 'A JSON object. Empty: none.',
} as const;
