// Language models write memories about a person by name: "Maya's flat is in Leeds", "The user quit smoking". The rules of corrections know whose a
// statement is by "I" and "my", so both statements are read as this person would write them. English, and for names the languages of `named-person.ts`.
import { findForeignLanguage, findPossibleLanguages, foldWord, isFunctionWordOf } from '../words/function-words.js';
import { getWords } from '../words/stem.js';
import { isStopWord } from '../words/stop-words.js';
import { readNamedPerson } from './named-person.js';

/** Two statements, and the cosine of their vectors. */
export interface StatementPair {
  readonly older: string;
  readonly newer: string;
  readonly cosine: number;
}

const NAME = String.raw`\p{Lu}[\p{L}\p{M}]+(?:[ -]\p{Lu}[\p{L}\p{M}]+){0,2}`;
const ADVERB = '(?:now|also|still|usually|always|often|never|really|just|only|recently|currently|no longer)';
/** The person that a statement begins with, before what belongs to the person or what the person does. */
const SUBJECT = new RegExp(
  `^(?:(?:The |the )?[Uu]ser|${NAME})(?=['’]s? \\p{L}|(?: ${ADVERB})* (?:is|has|does|was|had|did|can|will|\\p{Ll}{2,}(?:s|ed)|${[
    'bought|sold|got|took|made|met|went|left|quit|lost|found|began|became|gave|moved|wants|thinks|won|ate|drank|drove|ran|spent|broke|chose|put',
  ].join('|')})(?!\\p{L}))`,
  'u',
);
const IRREGULAR: Readonly<Record<string, string>> = { is: 'am', has: 'have', does: 'do', goes: 'go', was: 'was' };

/** With these, the statement is by a speaker, and a name in it is that of someone else. */
const SPEAKER = new Set("i i'm i've i'd i'll me my mine myself we us our ours".split(' '));
/** What a name in both, or "the user", adds to the likeness of two statements that "I" and "my" do not, for all-MiniLM-L6-v2. */
const NAME_SHARE = 0.3;
const USER_SHARE = 0.07;
/** The built-in model embeds other languages with words of English, which puts a fact and its correction so much further apart than the weights know. */
const TRANSLATED = 0.08;

/** An answer that extraction joined to its question: "How many hours do you train? Four hours." */
const ANSWER = /^¿?([^?]+)\?+ (?=[\p{L}\p{N}])([^?]+)$/u;
const ADDRESSED = new Map(
  (
    "you I your my yours mine yourself myself you're I'm du ich dein mein deine meine deinen meinen wohnst wohne arbeitest arbeite hast habe bist bin tu je ton mon ta ma tes mes " +
    'habites habite travailles travaille vives vivo trabajas trabajo tienes tengo eres soy vivi vivo abiti abito lavori lavoro hai ho moras moro trabalhas trabalho tens tenho és sou jij ik jouw mijn'
  )
    .match(/\S+ \S+/gu)
    ?.map((pair) => pair.split(' ') as [string, string]),
);

/** Returns such an answer as its speaker would say it in one statement. */
function answerAsStatement(text: string): string {
  const [, question, answer] = ANSWER.exec(text) ?? [];
  if (question === undefined || answer === undefined) return text;
  const asked = question.replace(/[\p{L}\p{M}]+(?:['’]re)?/gu, (word) => ADDRESSED.get(word.toLowerCase()) ?? word);
  return `${asked.trim()}: ${answer}`;
}

/** If one statement begins with a person, and the other one names the same person: returns both as this person would write them. */
export function asSpeaker(given: StatementPair): StatementPair {
  const pair = { ...given, older: answerAsStatement(given.older), newer: answerAsStatement(given.newer) };
  const { older, newer } = pair;
  const words = getWords(`${older} ${newer}`);
  const language = findLanguage(words);
  if (language !== null) {
    const told = readNamedPerson(older, newer, language);
    const cosine = told === null ? pair.cosine : withoutShare(pair.cosine, NAME_SHARE);
    return { ...(told ?? pair), cosine: haveOneLanguage(older, newer) ? cosine + TRANSLATED : cosine };
  }
  if (words.some((word) => SPEAKER.has(word))) return pair;
  const isNamed = (person: string, text: string) => new RegExp(`(?<!\\p{L})${person}(?!\\p{L})`, 'u').test(text);
  const [first, other] = [findPerson(older), findPerson(newer)];
  const person = [first, other].find((found) => found !== null && isNamed(found, older) && isNamed(found, newer));
  if (!person) return pair;
  // "Tom started at Siemens and called the user" is news of Tom, unless the older statement says whose Tom is: "The user's tenant is Tom".
  const saysWhose = new RegExp(`^(?:the )?${person}['’]s? `, 'iu').test(older);
  if (other !== null && other !== person && !(saysWhose && isNamed(other, older))) return pair;
  const share = /^user$/iu.test(person) ? USER_SHARE : NAME_SHARE;
  return {
    older: speak(older, person),
    newer: speak(newer, person),
    cosine: withoutShare(pair.cosine, share),
  };
}

/** Returns the language of statements. Null: English, or too short to tell. "I'm engaged to Lena" has words of Italian, but more of English. */
function findLanguage(words: readonly string[]): string | null {
  const language = findForeignLanguage(words);
  if (language === null) return null;
  const isOwn = (word: string) => isFunctionWordOf(language, foldWord(word));
  const [own, english] = [isOwn, isStopWord].map((isWord) => words.filter(isWord).length);
  return (own ?? 0) >= (english ?? 0) ? language : null;
}

/** Whether both may be in one language, unlike "Soy alérgica al marisco" and "Sou alérgica a gatos". */
function haveOneLanguage(older: string, newer: string): boolean {
  const others = findPossibleLanguages(getWords(newer), 1);
  return [...findPossibleLanguages(getWords(older), 1)].some((language) => others.has(language));
}

const withoutShare = (cosine: number, share: number) => (cosine - share) / (1 - share);

/** Returns the person at the beginning of a statement in English. */
export function findPerson(text: string): string | null {
  const found = SUBJECT.exec(text)?.[0].replace(/^[Tt]he /u, '');
  if (found === undefined || found.split(/[ -]/u).some((word) => isStopWord(word.toLowerCase()))) return null;
  return found;
}

function speak(text: string, person: string): string {
  const name = `(?:the )?${person}`;
  const isSubject = new RegExp(`^${name}(?= \\p{Ll})`, 'iu').test(text);
  const subject = new RegExp(`^${name}((?: ${ADVERB})*) (\\p{Ll}+)`, 'iu');
  const told = text
    .replace(new RegExp(`^${name}['’]s?(?= )`, 'iu'), 'My')
    .replace(subject, (_, adverbs: string, verb: string) => `I${adverbs} ${toFirstPerson(verb)}`)
    .replace(new RegExp(`(?<!\\p{L})${name}['’]s?(?= )`, 'giu'), 'my')
    .replace(new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'giu'), 'me');
  return isSubject ? told.replace(/ (?:his|her|their) /gu, ' my ') : told;
}

function toFirstPerson(verb: string): string {
  const irregular = IRREGULAR[verb];
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]ies$/u.test(verb) && verb.length > 4) return verb.replace(/ies$/u, 'y');
  if (/(?:ss|sh|ch|x|zz|o)es$/u.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/u.test(verb) ? verb.slice(0, -1) : verb;
}
