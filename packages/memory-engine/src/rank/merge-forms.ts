import { listClockForms } from '../time/clock-words.js';
import { getWordForms } from '../words/word-forms.js';
import type { ScopeSample } from './scope-sample.js';
import type { PoolMemory } from './types.js';

interface WordLexeme {
  readonly word: string;
  readonly lexeme: string;
}

/** Lexemes of a query, and those of other forms of its words, which count as the same. */
export interface QueryLexemes {
  readonly lexemes: readonly WordLexeme[];
  /** Lexeme of the query for each lexeme of another form. */
  readonly mainOf: ReadonlyMap<string, string>;
}

/** Returns the word that each other form of a query's words belongs to. */
export function listQueryForms(words: readonly string[]): Map<string, string> {
  const forms = new Map<string, string>();
  for (const word of words)
    for (const form of [...getWordForms(word), ...listUmlautForms(word), ...listClockForms(word)])
      if (!forms.has(form)) forms.set(form, word);
  for (const word of words) forms.delete(word);
  return forms;
}

/** Separates the lexemes of a query's own words from those of their other forms. */
export function separateForms(found: readonly WordLexeme[], forms: ReadonlyMap<string, string>): QueryLexemes {
  const lexemes = found.filter(({ word }) => !forms.has(word));
  const own = new Set(lexemes.map(({ lexeme }) => lexeme));
  const mainOf = new Map<string, string>();
  for (const { word, lexeme } of found) {
    const main = lexemes.find((candidate) => candidate.word === forms.get(word));
    if (main && !own.has(lexeme)) mainOf.set(lexeme, main.lexeme);
  }
  return { lexemes, mainOf };
}

/** Counts the other forms of a word as the word itself. */
export function mergeCounts(memories: readonly PoolMemory[], { mainOf }: QueryLexemes): PoolMemory[] {
  if (mainOf.size === 0) return [...memories];
  return memories.map((memory) => {
    if (memory.counts === null) return memory;
    const counts: Record<string, number> = {};
    for (const [lexeme, count] of Object.entries(memory.counts)) {
      const main = mainOf.get(lexeme) ?? lexeme;
      counts[main] = (counts[main] ?? 0) + count;
    }
    return { ...memory, counts };
  });
}

/** The same for a sample of a large scope. */
export function mergeMatches(sample: ScopeSample, { mainOf }: QueryLexemes): ScopeSample {
  const matches = sample.matches.map(
    ([lexemes, memories]) => [[...new Set(lexemes.map((lexeme) => mainOf.get(lexeme) ?? lexeme))], memories] as const,
  );
  return { ...sample, matches };
}

/** Returns a lexeme of the query and those of its other forms. */
export function withForms(lexeme: string, { mainOf }: QueryLexemes): string[] {
  return [lexeme, ...[...mainOf].flatMap(([form, main]) => (main === lexeme ? [form] : []))];
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Returns a word with umlauts for two letters and the other way round: "Juergen" finds "Jürgen". Lexemes have no umlauts. */
function listUmlautForms(word: string): string[] {
  const lower = word.toLowerCase();
  const forms = [
    lower.replaceAll(/[äöü]/gu, (letter) => UMLAUTS[letter] ?? letter),
    lower.replaceAll(/([aou])e/gu, '$1'),
  ];
  return forms.filter((form) => form !== lower && form.length > 2);
}
