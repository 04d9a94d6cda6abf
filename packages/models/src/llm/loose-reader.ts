/** Signs that end a string, by the one that begins it. */
const closers: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '“': '”"', '„': '“”"', '‘': "’'" };
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['none', null],
  ['nil', null],
  ['undefined', null],
  ['nan', null],
]);

/** What follows the comma after a string: a bracket, a number, a comment, a name without quotes or a word of JSON. */
const nextAfterComma = /^(?:[[\]{}\d,/#-]|\w+\s*:|(?:true|false|null|none)\b)/i;

/** Lists within lists, which a model that repeats itself writes without end. */
const depthMax = 40;

/**
 * Reads JSON as small models write it: in quotes of any kind, or none; with comments, with commas missing or too many, with words of Python,
 * with quotes and line breaks inside of strings, and without its end. Takes time in proportion to the length of the text.
 */
export class LooseReader {
  /** Whether a value was begun that the end of the text cut off. */
  hasLost = false;
  private at = 0;
  private isOver = false;

  constructor(private readonly text: string) {}

  /** Returns the objects and lists of the text, in turn. What cannot be read, such as a string without its end, is missing in them. */
  readAll(): unknown[] {
    const found: unknown[] = [];
    for (;;) {
      while (this.at < this.text.length && !'{['.includes(this.here())) this.at += 1;
      if (this.at >= this.text.length) return found;
      const value = this.readValue(0);
      if (value !== undefined) found.push(value);
    }
  }

  private here(): string {
    return this.text[this.at] ?? '';
  }

  private readValue(depth: number): unknown {
    const sign = this.here();
    if (depth > depthMax) this.at = this.text.length;
    else if (sign === '{') return this.readObject(depth);
    else if (sign === '[') return this.readList(depth);
    else if (sign in closers) return this.readString(sign, false);
    else return this.readWord();
    return this.end();
  }

  /** Notes that the text is over. */
  private end(): undefined {
    this.isOver = true;
    return undefined;
  }

  private readList(depth: number): unknown[] {
    const items: unknown[] = [];
    this.at += 1;
    for (;;) {
      this.skip();
      const sign = this.here();
      if (sign === '') return (this.end(), items);
      if (sign === ']') this.at += 1;
      if (sign === ']' || sign === '}') return items;
      const item = this.readValue(depth + 1);
      if (!this.isOver) items.push(...(item === undefined ? [] : [item]));
      // Of an item that was cut off, only the finished items of a list are sure.
      else if (Array.isArray(item)) items.push(item);
      else this.hasLost = true;
      if (this.isOver) return items;
    }
  }

  /** Returns undefined for an object that has something else where a name is expected: it was read wrongly. */
  private readObject(depth: number): object | undefined {
    const entries: [string, unknown][] = [];
    let isSound = true;
    this.at += 1;
    for (;;) {
      this.skip();
      const sign = this.here();
      if (sign === '') this.end();
      if (sign === '}') this.at += 1;
      if (sign === '' || sign === '}' || sign === ']') return isSound ? Object.fromEntries(entries) : undefined;
      const name = sign in closers ? this.readString(sign, true) : this.readWord(':');
      this.skip();
      if (this.here() !== ':') {
        isSound = false;
        if (/[{[]/.test(this.here())) this.readValue(depth + 1);
        continue;
      }
      this.at += 1;
      this.skip();
      const value = this.readValue(depth + 1);
      const isWhole = !this.isOver || (typeof value === 'object' && value !== null);
      if (isWhole && value !== undefined) entries.push([String(name), value]);
      if (!isWhole) this.hasLost = true;
    }
  }

  /** Reads a string. Undefined: its end is missing. */
  private readString(quote: string, isName: boolean): string | undefined {
    const ends = closers[quote] ?? quote;
    let read = '';
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const sign = this.here();
      if (sign === '\\') read += this.readEscape();
      else if (ends.includes(sign) && this.isEnd(this.at + 1, isName)) {
        this.at += 1;
        return read.toWellFormed();
      } else read += sign;
    }
    return this.end();
  }

  /** Leaves the place at the last sign of the escape. */
  private readEscape(): string {
    this.at += 1;
    const sign = this.here();
    if (sign !== 'u') return escapes[sign] ?? sign;
    const code = this.text.slice(this.at + 1, this.at + 5);
    if (!/^[\da-f]{4}$/i.test(code)) return 'u';
    this.at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }

  /** Whether a quote before this place ends its string, and is not a quote within it: what follows says so. */
  private isEnd(from: number, isName: boolean): boolean {
    const next = this.findVisible(from);
    const sign = this.text[next] ?? '';
    if (isName) return sign === ':' || sign === '';
    if (sign === '' || '}];#'.includes(sign)) return true;
    if (sign === '/') return '/*'.includes(this.text[next + 1] ?? ' ');
    // Without the comma: the next name or item begins a line.
    if (sign in closers || '{['.includes(sign)) return this.text.slice(from, next).includes('\n');
    if (sign !== ',') return false;
    const start = this.findVisible(next + 1);
    const after = this.text.slice(start, start + 60);
    return after === '' || after.charAt(0) in closers || nextAfterComma.test(after);
  }

  private findVisible(from: number): number {
    let at = from;
    while (at < this.text.length && this.text.charAt(at).trim() === '') at += 1;
    return at;
  }

  /** Reads what has no quotes. */
  private readWord(end = ''): unknown {
    const start = this.at;
    while (this.at < this.text.length && !`,]}{[\n${end}`.includes(this.here())) this.at += 1;
    if (this.at === this.text.length) this.isOver = true;
    // Nothing was read: a bracket where none is expected.
    if (this.at === start) this.at += 1;
    const word = (this.text.slice(start, this.at).split(/\/\/|#/, 1)[0] ?? '').trim();
    if (words.has(word.toLowerCase())) return words.get(word.toLowerCase());
    return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(word) ? Number(word) : word;
  }

  /** Goes on to the next sign that is no space, comma or part of a comment. */
  private skip(): void {
    for (;;) {
      this.at = this.findVisible(this.at);
      const two = this.text.slice(this.at, this.at + 2);
      if (two[0] === ',') this.at += 1;
      else if (two === '/*') this.at = this.endOf('*/', 2);
      else if (two === '//' || two[0] === '#') this.at = this.endOf('\n', 1);
      else return;
    }
  }

  private endOf(mark: string, length: number): number {
    const found = this.text.indexOf(mark, this.at);
    return found < 0 ? this.text.length : found + length;
  }
}
