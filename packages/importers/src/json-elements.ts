import type { DocumentElement } from './foreign-memory.js';
import { ImportFormatError } from './import-format-error.js';

/** A longer element cannot be a record and would exhaust memory. */
const longestElement = 64 * 1_024 * 1_024;

/** Yields elements of a JSON list or of the lists in an object, one at a time in memory. @throws ImportFormatError */
export async function* readJsonElements(input: AsyncIterable<string>): AsyncGenerator<DocumentElement> {
  const scanner = createScanner();
  for await (const chunk of input) yield* scanner.push(chunk);
  scanner.end();
}

/** Parses JSON Lines. @throws ImportFormatError with the line */
export async function* readJsonLines(input: AsyncIterable<string>): AsyncGenerator<DocumentElement> {
  let line = 0;
  for await (const text of splitLines(input)) {
    line += 1;
    // A byte order mark is white space for `trim`, and none for JSON.
    const json = text.trim();
    if (json !== '') yield { key: null, value: parse(json, `Line ${line}`), isListed: true };
  }
}

/** Splits at line feeds only, because JSON may contain other line separators. */
async function* splitLines(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input) {
    // Splitting would copy the beginning of a long line once for each of its chunks.
    if (!chunk.includes('\n')) rest += chunk;
    else {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
    if (rest.length > longestElement) throw new ImportFormatError('A line is longer than 64 MB.');
  }
  if (rest !== '') yield rest;
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ImportFormatError(`${place} is no JSON.`);
  }
}

/** Position of the scanner: outside, in the list, in the object, or in a list of the object. */
type Place = 'start' | 'list' | 'object' | 'inner' | 'end';

/** Tells which characters of a JSON text are structure, and which are inside of strings or nested values. */
function createNesting() {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  return {
    /** Returns the first position from `at` whose character can end a string or a nested value. */
    skip(chunk: string, at: number): number {
      if (isEscaped || (!isInText && depth === 0)) return at;
      const ends = isInText ? /["\\]/g : /["[\]{}]/g;
      ends.lastIndex = at;
      return ends.exec(chunk)?.index ?? chunk.length;
    },
    /** Reads a character. @returns whether it belongs to a string or to a nested value */
    contains(char: string): boolean {
      if (isEscaped) isEscaped = false;
      else if (isInText && char === '\\') isEscaped = true;
      else if (char === '"') isInText = !isInText;
      else if (isInText) return true;
      else if (depth === 0) return false;
      else if (char === '{' || char === '[') depth += 1;
      else if (char === '}' || char === ']') depth -= 1;
      return true;
    },
    open(): void {
      depth = 1;
    },
  };
}

function createScanner() {
  const nesting = createNesting();
  let place: Place = 'start';
  /** Text of the current element in earlier chunks. One piece for each chunk: pieces for each character would take 32 bytes. */
  let pending = '';
  let key: string | null = null;
  let count = 0;
  let hasList = false;

  const takeElement = (text: string): DocumentElement[] => {
    if (text.trim() === '') return [];
    count += 1;
    return [{ key, value: parse(text, `Element ${count}`), isListed: place !== 'object' }];
  };
  const startList = (list: 'list' | 'inner') => {
    place = list;
    hasList = true;
  };
  /** Reads a structural character after `text`. @returns null if the character belongs to the element */
  const readStructure = (char: string, text: () => string): DocumentElement[] | null => {
    if (place === 'start') {
      if (char === '[') startList('list');
      else if (char === '{') place = 'object';
      else if (!/\s|\uFEFF/.test(char)) throw new ImportFormatError('The file is no JSON document.');
      return [];
    }
    if (place === 'end') {
      if (!/\s/.test(char)) throw new ImportFormatError('Text follows the end of the JSON document.');
      return [];
    }
    if (place === 'object' && char === ':') {
      key = String(parse(text().trim(), `Key after element ${count}`));
      return [];
    }
    if (place === 'object' && char === '[' && key !== null && text().trim() === '') {
      startList('inner');
      return [];
    }
    if (char === '{' || char === '[') nesting.open();
    return /[,\]}]/.test(char) ? endElement(char, text()) : null;
  };
  const endElement = (char: string, text: string): DocumentElement[] => {
    const found = takeElement(text);
    if (char !== ',') place = place === 'inner' ? 'object' : 'end';
    else if (place === 'object') key = null;
    return found;
  };
  return {
    push(chunk: string): DocumentElement[] {
      const found: DocumentElement[] = [];
      let start = 0;
      for (let at = nesting.skip(chunk, 0); at < chunk.length; at = nesting.skip(chunk, at + 1)) {
        const char = chunk.charAt(at);
        if (nesting.contains(char)) continue;
        const elements = readStructure(char, () => pending + chunk.slice(start, at));
        if (!elements) continue;
        found.push(...elements);
        pending = '';
        start = at + 1;
      }
      pending += chunk.slice(start);
      if (pending.length > longestElement) throw new ImportFormatError(`Element ${count + 1} is longer than 64 MB.`);
      return found;
    },
    end(): void {
      if (place !== 'end') throw new ImportFormatError(`The JSON document ends too early, after element ${count}.`);
      if (!hasList) throw new ImportFormatError('The file has no list of records.');
    },
  };
}
