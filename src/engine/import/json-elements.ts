import type { DocumentElement } from './foreign-memory.js';

/** The input does not match its format. The message names the place. */
export class ImportFormatError extends Error {
  override readonly name = 'ImportFormatError';
}

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
    if (text.trim() === '') continue;
    yield { key: null, value: parse(text, `Line ${line}`) };
  }
}

/** Splits at line feeds only, because JSON may contain other line separators. */
export async function* splitLines(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > longestElement) throw new ImportFormatError('A line is longer than 64 MB.');
    yield* parts;
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

const none: readonly DocumentElement[] = [];

/** Position of the scanner: outside, in the list, in the object, or in a list of the object. */
type Place = 'start' | 'list' | 'object' | 'inner' | 'end';

function createScanner() {
  let place: Place = 'start';
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let element = '';
  let key: string | null = null;
  let count = 0;

  const take = (): readonly DocumentElement[] => {
    const text = element.trim();
    element = '';
    if (text === '') return none;
    count += 1;
    return [{ key, value: parse(text, `Element ${count}`) }];
  };
  const step = (char: string): readonly DocumentElement[] => {
    if (isInText) {
      element += char;
      if (isEscaped) isEscaped = false;
      else if (char === '\\') isEscaped = true;
      else if (char === '"') isInText = false;
      return none;
    }
    if (char === '"') {
      isInText = true;
      element += char;
      return none;
    }
    if (depth > 0) {
      if (char === '{' || char === '[') depth += 1;
      if (char === '}' || char === ']') depth -= 1;
      element += char;
      return none;
    }
    return structure(char);
  };
  const structure = (char: string): readonly DocumentElement[] => {
    if (place === 'start') {
      if (char === '[') place = 'list';
      else if (char === '{') place = 'object';
      else if (!/\s|\uFEFF/.test(char)) throw new ImportFormatError('The file is no JSON document.');
      return none;
    }
    if (place === 'object' && char === ':') {
      key = String(parse(element.trim(), `Key after element ${count}`));
      element = '';
      return none;
    }
    if (place === 'object' && char === '[' && key !== null && element.trim() === '') {
      place = 'inner';
      return none;
    }
    if (char === '{' || char === '[') {
      depth = 1;
      element += char;
      return none;
    }
    return close(char);
  };
  const close = (char: string): readonly DocumentElement[] => {
    if (char === ',') {
      const found = take();
      if (place === 'object') key = null;
      return found;
    }
    if (char === ']' || char === '}') {
      const found = take();
      place = place === 'inner' ? 'object' : 'end';
      return found;
    }
    if (place === 'end' && !/\s/.test(char)) throw new ImportFormatError('Text follows the end of the JSON document.');
    if (place !== 'end') element += char;
    return none;
  };
  return {
    push(chunk: string): DocumentElement[] {
      const found: DocumentElement[] = [];
      for (const char of chunk) {
        const elements = step(char);
        if (elements !== none) found.push(...elements);
      }
      if (element.length > longestElement) throw new ImportFormatError(`Element ${count + 1} is longer than 64 MB.`);
      return found;
    },
    end(): void {
      if (place !== 'end') throw new ImportFormatError(`The JSON document ends too early, after element ${count}.`);
    },
  };
}
