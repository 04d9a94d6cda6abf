/** The input does not match its format. The message names the place. */
export class ImportFormatError extends Error {
  override readonly name = 'ImportFormatError';
}
