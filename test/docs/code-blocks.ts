import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A fenced block of a page. */
export interface CodeBlock {
  /** Path of the page from the root. */
  readonly page: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** README and guides. Decisions and evidence contain no instructions. */
export const pages = [
  'README.md',
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith('.md'))
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
      const language = /^```(\w+)\s*$/.exec(lines[start] ?? '')?.[1];
      if (language === undefined) continue;
      const end = lines.indexOf('```', start + 1);
      blocks.push({ page, line: start + 1, language, text: lines.slice(start + 1, end).join('\n') });
      start = end;
    }
    return blocks;
  });
}
