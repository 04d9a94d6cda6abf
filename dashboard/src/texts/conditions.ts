export const conditionTexts = {
  any: 'Any',
  anyDay: 'Any day',
  category: 'Category',
  text: 'Text contains',
  createdFrom: 'Created from (UTC)',
  createdBefore: 'Created before (UTC)',
  metadata: 'Metadata',
  metadataHint: 'Metadata to match, for example {"plan": "trial"}.',
} as const;
