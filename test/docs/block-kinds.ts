import { readPage, type CodeBlock } from './code-blocks.js';

/** What the tests do with a block. */
export type BlockKind =
  /** Runs to its end. */
  | 'program'
  /** Runs until its first message. */
  | 'stream'
  /** Starts a server, which has to become ready. */
  | 'server'
  /** Exports variables that the server reads. */
  | 'settings'
  /** GraphQL, which the server answers. */
  | 'operation'
  /** What the program above it prints. */
  | 'output'
  /** A file for the programs of its page, or for the server. */
  | 'file'
  /** Configuration of an MCP client. */
  | 'client'
  /** A file that another test writes and runs. */
  | 'other test'
  /** Text or a diagram for people, or an instruction for models. */
  | 'text'
  /** Says visibly that it does not run, and why. */
  | 'marked';

/** Commands of the languages that run. */
export const commands: Readonly<Record<string, readonly [file: string, ...command: string[]]>> = {
  sh: ['block.sh', '/bin/sh', '-e'],
  bash: ['block.bash', 'bash', '-e'],
  js: ['block.mjs', process.execPath],
  ts: ['block.mjs', process.execPath],
  python: ['block.py', 'python3'],
};

/** Name of the file that a page tells to save a block as. */
export const toFileName = ({ before }: CodeBlock): string | null =>
  /[Ss]ave .*`([\w.-]+\.json)`:$/s.exec(before)?.[1] ?? (before.includes('`MCP_TOOLS`:') ? 'mcp-tools.json' : null);

const isMarked = ({ before, after, page }: CodeBlock): boolean =>
  [before, after].some((text) => text.trimStart().startsWith('*Not run in the tests')) ||
  readPage(page).includes('*None of the commands on this page runs in the tests');

const isServer = (text: string) => /(?:^| )(?:npm start|npx --no -- memory-gateway)$/.test(text);
const isSettings = (text: string) => text.split('\n').every((line) => /^export DATABASE_\w+=/.test(line));

function toProgramKind({ language, text }: CodeBlock): BlockKind {
  if (language === 'sh' || language === 'bash') {
    if (isServer(text)) return 'server';
    if (isSettings(text)) return 'settings';
    return text.startsWith('curl -N ') ? 'stream' : 'program';
  }
  return /for await \([^)]* of client\.subscribe\(/.test(text.replace(/\{[^}]*\}/g, '')) ? 'stream' : 'program';
}

/** @returns what the tests do with a block, or null if they know nothing to do with it */
export function toBlockKind(block: CodeBlock): BlockKind | null {
  const { language, before } = block;
  if (isMarked(block)) return 'marked';
  // test/client/own-documents.test.ts runs the files of this page.
  if (block.file !== null) return block.page === 'docs/graphql.md' ? 'other test' : null;
  if (language in commands) return toProgramKind(block);
  if (language === 'graphql') return 'operation';
  if (before.endsWith('```')) return language === 'text' || language === 'json' ? 'output' : null;
  if (language === 'text') return 'text';
  if (language !== 'json') return null;
  if (toFileName(block) !== null) return 'file';
  return /"(?:mcpServers|servers)":/.test(block.text) ? 'client' : null;
}
