import { createReadStream, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { ImportSourceError } from './import-source.js';

export interface TextFile {
  readonly text: AsyncIterable<string>;
  share(): number;
}

/** Opens a UTF-8 file, compressed if its name ends in `.gz`. @throws ImportSourceError if the file cannot be read */
export function openTextFile(file: string): TextFile {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new ImportSourceError(`${file} is not a file.`);
  let read = 0;
  return {
    text: readText(file, (bytes) => (read += bytes)),
    share: () => (stats.size === 0 ? 1 : read / stats.size),
  };
}

async function* readText(file: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const input = createReadStream(file);
  input.on('data', (chunk) => onBytes(chunk.length));
  const source = file.endsWith('.gz') ? input.pipe(createGunzip()) : input;
  input.once('error', (error) => source.destroy(error));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of source) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new ImportSourceError(`${file} is no text in UTF-8.`);
    throw new ImportSourceError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);
  } finally {
    input.destroy();
  }
}
