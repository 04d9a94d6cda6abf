// Says how many secrets a model would find that learns from the words around a number or a word of mixed signs, beside the rules: with the sets
// of test/extraction/data that rules may be chosen on and ordinary texts of bench/. From the root of the repository:
//
//   npx tsx bench/learn-secrets.ts
//
// Prints for each author what a model finds that knows none of the author's messages, and counts for the sets that nothing is learned from. The
// product has no such model: at every limit that finds much, it takes ordinary numbers of the sets of lookalikes.
import { readdirSync, readFileSync } from 'node:fs';
import { redactSecrets } from '@memory-gateway/memory-engine';
import { say } from '../scripts/lib/terminal.js';
import { chooseLikely, featuresOf, isCandidate, readBefore, readWords } from './secrets/likelihood.js';

const EPOCHS = 8;
const RATE = 0.15;
const COUNT_MIN = 2;
const authors = ['author', 'second-author', 'third-author', 'fourth-author'];

/** Messages of one person. `isSeen`: something may be learned from them. */
interface Case {
  readonly set: string;
  readonly isSeen: boolean;
  readonly messages: readonly string[];
  readonly secrets: readonly string[];
  readonly keep: readonly string[];
}

const root = new URL('../', import.meta.url);
const data = new URL('test/extraction/data/', root);
const unmarked = (line: string) => line.replaceAll(/\{\{|\}\}|\[\[|\]\]/gu, '');
const marked = (line: string, mark: RegExp) => Array.from(line.matchAll(mark), ({ 1: text = '' }) => text);

function readAuthor(set: string): Case[] {
  const parts = JSON.parse(readFileSync(new URL(`${set}.json`, data), 'utf8')) as Record<
    'look' | 'blind',
    { messages: (string | { content: string })[]; secrets?: string[]; keep?: string[] }[]
  >;
  return (['look', 'blind'] as const).flatMap((part) =>
    parts[part].map(({ messages, secrets = [], keep = [] }) => ({
      set,
      isSeen: part === 'look',
      messages: messages.map((message) => (typeof message === 'string' ? message : message.content)),
      secrets,
      keep,
    })),
  );
}

const readLines = (file: URL) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));

function readSets(): Case[] {
  return readdirSync(data)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) =>
      readLines(new URL(name, data)).map((line) => ({
        set: name,
        isSeen: !/judge|unseen|held-out|later/u.test(name),
        messages: [unmarked(line)],
        secrets: name.startsWith('secrets-') ? marked(line, /\{\{(.+?)\}\}/gu) : [],
        keep: marked(line, /\[\[(.+?)\]\]/gu),
      })),
    );
}

/** Texts of benches, in which rules find no secret. */
function readOrdinary(): Case[] {
  const folder = new URL('bench/', root);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.txt') && !name.includes('node_modules'))
    .flatMap((name) => readLines(new URL(name, folder)))
    .filter((line) => /\d/u.test(line) && line.length < 2_000 && redactSecrets(line) === line)
    .map((line) => ({ set: 'bench', isSeen: true, messages: [line], secrets: [], keep: [] }));
}

interface Example {
  /** Null: no candidate. */
  readonly features: readonly number[] | null;
  readonly isSecret: boolean;
  readonly isKept: boolean;
}

/** Returns whether a part of a text lies in one of the values. */
function coversOf(text: string, values: readonly string[]): (at: number, length: number) => boolean {
  const plain = text.toLowerCase();
  const spans = values.flatMap((value) => {
    const found: { from: number; to: number }[] = [];
    for (let from = plain.indexOf(value.toLowerCase()); from >= 0; from = plain.indexOf(value.toLowerCase(), from + 1))
      found.push({ from, to: from + value.length });
    return found;
  });
  return (at, length) => spans.some(({ from, to }) => from < at + length && to > at);
}

/** Returns the words of each message. */
function toExamples({ messages, secrets, keep }: Case): Example[][] {
  return messages.map((text, place) => {
    const words = readWords(text);
    const before = place === 0 ? [] : readBefore(messages[place - 1] ?? '');
    const isSecret = coversOf(text, secrets);
    const isKept = coversOf(text, keep);
    return words.map((word, index) => ({
      features: isCandidate(word) ? featuresOf(words, index, before) : null,
      isSecret: isSecret(word.at, word.text.length),
      isKept: isKept(word.at, word.text.length),
    }));
  });
}

/** Numbers of a generator with a seed, so that each run learns the same. */
function shuffle<T>(items: T[], seed: number): T[] {
  let state = seed;
  for (let index = items.length - 1; index > 0; index -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (index + 1);
    [items[index], items[other]] = [items[other] as T, items[index] as T];
  }
  return items;
}

type Weights = ReadonlyMap<number, number>;

/** Features that are seen once say little of other texts. */
function listRepeated(examples: readonly Example[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { features } of examples)
    for (const feature of features ?? []) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count >= COUNT_MIN).map(([feature], index) => [feature, index]));
}

/** Fits the weights by stochastic descent with a rate for each feature (Adagrad). */
function learn(cases: readonly Case[]): Weights {
  const known = cases
    .flatMap(toExamples)
    .flat()
    .filter(({ features }) => features !== null);
  const places = listRepeated(known);
  const rows = known.map(({ features, isSecret }) => ({
    isSecret,
    features: (features ?? []).map((feature) => places.get(feature) ?? -1).filter((place) => place >= 0),
  }));
  const weights = new Float64Array(places.size);
  const squares = new Float64Array(places.size).fill(1e-8);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1)
    for (const { features, isSecret } of shuffle([...rows], epoch + 1)) {
      const sum = features.reduce((total, feature) => total + (weights[feature] ?? 0), 0);
      const step = 1 / (1 + Math.exp(-sum)) - (isSecret ? 1 : 0);
      if (Math.abs(step) < 0.01) continue;
      for (const feature of features) {
        squares[feature] = (squares[feature] ?? 0) + step * step;
        weights[feature] = (weights[feature] ?? 0) - (RATE * step) / Math.sqrt(squares[feature] ?? 1);
      }
    }
  return new Map([...places].map(([feature, place]) => [feature, weights[place] ?? 0]));
}

const sumOf = (weights: Weights, features: readonly number[]) =>
  features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0);

/** Counts the cases with a secret, those of which all are found, those that rules or the model find, and those with a kept word lost. */
function judge(cases: readonly Case[], weights: Weights, limit: number) {
  const counts = { secrets: 0, found: 0, withRules: 0, kept: 0, lost: 0 };
  for (const one of cases) {
    const chosen = toExamples(one).flatMap((words) => {
      const odds = words.map(({ features }) => (features === null ? null : sumOf(weights, features)));
      return chooseLikely(odds, limit).map((isChosen, index) => ({ ...words[index], isChosen }));
    });
    const secret = chosen.filter(({ isSecret }) => isSecret);
    if (one.secrets.length > 0) {
      const isFound = secret.length > 0 && secret.filter(({ isChosen }) => isChosen).length * 2 >= secret.length;
      const redacted = one.messages.map((message) => redactSecrets(message)).join('\n');
      counts.secrets += 1;
      counts.found += isFound ? 1 : 0;
      counts.withRules += isFound || one.secrets.every((value) => !redacted.includes(value)) ? 1 : 0;
    }
    if (one.keep.length > 0) {
      counts.kept += 1;
      counts.lost += chosen.some(({ isChosen, isKept, isSecret }) => isChosen && isKept && !isSecret) ? 1 : 0;
    }
  }
  return `${counts.found} of ${counts.secrets} found, ${counts.withRules} with rules, ${counts.lost} of ${counts.kept} kept lost`;
}

const limits = [0, 0.5, 1, 1.5];

function printFolds(cases: readonly Case[]): void {
  for (const author of authors) {
    const isOwn = ({ set }: Case) => set === `${author}-secrets` || set === `${author}-lookalikes`;
    const weights = learn(cases.filter((one) => one.isSeen && !isOwn(one)));
    for (const limit of limits)
      say(
        `${author}, from ${limit}: ${judge(
          cases.filter((one) => one.isSeen && isOwn(one)),
          weights,
          limit,
        )}`,
      );
  }
  const weights = learn(cases.filter(({ isSeen }) => isSeen));
  for (const limit of limits) {
    for (const author of authors)
      say(
        `${author} blind, from ${limit}: ${judge(
          cases.filter(({ set, isSeen }) => !isSeen && set.startsWith(author)),
          weights,
          limit,
        )}`,
      );
    const others = cases.filter(({ set, isSeen }) => !isSeen && set.endsWith('.txt'));
    say(`other sets, from ${limit}: ${judge(others, weights, limit)}`);
  }
}

const sets = ['secrets', 'lookalikes'].flatMap((kind) => authors.map((author) => `${author}-${kind}`));
const cases = [...sets.flatMap(readAuthor), ...readSets(), ...readOrdinary()];
say(`${cases.length} texts`);
printFolds(cases);
