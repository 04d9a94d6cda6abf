import { locale } from './locale.js';

/** English texts of selected rows. */
export const selectionTexts = {
  count: (count: number) => `${count.toLocaleString(locale)} selected`,
  clear: 'Clear selection',
  select: (name: string) => `Select ${name}`,
} as const;
