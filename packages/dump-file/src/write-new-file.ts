import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { partialSuffix } from './write-dump.js';

/**
 * Writes lines to a new file with mode 0600. The file gets its name once it is complete, because a part of it would look whole.
 * @throws an error with `code` and `path` if the file exists or cannot be written; errors of reading the lines
 */
export async function writeNewFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  await refuseExisting(path);
  // A name of its own: a killed process leaves its part behind, which must not stop the next one.
  const partial = `${path}.${randomUUID()}${partialSuffix}`;
  const file = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(lines, file);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw isOfWrite(error, partial) ? Object.assign(error, { path }) : error;
  }
}

/** Whether an error is about the new file. Errors of opening it name the path of its part, errors of a write name none. */
const isOfWrite = (error: unknown, partial: string): error is Error =>
  error instanceof Error && 'syscall' in error && (!('path' in error) || error.path === partial);

async function refuseExisting(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) throw Object.assign(new Error(`EEXIST: file already exists, open '${path}'`), { code: 'EEXIST', path });
}
