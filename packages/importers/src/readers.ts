import { chatGptReader, claudeReader } from './conversation-readers.js';
import { readCsvRecords } from './csv-records.js';
import { importFormats, type productFormats } from './formats.js';
import { toObject, type DocumentElement, type ForeignReader, type ForeignRecord } from './foreign-memory.js';
import { ImportFormatError } from './import-format-error.js';
import { readJsonElements, readJsonLines } from './json-elements.js';
import { langChainReader } from './langchain-reader.js';
import { createMappedReader, recordReader, type ColumnMapping } from './mapped-reader.js';
import { lettaReader, mem0Reader, openMemoryReader, zepReader } from './memory-readers.js';

const products: Readonly<Record<(typeof productFormats)[number], ForeignReader>> = {
  mem0: mem0Reader,
  openmemory: openMemoryReader,
  zep: zepReader,
  letta: lettaReader,
  langchain: langChainReader,
  chatgpt: chatGptReader,
  claude: claudeReader,
};

/** `records`: JSON Lines of records that were read from a file of the format. */
export type ImportLayout = 'document' | 'lines' | 'csv' | 'records';

/** Returns the layout that follows from a format and a file name. */
export function layoutOf(format: string, fileName: string): ImportLayout {
  if (format === 'csv') return 'csv';
  return format === 'jsonl' || /\.(jsonl|ndjson)(\.gz)?$/i.test(fileName) ? 'lines' : 'document';
}

export interface ForeignInput {
  readonly format: string;
  readonly layout: ImportLayout;
  readonly text: AsyncIterable<string>;
  readonly mapping?: ColumnMapping | undefined;
}

/** Yields the records of a file. @throws ImportFormatError for an unknown format or a file that does not match it */
export async function* readForeignRecords(input: ForeignInput): AsyncGenerator<ForeignRecord> {
  const reader = findReader(input.format, input.mapping ?? {});
  const read = (input.layout === 'records' ? recordReader : reader).start();
  let isKnown = false;
  const unknown = new Set<string | null>();
  for await (const element of readElements(input)) {
    const records = read(element);
    if (records) yield* records;
    else if (toObject(element.value)) unknown.add(element.key);
    isKnown ||= records !== null;
  }
  if (isKnown || unknown.size === 0) return;
  const names = [...unknown].slice(0, fieldsListed).join(', ');
  throw new ImportFormatError(
    `The file has no list of records of the format ${input.format}. Its fields are ${names}.`,
  );
}

const fieldsListed = 50;

function findReader(format: string, mapping: ColumnMapping): ForeignReader {
  const reader = new Map<string, ForeignReader>(Object.entries(products)).get(format);
  if (reader) return reader;
  if (['json', 'jsonl', 'csv'].includes(format)) return createMappedReader(format, mapping);
  throw new ImportFormatError(`The format must be one of ${importFormats.join(', ')}.`);
}

function readElements({ layout, text }: ForeignInput): AsyncGenerator<DocumentElement> {
  if (layout === 'csv') return readCsvRecords(text);
  return layout === 'document' ? readJsonElements(text) : readJsonLines(text);
}
