export const documentLine: RegExp;
/** Writes each document of the generated module as text. `asText` leaves out the parser. */
export function compactDocuments(source: string, options?: { readonly asText?: boolean }): string;
