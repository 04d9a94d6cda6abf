import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A fact, a later correction in other words, and a question about each. */
export interface Update {
  readonly older: string;
  readonly newer: string;
  readonly present: string;
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
  return rows('updates.txt').map(([older = '', newer = '', present = '', past = '']) => ({
    older,
    newer,
    present,
    past,
  }));
}

/** Reads the pairs of this bench: two statements on one topic without a correction. */
export function readTruePairs(): TruePair[] {
  return rows('both-true.txt').map(([first = '', second = '', question = '']) => ({ first, second, question }));
}

/**
 * Returns `count` statements unrelated to the pair at `index`, from distant lines of the file. Always the same ones.
 */
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
