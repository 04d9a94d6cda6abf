import { commonTexts as words } from '../texts/common';

export const getAuthLabel = (mode: string): string =>
  (words.credentials as Readonly<Record<string, string>>)[mode] ?? mode;
