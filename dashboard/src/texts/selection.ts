import { locale } from './locale.js';

export const selectionTexts = {
  count: (count: number) => `${count.toLocaleString(locale)} selected`,
  clear: 'Clear selection',
  select: (name: string) => `Select ${name}`,
} as const;
