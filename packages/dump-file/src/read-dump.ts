import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { DumpError, readManifest, type DumpKind, type DumpManifest, type DumpSection } from './dump-format.js';

export interface DumpBatch {
  readonly section: DumpSection;
  readonly rows: readonly string[];
}

const batchRows = 500;
const batchBytes = 1_000_000;
/** A longer line cannot be a row and would exhaust memory. */
const longestLine = 64 * 1_024 * 1_024;

/** Verifies a whole file against its manifest. Writes nothing. @throws DumpError with the damaged line or section */
export async function verifyDump(file: string, kind: DumpKind): Promise<DumpManifest> {
  let manifest: DumpManifest | null = null;
  for await (const part of readDump(file, kind)) if ('manifest' in part) manifest = part.manifest;
  if (!manifest) throw new DumpError('The file is empty.');
  return manifest;
}

/** Reads the manifest alone: a missing file, another kind or a newer version is found at once. @throws DumpError */
export async function readDumpManifest(file: string, kind: DumpKind): Promise<DumpManifest> {
  for await (const part of readDump(file, kind)) if ('manifest' in part) return part.manifest;
  throw new DumpError('The file is empty.');
}

/** Yields the manifest, then batches of rows. Hashes are checked at the end of each section. @throws DumpError */
export async function* readDump(file: string, kind: DumpKind): AsyncGenerator<{ manifest: DumpManifest } | DumpBatch> {
  const lines = splitLines(readBytes(file));
  const first = await lines.next();
  if (first.done) throw new DumpError('The file is empty.');
  const manifest = readManifest(first.value.toString('utf8'), kind);
  yield { manifest };
  let line = 1;
  for (const section of manifest.sections) {
    const begin = line + 1;
    const hash = createHash('sha256');
    let invalid: number | null = null;
    let batch = emptyBatch();
    for (let row = 0; row < section.rows; row += 1) {
      const next = await lines.next();
      line += 1;
      if (next.done)
        throw new DumpError(
          `The file ends before line ${line}: the section ${section.name} has ${row} of ${section.rows} rows.`,
        );
      const text = add(hash, next.value);
      if (!isRow(text)) invalid ??= line;
      batch.rows.push(text);
      batch.bytes += next.value.length;
      // Reads past invalid JSON to the end of the section, where the hash locates the damage.
      if (invalid !== null || (batch.rows.length < batchRows && batch.bytes < batchBytes)) continue;
      yield { section, rows: batch.rows };
      batch = emptyBatch();
    }
    refuseDamage(section, { hash, begin, end: line, invalid });
    if (batch.rows.length > 0) yield { section, rows: batch.rows };
  }
  if (!(await lines.next()).done) throw new DumpError(`Line ${line + 1} follows the last section of the manifest.`);
}

interface Batch {
  rows: string[];
  bytes: number;
}

const emptyBatch = (): Batch => ({ rows: [], bytes: 0 });

function add(hash: Hash, line: Buffer): string {
  hash.update(line).update('\n');
  return line.toString('utf8');
}

function isRow(text: string): boolean {
  try {
    return text.startsWith('{') && JSON.parse(text) !== null;
  } catch {
    return false;
  }
}

interface ReadSection {
  readonly hash: Hash;
  readonly begin: number;
  readonly end: number;
  readonly invalid: number | null;
}

function refuseDamage(section: DumpSection, { hash, begin, end, invalid }: ReadSection): void {
  if (hash.digest('hex') === section.sha256 && invalid === null) return;
  const place = invalid === null ? `lines ${begin} to ${end}` : `line ${invalid}`;
  throw new DumpError(`The section ${section.name} is damaged (${place}): it does not match its SHA-256.`);
}

/**
 * Yields lines without line feeds. Splits at line feeds only: `readline` of Node 24 also splits at U+2028, which JSON may contain.
 * @throws DumpError for a line of more than 64 MB
 */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]);
      rest = [];
      length = 0;
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > longestLine) throw new DumpError(`A line is longer than ${longestLine} bytes.`);
  }
  if (length > 0) yield Buffer.concat(rest);
}

async function* readBytes(file: string): AsyncGenerator<Buffer> {
  const isCompressed = await isGzip(file).catch((error: unknown) => {
    throw toReadError(file, error);
  });
  const input = createReadStream(file);
  const source = isCompressed ? input.pipe(createGunzip()) : input;
  input.once('error', (error) => source.destroy(error));
  try {
    for await (const chunk of source) yield chunk as Buffer;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code.startsWith('Z_')) throw new DumpError('The compressed data is damaged or ends too early.');
    throw toReadError(file, error);
  } finally {
    input.destroy();
  }
}

/** Omits the cause: inside a transaction, its code would be mistaken for a database error. */
function toReadError(file: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === 'open' || syscall === 'read'
    ? new DumpError(`${file} cannot be read: ${code ?? 'unknown'}.`)
    : error;
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}
