import { readHeader } from '@memory-gateway/importers/csv-records';
import { readCsvCell } from '@memory-gateway/memory-engine/csv';
import { isObject } from '../../components/is-object.js';
import { importTexts as words } from '../../texts/import.js';

/** A record of a file with its first line (JSON: its position). */
export interface FileRecord {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface FileProblem {
  readonly line: number;
  readonly message: string;
}

export interface ParsedFile {
  readonly columns: readonly string[];
  readonly records: readonly FileRecord[];
  readonly problems: readonly FileProblem[];
}

/** Parses JSON (a list, or an object with one), JSON Lines or CSV with a header, detected by content. @throws SyntaxError, or ImportFormatError with the reason */
export function parseFile(text: string): ParsedFile {
  const content = text.replace(/^\uFEFF/, '');
  const first = content.trimStart()[0];
  if (first === '[') return parseJson(content);
  if (first !== '{') return parseCsv(content);
  try {
    return parseJson(content);
  } catch {
    return parseJsonLines(content);
  }
}

function parseJson(text: string): ParsedFile {
  const value: unknown = JSON.parse(text);
  const list = Array.isArray(value) ? value : Object.values(value as object).find(Array.isArray);
  if (!list) return toFile([[1, value]]);
  return toFile((list as unknown[]).map((item, index) => [index + 1, item]));
}

function parseJsonLines(text: string): ParsedFile {
  const problems: FileProblem[] = [];
  const values = text.split('\n').flatMap((line, index): [number, unknown][] => {
    if (line.trim() === '') return [];
    try {
      return [[index + 1, JSON.parse(line)]];
    } catch {
      problems.push({ line: index + 1, message: words.notValidJson });
      return [];
    }
  });
  const file = toFile(values);
  return { ...file, problems: [...problems, ...file.problems] };
}

function toFile(values: readonly (readonly [line: number, value: unknown])[]): ParsedFile {
  const records: FileRecord[] = [];
  const problems: FileProblem[] = [];
  for (const [line, value] of values) {
    if (typeof value === 'string') records.push({ line, values: { text: value } });
    else if (isObject(value)) records.push({ line, values: value });
    else problems.push({ line, message: words.notAJsonObject });
  }
  return { columns: [...new Set(records.flatMap((record) => Object.keys(record.values)))], records, problems };
}

function parseCsv(text: string): ParsedFile {
  const { rows: read, openedAt } = readCells(text);
  const [header, ...rows] = read;
  if (!header) return { columns: [], records: [], problems: [] };
  const columns = readHeader(header.cells);
  const records: FileRecord[] = [];
  const problems: FileProblem[] = [];
  for (const { line, cells } of rows) {
    if (cells.length > columns.length) problems.push({ line, message: words.tooManyCells });
    else
      records.push({
        line,
        values: Object.fromEntries(cells.flatMap((cell, at) => (cell ? [[columns[at] ?? '', readCsvCell(cell)]] : []))),
      });
  }
  if (openedAt !== null) problems.push({ line: openedAt, message: words.noEndOfQuotes });
  return { columns, records, problems };
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads the cells of CSV (RFC 4180). The delimiter is the one of comma, semicolon and tab that occurs most in the header.
 * @returns the rows, and the line where a cell begins whose quotes do not end
 */
function readCells(text: string): { rows: Row[]; openedAt: number | null } {
  const header = text.split('\n', 1)[0] ?? '';
  const counted = [',', ';', '\t'].map((one) => ({ one, count: header.split(one).length }));
  const delimiter = counted.reduce((most, next) => (next.count > most.count ? next : most)).one;
  const rows: Row[] = [];
  let [cell, cells, line, start, isQuoted] = ['', [] as string[], 1, 1, false];
  const endRow = () => {
    cells.push(cell);
    if (cells.some((each) => each.trim() !== '')) rows.push({ line: start, cells });
    [cell, cells, start] = ['', [], line + 1];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '"' && text[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1];
      else if (character === '"') isQuoted = false;
      else cell += character;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === delimiter) [cell] = ['', cells.push(cell)];
    else if (character === '\n') endRow();
    else if (character !== '\r' || text[at + 1] !== '\n') cell += character;
    if (character === '\n') line += 1;
  }
  if (!isQuoted && (cell !== '' || cells.length > 0)) endRow();
  return { rows, openedAt: isQuoted ? start : null };
}
