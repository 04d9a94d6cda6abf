// Messages with and without secrets, of people who had not read the rules, and ordinary lines.
import { readdirSync, readFileSync } from 'node:fs';
import { redactSecrets } from '@memory-gateway/memory-engine';

/** A conversation of one person. */
export interface Case {
  /** Who wrote it, or the file that has it. */
  readonly set: string;
  /** Whether something may be learned from it. */
  readonly isSeen: boolean;
  readonly messages: readonly string[];
  readonly secrets: readonly string[];
  /** What must not be taken for a secret. */
  readonly keep: readonly string[];
}

interface Written {
  readonly messages: readonly (string | { readonly content: string })[];
  readonly secrets?: readonly string[];
  readonly keep?: readonly string[];
  readonly part?: 'blind';
}

const root = new URL('../../', import.meta.url);
const data = new URL('test/extraction/data/', root);
const own = new URL('bench/secrets/', root);
/** Rules were chosen on what these wrote. */
const formerAuthors = ['author', 'second-author', 'third-author', 'fourth-author'];
/** Nothing is learned from these sets: they show what was. */
const UNSEEN = /judge|unseen|held-out|later/u;
/** Of the ordinary lines of benches, one of these many is read. */
const ordinaryEvery = 4;

function toCase({ messages, secrets = [], keep = [] }: Written, set: string, isSeen: boolean): Case {
  return {
    set,
    isSeen,
    messages: messages.map((said) => (typeof said === 'string' ? said : said.content)),
    secrets,
    keep,
  };
}

/** Names of the authors of bench/secrets. */
export const authors = readdirSync(own)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.replace('.jsonl', ''));

function readAuthors(): Case[] {
  return authors.flatMap((name) =>
    readLines(new URL(`${name}.jsonl`, own)).map((line) => {
      const written = JSON.parse(line) as Written;
      return toCase(written, name, written.part !== 'blind');
    }),
  );
}

function readFormerAuthors(): Case[] {
  const names = formerAuthors.flatMap((name) => [`${name}-secrets`, `${name}-lookalikes`]);
  return names.flatMap((name) => {
    const parts = JSON.parse(readFileSync(new URL(`${name}.json`, data), 'utf8')) as Record<string, Written[]>;
    return Object.entries(parts).flatMap(([part, written]) =>
      written.map((each) => toCase(each, `${name} ${part}`, part === 'look')),
    );
  });
}

const unmarked = (line: string) => line.replaceAll(/\{\{|\}\}|\[\[|\]\]/gu, '');
const listMarked = (line: string, mark: RegExp) => Array.from(line.matchAll(mark), ({ 1: text = '' }) => text);

function readLines(file: URL): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

function readSets(): Case[] {
  const names = readdirSync(data).filter((name) => name.endsWith('.txt'));
  return names.flatMap((set) =>
    readLines(new URL(set, data)).map((line) => ({
      set,
      isSeen: !UNSEEN.test(set),
      messages: unmarked(line).split(' || '),
      secrets: set.startsWith('secrets-') ? listMarked(line, /\{\{(.+?)\}\}/gu) : [],
      keep: listMarked(line, /\[\[(.+?)\]\]/gu),
    })),
  );
}

/** Lines of benches, in which rules find no secret. */
function readOrdinary(): Case[] {
  const folder = new URL('bench/', root);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.txt') && !name.includes('node_modules'))
    .flatMap((name) => readLines(new URL(name, folder)))
    .filter((line) => line.length < 2_000 && redactSecrets(line) === line)
    .filter((_, index) => index % ordinaryEvery === 0)
    .map((line) => ({ set: 'ordinary', isSeen: true, messages: [line], secrets: [], keep: [] }));
}

export const readCases = (): Case[] => [...readAuthors(), ...readFormerAuthors(), ...readSets(), ...readOrdinary()];
