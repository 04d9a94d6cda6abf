import {
  type ForeignRecord,
  ImportFormatError,
  readMapping,
  type ColumnMapping,
  mem0Reader,
  importFormats,
  layoutOf,
  readForeignRecords,
} from '@memory-gateway/importers';
import { ValidationError } from '../../errors.js';
import { UnlistedMemories } from '@memory-gateway/import-sources';

export interface ForeignText {
  readonly format: string;
  /** Distinguishes JSON lists from JSON Lines. */
  readonly fileName: string;
  readonly text: AsyncIterable<string>;
  /** JSON text that maps fields to columns. */
  readonly mapping?: string | null | undefined;
  /** Whether the text has records that were read from a file of the format, one JSON object per line. */
  readonly asRecords?: boolean | undefined;
}

/** Opens records of another product, read on demand. @throws ValidationError on `format`, `mapping` or `file` */
export function openForeignText({
  format,
  fileName,
  text,
  mapping,
  asRecords = false,
}: ForeignText): AsyncIterable<ForeignRecord> {
  if (!importFormats.includes(format))
    throw new ValidationError({ format: [`must be one of ${importFormats.join(', ')}.`] });
  const columns = mapping == null ? undefined : parseMapping(mapping);
  const layout = asRecords ? 'records' : layoutOf(format, fileName);
  return refuseDamage(readForeignRecords({ format, layout, text, mapping: columns }));
}

/** Yields the records in memories listed by a mem0 API. */
export async function* openForeignList(memories: AsyncIterable<unknown>): AsyncGenerator<ForeignRecord> {
  const read = mem0Reader.start();
  for await (const value of memories)
    if (value instanceof UnlistedMemories) yield { id: value.owner, leftOut: value.reason };
    else yield* read({ key: null, isListed: true, value }) ?? [];
}

function parseMapping(text: string): ColumnMapping {
  try {
    return readMapping(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof ImportFormatError ? error.message : 'must be JSON.';
    throw new ValidationError({ mapping: [reason] });
  }
}

async function* refuseDamage(records: AsyncIterable<ForeignRecord>): AsyncGenerator<ForeignRecord> {
  try {
    yield* records;
  } catch (error) {
    if (!(error instanceof ImportFormatError)) throw error;
    throw new ValidationError({ file: [error.message] });
  }
}
