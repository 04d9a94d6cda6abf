import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A fact, a later correction in other words, and a question about each. */
export interface Update {
  readonly older: string;
  readonly newer: string;
  readonly present: string;
  /** Empty if there is no question about the past. */
  readonly past: string;
}

/** Two similar statements that are both true, older one first. */
export interface TruePair {
  readonly first: string;
  readonly second: string;
  /** Question about the first statement. Empty if the pair only tests links. */
  readonly question: string;
}

/** Reads the corrections of this bench. */
export function readUpdates(): Update[] {
  return readRows('updates.txt').map(toUpdate);
}

/** Reads the pairs of this bench: two statements on one topic without a correction. */
export function readTruePairs(): TruePair[] {
  return readRows('both-true.txt').map(toTruePair);
}

/** Corrections and statements that stay true, of one language. */
export interface LanguagePairs {
  readonly language: string;
  readonly updates: readonly Update[];
  readonly truePairs: readonly TruePair[];
}

/** `choose` and `…-choose`: rules may be chosen on it. `judge`, `…-judge` and `unseen`: only measured. */
export const everydayParts = [
  'choose',
  'judge',
  'unseen',
  'second-choose',
  'second-judge',
  'typed-choose',
  'typed-judge',
  'third-choose',
  'third-judge',
] as const;

/** Parts of the pairs in the third person, as those of the everyday ones. */
export const thirdPersonParts = ['choose', 'judge'] as const;

/** Reads the pairs in everyday words by language, English first. */
export function readEveryday(part: (typeof everydayParts)[number]): LanguagePairs[] {
  return readByLanguage('everyday', part);
}

/** Reads the pairs in the third person, as a model extracts them ("User …", "Maya …"), by language, English first. */
export function readThirdPerson(part: (typeof thirdPersonParts)[number]): LanguagePairs[] {
  return readByLanguage('third-person', part);
}

function readByLanguage(folder: string, part: string): LanguagePairs[] {
  const updates = readRows(`${folder}/updates-${part}.txt`);
  const stable = readRows(`${folder}/stable-${part}.txt`);
  return [...new Set(updates.map(([language = '']) => language))].map((language) => ({
    language,
    updates: updates.filter(([own]) => own === language).map((cells) => toUpdate(cells.slice(1))),
    truePairs: stable.filter(([own]) => own === language).map((cells) => toTruePair(cells.slice(1))),
  }));
}

function toUpdate([older = '', newer = '', present = '', past = '']: readonly string[]): Update {
  return { older, newer, present, past };
}

function toTruePair([first = '', second = '', question = '']: readonly string[]): TruePair {
  return { first, second, question };
}

/**
 * Returns `count` statements unrelated to the pair at `index`, from distant lines of the file. Always the same ones.
 */
export function unrelatedTo(statements: readonly string[], index: number, count: number): string[] {
  const step = 17;
  return Array.from({ length: count }, (_, n) => statements[(index + step * (n + 1)) % statements.length] ?? '');
}

/** Reads the rows of a file of this folder, split at `|`. */
export function readRows(file: string): string[][] {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}
