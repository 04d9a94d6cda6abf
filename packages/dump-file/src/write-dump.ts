import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import {
  DumpError,
  dumpFormat,
  dumpVersion,
  sealManifest,
  type DumpKind,
  type DumpManifest,
  type DumpSection,
} from './dump-format.js';

export interface SectionSource {
  readonly name: string;
  readonly columns: readonly string[];
  /** Yields batches of rows, each row as JSON text without line breaks. */
  rows(): AsyncIterable<readonly string[]>;
}

export interface DumpInput {
  readonly kind: DumpKind;
  readonly migrations: readonly string[];
  readonly about: DumpManifest['about'];
  readonly sections: readonly SectionSource[];
  readonly onProgress?: ((progress: { section: string; rows: number }) => void) | undefined;
}

/** Suffix of files that are being written, so that an interrupted dump never looks complete. */
export const partialSuffix = '.partial';

/**
 * Writes a dump file, compressed if its name ends in `.gz`, with mode 0600. Rows are written first, because the
 * manifest before them contains their hashes. The file gets its final name once it is complete and synced to disk.
 * @throws DumpError if the file exists or cannot be written; errors of reading the rows
 */
export async function writeDump(file: string, input: DumpInput): Promise<DumpManifest> {
  if (existsSync(file)) throw new DumpError(`${file} exists already. Choose another name.`);
  const isCompressed = file.endsWith('.gz');
  const body = `${file}.rows${partialSuffix}`;
  const whole = `${file}${partialSuffix}`;
  try {
    const sections = await writeRows(body, input, isCompressed);
    const { kind, migrations, about } = input;
    const manifest = sealManifest({ format: dumpFormat(kind), version: dumpVersion, migrations, about, sections });
    const line = Buffer.from(`${JSON.stringify(manifest)}\n`);
    await join(whole, isCompressed ? gzipSync(line) : line, body);
    await rename(whole, file);
    await syncFolder(path.dirname(path.resolve(file)));
    return manifest;
  } catch (error) {
    throw toDumpError(file, error);
  } finally {
    await Promise.all([body, whole].map((left) => rm(left, { force: true })));
  }
}

/** Omits the cause: a full disk here must not count as a database error of the transaction that reads the rows. */
function toDumpError(file: string, error: unknown): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  const isFileError =
    error instanceof Error && syscall !== undefined && ['open', 'write', 'fsync', 'rename'].includes(syscall);
  return isFileError ? new DumpError(`${file} cannot be written: ${code ?? message}.`) : error;
}

async function writeRows(body: string, input: DumpInput, isCompressed: boolean): Promise<DumpSection[]> {
  const file = createWriteStream(body, { mode: 0o600 });
  const gzip = isCompressed ? createGzip({ level: 6 }) : null;
  gzip?.pipe(file);
  const target: Writable = gzip ?? file;
  // Rejects if the disk is full, also while nothing is written.
  const done = finished(file);
  done.catch((error: Error) => target.destroy(error));
  try {
    const sections: DumpSection[] = [];
    for (const source of input.sections) {
      sections.push(
        await writeSection(source, {
          write: async (data) => {
            if (!target.write(data)) await Promise.race([done, once(target, 'drain')]);
          },
          onProgress: input.onProgress,
        }),
      );
    }
    target.end();
    await done;
    return sections;
  } finally {
    file.destroy();
  }
}

interface Output {
  write(data: Buffer): Promise<void>;
  readonly onProgress: DumpInput['onProgress'];
}

async function writeSection(source: SectionSource, { write, onProgress }: Output): Promise<DumpSection> {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  for await (const batch of source.rows()) {
    const data = Buffer.from(batch.map((line) => `${line}\n`).join(''));
    hash.update(data);
    rows += batch.length;
    bytes += data.length;
    await write(data);
    onProgress?.({ section: source.name, rows });
  }
  return { name: source.name, columns: source.columns, rows, bytes, sha256: hash.digest('hex') };
}

async function join(file: string, head: Buffer, body: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    // `write` may write a part, as on a disk that becomes full.
    await handle.writeFile(head);
    for await (const chunk of createReadStream(body)) await handle.writeFile(chunk as Buffer);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs the folder, so that the file's new name survives a power loss. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
