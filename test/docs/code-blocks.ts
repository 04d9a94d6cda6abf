import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A fenced block of a page. */
export interface CodeBlock {
  /** Path of the page from the root. */
  readonly page: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** Empty: no language. */
  readonly language: string;
  /** Path that the fence names after the language, or null. */
  readonly file: string | null;
  readonly text: string;
  /** The paragraph before the block. */
  readonly before: string;
  /** The paragraph after the block. */
  readonly after: string;
}

/** README and guides. Decisions and evidence contain no instructions. */
export const pages = [
  'README.md',
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^(?:adr|evidence)\//.test(name))
    .sort()
    .map((name) => `docs/${name}`),
];

/** Reads a page of the documentation. */
export const readPage = (page: string): string => readFileSync(`${root}${page}`, 'utf8');

/** Lists the fenced blocks of all pages. */
export function listCodeBlocks(): CodeBlock[] {
  return pages.flatMap((page) => {
    const blocks: CodeBlock[] = [];
    const lines = readPage(page).split('\n');
    for (let start = 0; start < lines.length; start += 1) {
      const [, indent = '', language, file = null] = /^( *)```(\w*)(?: (\S+))?\s*$/.exec(lines[start] ?? '') ?? [];
      if (language === undefined) {
        if (/^ *(?:```|~~~)/.test(lines[start] ?? ''))
          throw new Error(`${page}:${start + 1} opens a block in another way.`);
        continue;
      }
      const end = lines.indexOf(`${indent}\`\`\``, start + 1);
      const text = lines.slice(start + 1, end).map((line) => line.slice(indent.length));
      const beside = { before: paragraphEnd(lines.slice(0, start)), after: paragraphStart(lines.slice(end + 1)) };
      blocks.push({ page, line: start + 1, language, file, text: text.join('\n'), ...beside });
      start = end;
    }
    return blocks;
  });
}

function paragraphEnd(lines: readonly string[]): string {
  return paragraphStart([...lines].reverse())
    .split('\n')
    .reverse()
    .join('\n');
}

function paragraphStart(lines: readonly string[]): string {
  const begin = lines.findIndex((line) => line.trim() !== '');
  if (begin < 0) return '';
  const length = lines.slice(begin).findIndex((line) => line.trim() === '');
  return lines.slice(begin, length < 0 ? undefined : begin + length).join('\n');
}
