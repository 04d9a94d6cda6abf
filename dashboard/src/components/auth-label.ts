import { commonTexts as words } from '../texts/common';

/** Returns the label of the credential of requests. */
export const getAuthLabel = (mode: string): string =>
  (words.credentials as Readonly<Record<string, string>>)[mode] ?? mode;
