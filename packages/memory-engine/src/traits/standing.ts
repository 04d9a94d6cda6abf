import { findPossibleLanguages, foldWord } from '../words/function-words.js';
import { dutch } from './dutch.js';
import { english } from './english.js';
import { french } from './french.js';
import { german } from './german.js';
import { italian } from './italian.js';
import { portuguese } from './portuguese.js';
import { compileRules, splitWords, type StandingWords } from './rule-words.js';
import { spanish } from './spanish.js';

/** What a text says about later answers. */
export interface Standing {
  /** It asks for something in all of them: "always …", "from now on …", "keep it short". */
  readonly instruction: boolean;
  /** It states what the speaker likes or avoids. */
  readonly preference: boolean;
}

const LANGUAGES: Readonly<Record<string, StandingWords>> = {
  English: english,
  German: german,
  French: french,
  Spanish: spanish,
  Italian: italian,
  Portuguese: portuguese,
  Dutch: dutch,
};

const toAlternatives = (wordings: readonly string[]) => [...wordings].sort((a, b) => b.length - a.length).join('|');

const RULES = Object.entries(LANGUAGES).map(([language, { openers, lists, requests, anywhere, preferences }]) => ({
  language,
  opener: new RegExp(`(?<=^| )(?:${toAlternatives(splitWords(openers))}) `, 'gu'),
  requests: compileRules(requests, { lists, from: 'lastIndex' }),
  anywhere: compileRules(anywhere, { lists, from: 'anywhere' }),
  preferences: compileRules(preferences, { lists, from: 'anywhere' }),
}));

type Rules = (typeof RULES)[number];

const TYPED: ReadonlyMap<string, string> = new Map(
  Object.values(LANGUAGES).flatMap(({ typed }) =>
    Object.entries(typed).flatMap(([word, forms]) => splitWords(forms).map((form) => [form, word] as const)),
  ),
);
const TYPED_FORM = new RegExp(`(?<![\\w'])(?:${toAlternatives([...TYPED.keys()])})(?![\\w'])`, 'gu');

/** A short request has few function words, and some are words of several languages. */
const CLEARLY_MORE = 3;
/** A question asks for nothing later, except "Could you always …?" and "Can you stop …?". */
const REQUEST_IN_QUESTION =
  /(?<!\w)(?:can|could|would|will) you (?:please )?(?:always|never|only|stop|avoid|not)(?!\w)/u;
/** Another person, up to the next comma. */
const OTHERS =
  /(?<=^|[,;] *)(?:he|she|they|we|it(?! would| is important| helps)|there|everyone|er|wir|elle|ils?|elles|nous|ella|ellos|ellas|lui|loro|ele|ela|eles|elas|hij|zij|ze|wij) [^,;]*/gu;
/** What a person always does, or does not do. */
const HABIT =
  /(?<!\w)(?:(?:i|we|he|she|they|you|who|that|people|everyone|everybody|it|to|and|will|i'll|would|which|could|can|may|do|(?:my|our|his|her|their|the) \w+) (?:always|never|ever)|\w+s (?:always|never)(?= \w)|(?:i|we|they|you|people|who|kids|parents|friends) (?:(?:just|really|still|also) )?don't)(?!\w)/gu;
/** A request follows: "in emails always …", "could you always …". */
const BEFORE_ALWAYS =
  /(?<!\w)(?:(?:in|for|with) (?:\w+ ){1,2}|(?:can|could|would|will) you (?:please )?)(?=(?:always|never) )/gu;

/** Reads standing instructions and preferences of the speaker, also as people type them, in seven languages. A question states neither, unless it asks for something later. */
export function readStanding(text: string): Standing {
  let instruction = false;
  let preference = false;
  for (const said of listStatements(text)) {
    const languages = findPossibleLanguages(said.match(/[\w']+/gu) ?? [], CLEARLY_MORE);
    const requests = said.replaceAll(BEFORE_ALWAYS, '; ').replaceAll(OTHERS, ';').replaceAll(HABIT, ';');
    const clauses = listWorded(requests.split(/[,;:()"*]/u)).map((clause) => clause.replace(/^[ -]+/u, ''));
    for (const rules of RULES) {
      if (!languages.has(rules.language)) continue;
      preference ||= rules.preferences.test(said);
      instruction ||= rules.anywhere.test(requests) || clauses.some((clause) => hasRequest(clause, rules));
    }
    if (instruction && preference) break;
  }
  return { instruction, preference };
}

/** Whether a request begins a clause, or follows a word such as "please" or "and" in it. */
function hasRequest(clause: string, { opener, requests }: Pick<Rules, 'opener' | 'requests'>): boolean {
  const openers = [...clause.matchAll(opener)].map((found) => found.index + found[0].length);
  return [0, ...openers].some((start) => {
    requests.lastIndex = start;
    return requests.test(clause);
  });
}

/** Returns the sentences that are no questions: lowercase, without accents, in the spelling of the rules. */
function listStatements(text: string): string[] {
  const folded = foldWord(text)
    .replaceAll(/[’‘´`]/gu, "'")
    .replaceAll(TYPED_FORM, (typed) => TYPED.get(typed) ?? typed);
  return listWorded(folded.match(/[^.!?？؟。\n¡¿•]+[.!?？؟。]*/gu) ?? [])
    .filter((sentence) => !/[?？؟]/u.test(sentence) || REQUEST_IN_QUESTION.test(sentence))
    .map((sentence) =>
      sentence
        .replace(/[.!?？؟。]+$/u, '')
        .replaceAll(/\s+/gu, ' ')
        .trim(),
    );
}

/** Without parts of a text that are too short for a rule, such as numbers of a list. */
const listWorded = (parts: readonly string[]) => parts.filter((part) => /[a-z]{3}/u.test(part));
