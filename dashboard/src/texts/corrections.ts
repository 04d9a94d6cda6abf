import { locale } from './locale.js';

export const correctionsTexts = {
  title: 'Corrections',
  description: 'A newer memory may make an older one outdated. Decide what is true.',
  progress: (done: number, total: number) =>
    `${done.toLocaleString(locale)} of ${total.toLocaleString(locale)} reviewed`,
  user: 'User',
  confidence: 'Confidence',
  confidences: { high: 'At least 80 %', medium: '50 % to 80 %', low: 'Below 50 %' },
  older: 'Older',
  newer: 'Newer',
  noReason: 'The built-in rules found two statements of one owner that contradict each other.',
  mergeReason: 'The newer memory repeats the older one and says more.',
  probability: (percent: string) => `${percent} likely outdated`,
  accept: 'Replace older',
  reject: 'Keep both',
  undo: 'Undo',
  keysHint: 'A replaces the older memory, R keeps both, U undoes the last decision, J and K move.',
  accepted: 'Older memory replaced',
  rejected: 'Both memories kept',
  undone: 'Decision undone',
  emptyTitle: 'No suggestions to review',
  emptyHint: 'When a new memory contradicts an older one, the suggestion appears here.',
  doneTitle: 'All suggestions are reviewed',
  failed: 'Suggestions did not load',
  readerHint: 'Only owners decide.',
  list: 'Suggestions',
  suggestion: (position: number, total: number) =>
    `Suggestion ${position.toLocaleString(locale)} of ${total.toLocaleString(locale)}`,
} as const;
