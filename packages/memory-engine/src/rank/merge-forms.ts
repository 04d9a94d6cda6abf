import { listClockForms } from '../time/clock-words.js';
import { isStopWord } from '../words/stop-words.js';
import { getWordForms } from '../words/word-forms.js';
import { getSameWords, listEverydayWords } from '../words/concepts.js';
import { findForeignFunctionWords, findForeignLanguage, foldWord } from '../words/function-words.js';
import { EVERYDAY_TOPICS } from '../words/everyday-topics.js';
import { EXAMPLES } from '../words/examples.js';
import { PROFILE_EXAMPLES } from '../words/profile-examples.js';
import { findTopics, TOPICS } from '../words/topics.js';
import type { ScopeSample } from './scope-sample.js';
import { correctSpelling } from './spelling.js';
import type { PoolMemory } from './types.js';

interface WordLexeme {
  readonly word: string;
  readonly lexeme: string;
}

/** Lexemes of a query, and those of other forms of its words, which count as the same. */
export interface QueryLexemes {
  readonly lexemes: readonly WordLexeme[];
  /** Lexemes that answer one of the query only in a fact: in a conversation, people use them for anything. */
  readonly inFacts: ReadonlySet<string>;
  /** Lexeme of the query for each lexeme of another form. */
  readonly mainOf: ReadonlyMap<string, string>;
  /** Lexeme of the query that each other lexeme is an example of. */
  readonly exampleOf: ReadonlyMap<string, string>;
}

/** Returns the word that each other form of a query's words belongs to: irregular forms, synonyms, and the same in other languages. */
export function listQueryForms(words: readonly string[]): Map<string, string> {
  const forms = new Map<string, string>();
  const isEnglish = findForeignFunctionWords(words) === null && words.some(isStopWord);
  for (const list of [getWordForms, listUmlautForms, listClockForms, (word: string) => getSameWords(word, isEnglish)])
    for (const word of words) for (const form of list(word)) if (!forms.has(form)) forms.set(form, word);
  for (const word of words) forms.delete(word);
  return forms;
}

/** Words of a query, and those by which statements answer it. */
export interface QueryTopics {
  /** Without those that name a topic together with another one: "free time" is one word. */
  readonly words: readonly string[];
  /** The word of the query that each word of a statement answers. */
  readonly stated: ReadonlyMap<string, string>;
  /** The word of the query that each other word is an example of: a cello is an instrument. */
  readonly examples: ReadonlyMap<string, string>;
}

/** A longer query asks for no examples, and reading it takes long. */
const EXAMPLES_QUERY_MAX = 2_000;
const allExamples = [...EXAMPLES, ...PROFILE_EXAMPLES];

/** Words that name a kind of thing in these languages only: "chat" is a cat in a French question. */
const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  chat: ['French'],
  box: ['French'],
  courses: ['French'],
  journal: ['French'],
  roman: ['German', 'French'],
};

function isAsked(word: string, query: string): boolean {
  const languages = ONLY_IN[word];
  return languages?.includes(findForeignLanguage(query.match(/[\p{L}\p{M}'’-]+/gu) ?? []) ?? '') ?? true;
}

/** Finds what a query asks for: "What are my hobbies?" is answered by "I sing in a choir". */
export function readQueryTopics(query: string, words: readonly string[]): QueryTopics {
  const stated = new Map<string, string>();
  const dropped = new Set<string>();
  const fold = (word: string) => foldWord(word).replace(/['’]s$/u, '');
  const folded = foldWord(query);
  for (const topic of findTopics([...TOPICS, ...EVERYDAY_TOPICS], folded)) {
    const wording = topic.wording.split(' ');
    const [word, ...others] = words.filter((each) => wording.includes(fold(each)) && !isStopWord(each));
    if (word === undefined) continue;
    others.forEach((other) => dropped.add(other));
    for (const form of topic.stated) if (!stated.has(form)) stated.set(form, word);
  }
  for (const word of words) stated.delete(word);
  const kept = words.filter((word) => !dropped.has(word));
  const examples = new Map<string, string>();
  const exampleTopics = folded.length > EXAMPLES_QUERY_MAX ? [] : findTopics(allExamples, folded);
  for (const { wording, stated: named } of exampleTopics) {
    const parts = wording.split(' ').filter((part) => isAsked(part, query));
    const word = kept.find((each) => parts.includes(fold(each)) && !isStopWord(each));
    if (word !== undefined) for (const form of named) examples.set(form, word);
  }
  for (const word of [...words, ...stated.keys()]) examples.delete(word);
  return { words: kept, stated, examples };
}

/** Returns the forms of words of everyday things that a misspelt word probably means: "alergie" means "Allergie" and "allergic". */
export function listMisspeltForms(lexeme: string): readonly string[] {
  const right = correctSpelling(lexeme, listEverydayWords(lexeme.charAt(0)));
  return right === undefined ? [] : [right, ...getSameWords(right, false)];
}

/** Separates the lexemes of a query's own words from those of their other forms. */
export function separateForms(
  found: readonly WordLexeme[],
  forms: ReadonlyMap<string, string>,
  { words, stated, examples }: QueryTopics,
): QueryLexemes {
  const asked = new Set(words);
  const lexemes = found.filter(({ word }) => asked.has(word));
  const own = new Set(lexemes.map(({ lexeme }) => lexeme));
  const mainOf = new Map<string, string>();
  const inFacts = new Set<string>();
  const exampleOf = new Map<string, string>();
  const addForms = (of: ReadonlyMap<string, string>, add: (lexeme: string, main: string) => void) => {
    for (const { word, lexeme } of found) {
      const main = lexemes.find((candidate) => candidate.word === of.get(word));
      if (!main || own.has(lexeme) || mainOf.has(lexeme)) continue;
      add(lexeme, main.lexeme);
    }
  };
  addForms(forms, (lexeme, main) => mainOf.set(lexeme, main));
  addForms(stated, (lexeme, main) => {
    mainOf.set(lexeme, main);
    inFacts.add(lexeme);
  });
  addForms(examples, (lexeme, main) => exampleOf.set(lexeme, main));
  return { lexemes, mainOf, inFacts, exampleOf };
}

/** Counts the other forms of a word as the word itself, and notes the kinds of things that a memory names or has examples of. */
export function mergeCounts(
  memories: readonly PoolMemory[],
  { mainOf, inFacts, exampleOf }: QueryLexemes,
): PoolMemory[] {
  if (mainOf.size + exampleOf.size === 0) return [...memories];
  const kinds = new Set(exampleOf.values());
  return memories.map((memory) => {
    if (memory.counts === null) return memory;
    const counts: Record<string, number> = {};
    const examples = kinds.size > 0 ? new Set<string>() : null;
    for (const [lexeme, count] of Object.entries(memory.counts)) {
      if (memory.run !== null && inFacts.has(lexeme)) continue;
      const main = mainOf.get(lexeme) ?? lexeme;
      const kind = exampleOf.get(lexeme) ?? main;
      if (kinds.has(kind)) examples?.add(kind);
      counts[main] = (counts[main] ?? 0) + count;
    }
    return { ...memory, counts, examples };
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
