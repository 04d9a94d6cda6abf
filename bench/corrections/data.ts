import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A fact, a later correction of it in other words, and a question about each. */
export interface Update {
  readonly older: string;
  readonly newer: string;
  readonly present: string;
  readonly past: string;
}

/** Two similar statements that are both true, the first one older. */
export interface TruePair {
  readonly first: string;
  readonly second: string;
  /** A question about the first statement; empty where the pair only tests links. */
  readonly question: string;
}

/** Corrections written for this bench. */
export function readUpdates(): Update[] {
  return rows('updates.txt').map(([older = '', newer = '', present = '', past = '']) => ({
    older,
    newer,
    present,
    past,
  }));
}

/** Pairs on one topic that correct nothing, written for this bench. */
export function readTruePairs(): TruePair[] {
  return rows('both-true.txt').map(([first = '', second = '', question = '']) => ({ first, second, question }));
}

/** `count` statements that have nothing to do with the pair at `index`: those of pairs far away in the file, always the same ones. */
export function unrelatedTo(statements: readonly string[], index: number, count: number): string[] {
  const step = 17;
  return Array.from({ length: count }, (_, n) => statements[(index + step * (n + 1)) % statements.length] ?? '');
}

function rows(file: string): string[][] {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}
