import { readCsvCell } from '@memory-gateway/memory-engine';
import { fieldsMax, type DocumentElement } from './foreign-memory.js';
import { ImportFormatError } from './import-format-error.js';

/** Yields CSV records (RFC 4180, with a header; the delimiter is that of the header) as objects of strings. @throws ImportFormatError with the record */
export async function* readCsvRecords(input: AsyncIterable<string>): AsyncGenerator<DocumentElement> {
  let header: readonly string[] | null = null;
  let number = 0;
  const { delimiter, text } = await detectDelimiter(input);
  for await (const cells of readCells(text, delimiter)) {
    if (cells.length === 1 && cells[0] === '') continue;
    number += 1;
    if (!header) {
      header = readHeader(cells);
      continue;
    }
    if (cells.length !== header.length)
      throw new ImportFormatError(`Record ${number} has ${cells.length} cells; the header has ${header.length}.`);
    yield {
      key: null,
      isListed: true,
      value: Object.fromEntries(header.map((name, index) => [name, readCsvCell(cells[index] ?? '')])),
    };
  }
}

/** Reads the names of the columns. @throws ImportFormatError for a repeated name, too many names, and for lines that end with CR alone */
export function readHeader(cells: readonly string[]): string[] {
  if (cells.some((cell) => /\r[^\n]/.test(cell)))
    throw new ImportFormatError('The lines of the file end with CR alone. Save the file with LF or CRLF.');
  if (cells.length > fieldsMax) throw new ImportFormatError(`The header may have ${fieldsMax} columns at most.`);
  const header = cells.map((cell) => cell.trim());
  const seen = new Set<string>();
  const repeated = header.find((name) => name !== '' && seen.size === seen.add(name).size);
  if (repeated !== undefined) throw new ImportFormatError(`The header has the column ${repeated} twice.`);
  return header;
}

/** A longer cell comes from a missing quote and would exhaust memory. */
const longestCell = 64 * 1_024 * 1_024;

const delimiters = [',', ';', '\t'] as const;
type Delimiter = (typeof delimiters)[number];

const quotedEnd = /"/g;
const plainEnds: Readonly<Record<Delimiter, RegExp>> = {
  ',': /[",\n\uFEFF]/g,
  ';': /[";\n\uFEFF]/g,
  '\t': /["\t\n\uFEFF]/g,
};
const longestHeader = 64 * 1_024;

/** Finds the delimiter of a file, which its header has most often outside of quotes. @returns it, and the whole input */
async function detectDelimiter(
  input: AsyncIterable<string>,
): Promise<{ delimiter: Delimiter; text: AsyncIterable<string> }> {
  const chunks = input[Symbol.asyncIterator]();
  let start = '';
  let header = '';
  while (!header.includes('\n') && start.length < longestHeader) {
    const chunk = await chunks.next();
    if (chunk.done) break;
    start += chunk.value;
    header = start.replace(/"[^"]*(?:"|$)/g, '').replace(/^[\r\n\uFEFF]+/, '');
  }
  const [line = ''] = header.split('\n');
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return {
    delimiter: delimiters[counts.indexOf(Math.max(...counts))] ?? ',',
    text: (async function* () {
      try {
        yield start;
        yield* { [Symbol.asyncIterator]: () => chunks };
      } finally {
        // `yield*` ends the chunks only if it has begun.
        await chunks.return?.();
      }
    })(),
  };
}

/** Returns the end of the characters from `at` that belong to the cell. */
function findPlainEnd(chunk: string, at: number, ends: RegExp): number {
  ends.lastIndex = at;
  return ends.exec(chunk)?.index ?? chunk.length;
}

function append(cell: string, text: string): string {
  if (cell.length + text.length > longestCell) throw new ImportFormatError('A cell is longer than 64 MB.');
  return cell + text;
}

async function* readCells(text: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<string[]> {
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  /** After a quote in a quoted cell: a second quote is part of the text, anything else ends the cell. */
  let isClosing = false;
  for await (const chunk of text) {
    for (let at = 0; at < chunk.length;) {
      const end = isClosing ? at : findPlainEnd(chunk, at, isQuoted ? quotedEnd : plainEnds[delimiter]);
      if (end > at) {
        cell = append(cell, chunk.slice(at, end));
        at = end;
        continue;
      }
      const char = chunk.charAt(at);
      at += 1;
      if (char === '\uFEFF' && cells.length === 0 && cell === '') continue;
      if (isQuoted && !isClosing) {
        if (char === '"') isClosing = true;
        else cell += char;
        continue;
      }
      if (isClosing && char === '"') {
        cell += char;
        isClosing = false;
        continue;
      }
      if (isClosing) [isQuoted, isClosing] = [false, false];
      if (char === '"' && cell === '') isQuoted = true;
      else if (char === delimiter) {
        cells.push(cell);
        cell = '';
      } else if (char === '\n') {
        yield [...cells, cell.endsWith('\r') ? cell.slice(0, -1) : cell];
        cells = [];
        cell = '';
      } else cell += char;
    }
  }
  if (isQuoted && !isClosing) throw new ImportFormatError('The file ends inside a quoted cell.');
  if (cell !== '' || cells.length > 0) yield [...cells, cell];
}
