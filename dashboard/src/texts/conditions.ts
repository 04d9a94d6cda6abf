/** English texts of the fields that select memories. */
export const conditionTexts = {
  any: 'Any',
  anyDay: 'Any day',
  category: 'Category',
  text: 'Text contains',
  createdFrom: 'Created from',
  createdBefore: 'Created before',
  metadata: 'Metadata',
  metadataHint: 'Metadata to match, for example {"plan": "trial"}.',
} as const;
