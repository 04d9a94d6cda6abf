import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
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
  const sections: DumpSection[] = [];
  const rows = async function* () {
    for (const source of input.sections) sections.push(yield* readSection(source, input.onProgress));
  };
  const file = createWriteStream(body, { mode: 0o600 });
  await (isCompressed ? pipeline(rows, createGzip({ level: 6 }), file) : pipeline(rows, file));
  return sections;
}

/** Yields the rows of a section as text. @returns their number and hash */
async function* readSection(
  source: SectionSource,
  onProgress: DumpInput['onProgress'],
): AsyncGenerator<Buffer, DumpSection> {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  for await (const batch of source.rows()) {
    const data = Buffer.from(batch.map((line) => `${line}\n`).join(''));
    hash.update(data);
    rows += batch.length;
    bytes += data.length;
    yield data;
    onProgress?.({ section: source.name, rows });
  }
  return { name: source.name, columns: source.columns, rows, bytes, sha256: hash.digest('hex') };
}

/** Writes the manifest before the rows. A stream goes on after a write that took a part of its bytes, as on a disk that is nearly full. */
function join(file: string, manifest: Buffer, body: string): Promise<void> {
  const content = async function* () {
    yield manifest;
    yield* createReadStream(body);
  };
  return pipeline(content, createWriteStream(file, { mode: 0o600, flush: true }));
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
