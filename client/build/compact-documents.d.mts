export const documentLine: RegExp;
/** Writes each document of the generated module as text. */
export function compactDocuments(source: string): string;
