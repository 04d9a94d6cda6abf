import { labels } from './labels.js';
export const conditionTexts = {
  ...labels,
  any: 'Any',
  anyDay: 'Any day',
  text: 'Text contains',
  metadataHint: 'Metadata to match, for example {"plan": "trial"}.',
} as const;
