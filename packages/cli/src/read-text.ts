import { buffer } from 'node:stream/consumers';
import { ArgumentsError } from './command-line.js';

/** Reads stdin to its end. @throws ArgumentsError unless it is UTF-8: other bytes would be stored as replacement characters */
export async function readText(stdin: NodeJS.ReadStream): Promise<string> {
  const bytes = await buffer(stdin);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ArgumentsError('stdin must be a text in UTF-8.');
  }
}
