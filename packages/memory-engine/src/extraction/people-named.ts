// The words by which a sentence names people and pets: "my sister Anna", "Tom's wife", "le chien de ma sœur". English, German, French, Spanish,
// Italian, Portuguese and Dutch.

import { canBeginSubject, isSubjectVerb } from '../correction/subjects.js';
import { getRarity } from '../correction/word-rarity.js';
import { readStatement } from '../correction/statement-shape.js';
import { foldWord, isFunctionWord } from '../words/function-words.js';
import { OF_SOMEBODY, PERSON } from '../words/people.js';
import { stem } from '../words/stem.js';
import { PETS } from '../words/topics.js';

/** People and pets whom `PERSON` and `PETS` lack, because corrections read them. */
const ALSO_PERSON =
  /^(?:partner|[gb]f|hubby|sis|bro|baby|babies|kids?|child(?:ren)?|twins?|girls?|boys?|mate|therapist|boss|manager|landlord|landlady|doctor|dentist|teacher|coach|chef(?:in|fe)?|arzt|ärztin|lehrer(?:in)?|mitbewohner(?:in)?|kind(?:er)?|tante|onkel|compagnon|compagne|médecin|bébé|enfants?|oncle|copine?|pareja|bebé|niñ[oa]s?|novi[oa]s?|médico|jef[ea]|profesora?|compagn[oa]|fidanzat[oa]|bambin[oaie]|medico|neonato|crianças?|ti[oa]s?|companheir[oa]|namorad[oa]|chefe|professora?|baas|huisarts|leraar|lerares|oom|kinderen|hunde|katzen|chiens|gat[oa]s?|perr[oa]s?|can[ei]|gatt[oaie]|cã(?:o|es)|cachorr[oa]s?|hond(?:en)?|kat(?:ten)?|poes)$/iu;
const pets = new Set(PETS.split(' '));
const ARTICLE =
  /^(?:the|an?|both|two|three|der|die|das|den|dem|des|ein\p{L}{0,2}|zwei|drei|le|la|les|une?|deux|trois|el|los|las|una|dos|tres|il|lo|gli|uno|due|tre|o|os|um|uma|dois|duas|três|de|het|een|twee|drie)$/iu;
/** "Mi hermana mayor". */
const YOUNGER = /^(?:mayor|menor|pequeñ[oa]|gemel[oa]|maggiore|minore|aînée?|cadette?)$/iu;
/** Between a person and the name. */
const CALLED = /^(?:called|named|namens|genannt|llamad[oa]|nommée?|chamad[oa])$/iu;
const OF = /^(?:of|von|vom|de|du|del|di|della|da|do|van)$/iu;
const GENITIVE = /^(?:meine[rs]|unsere[rs]|seine[rs]|ihre[rs])$/iu;
const AND = /^(?:and|und|et|y|e|en)$/iu;
const IS = /^(?:is|was|ist|war|est|es|è|é)$/iu;
/** Behind a person, before the name. "Mein Bruder ist Lehrer" has a noun there. */
const IS_CALLED =
  /^(?: name)? (?:is(?: called| named)?|heißt|est|s['’]appelle|es|se llama|è|si chiama|é|se chama|chama-se|heet) (?<name>\p{Lu}[\p{L}\p{M}-]+)(?![\p{L}'’])/u;
const NATIONALITY = /(?:ese|ish|ench|utch|reek|wiss|elsh|ican|lian|dian|inian|ssian|rman|rean|slim|olic|indu|hist)$/iu;
const AS = /^(?:as|als|como|comme|come)$/iu;
/** People whose role passes to somebody else: what is said of the boss Karen is not said of the next boss. */
const REPLACED =
  /^(?:boss|manager|landlord|landlady|therapist|doctor|dentist|teacher|coach|flatmates?|roommates?|colleagues?|chef(?:in|fe)?|arzt|ärztin|lehrer(?:in)?|mitbewohner(?:in)?|médecin|médico|jef[ea]|profesora?|medico|capo|professora?|baas|huisarts|leraar|lerares)$/iu;
/** Called so as if by name: "I saw mum." Other words for people need a determiner. */
const RELATIVE =
  /^(?:mum|mom|mummy|mommy|dad|daddy|grandma|grandpa|granny|nana|grandad|auntie|oma|opa|mama|papa|mamá|papá|maman|mamma|mamie|papi)$/iu;
const CONTRACTED = /^(?:it|that|this|there|here|what|who|where|how|he|she|let|everybody|everyone)['’]s$/iu;
/** "Transitioning was hard." */
const NO_NAME = /(?:ing|tion|ness|ment)$|^(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-|$)/iu;
const NAMES_MAX = 3;
const SUBJECT_MAX = 6;

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** What stands between the word and the one before. */
  readonly gap: string;
}

interface Phrase {
  readonly end: number;
  /** The word for the person. Null for a name alone, and for several people. */
  readonly head: string | null;
}

/** Words by which a sentence names somebody. */
export interface NamedPerson {
  readonly text: string;
  readonly head: string | null;
}

function readWords(sentence: string): Word[] {
  let end = 0;
  return Array.from(sentence.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu), ({ 0: text, index }) => {
    const gap = sentence.slice(end, index);
    end = index + text.length;
    return { text, from: index, to: end, gap };
  });
}

/** Whether a word is one for a person or a pet: "sister", "jefe", "chat". */
export function isPersonWord(text: string): boolean {
  return PERSON.test(text) || ALSO_PERSON.test(text) || pets.has(foldWord(text).replace(/s$/u, ''));
}

const isPerson = (word: Word | undefined) => isPersonWord(word?.text ?? '');

function isName(word: Word | undefined): boolean {
  const [start = ''] = word?.text.split(/['’]/u) ?? [];
  return /^\p{Lu}/u.test(start) && !NO_NAME.test(start) && !isFunctionWord(start) && canBeginSubject(start);
}

function isDeterminer(word: Word | undefined): boolean {
  return word !== undefined && !CONTRACTED.test(word.text) && (ARTICLE.test(word.text) || OF_SOMEBODY.test(word.text));
}

/** Reads a phrase for a person: a determiner, a word for the person and the name, or the name alone. */
function readPhrase(words: readonly Word[], from: number): Phrase | null {
  const follows = (at: number) => at === from || words[at]?.gap === ' ';
  let at = from;
  // "Miso's an outdoor cat", and "son papa", where English "son" is a person.
  const isOwner = (place: number) =>
    /^son$/iu.test(words[place]?.text ?? '') &&
    (isPerson(words[place + 1]) || RELATIVE.test(words[place + 1]?.text ?? ''));
  if (isContracted(words, from)) return { end: from + 1, head: null };
  while (at < from + 3 && follows(at) && (isDeterminer(words[at]) || isOwner(at))) at += 1;
  const isHead = (place: number) => follows(place) && isPerson(words[place]);
  const isModified = at > from && follows(at) && isHead(at + 1) && !isFunctionWord(words[at]?.text ?? '');
  const isBare = at === from && from > 0 && !RELATIVE.test(words[at]?.text ?? '');
  const place = isHead(at) && !isBare ? at : isModified ? at + 1 : null;
  // "My sister's name"
  if (place === null && at > from && isPerson(words[at - 1])) return { end: at, head: words[at - 1]?.text ?? null };
  if (place === null && !(follows(at) && isName(words[at]))) return null;
  const end = findNameEnd(words, (place ?? at) + 1);
  return widen(words, { end, head: place === null ? null : (words[place]?.text ?? null) });
}

/** Whether a name stands before the "is" of a noun: "Tom's a nurse", unlike "Tom's sister". */
function isContracted(words: readonly Word[], at: number): boolean {
  return /['’]s$/u.test(words[at]?.text ?? '') && /^an?$/iu.test(words[at + 1]?.text ?? '') && isName(words[at]);
}

/** "My sister" + "Anna", "called Anna", ", Anna,". Behind a word for a person, each capitalized word is a name. */
function findNameEnd(words: readonly Word[], from: number): number {
  const isCapital = (word: Word | undefined) => word !== undefined && /^\p{Lu}(?!['’]|$)/u.test(word.text);
  let end = from;
  if (words[end]?.gap === ' ' && YOUNGER.test(words[end]?.text ?? '')) end += 1;
  if (words[end]?.gap === ' ' && CALLED.test(words[end]?.text ?? '') && isCapital(words[end + 1])) end += 1;
  const isApart = words[end]?.gap === ', ' && isName(words[end]) && words[end + 1]?.gap !== ' ';
  if (isApart) return end + 1;
  for (let names = 0; names < NAMES_MAX && words[end]?.gap === ' ' && isCapital(words[end]); names += 1) end += 1;
  return end;
}

/** "The dog of my sister", "der Hund meiner Schwester", "my brother and his wife". */
function widen(words: readonly Word[], phrase: Phrase): Phrase {
  const next = words[phrase.end];
  if (next?.gap !== ' ') return phrase;
  const isGenitive = GENITIVE.test(next.text);
  // "Kannst du meinem Sohn helfen": French "du" has an article already.
  if (/^du$/iu.test(next.text) && isDeterminer(words[phrase.end + 1])) return phrase;
  if (!isGenitive && !OF.test(next.text) && !AND.test(next.text)) return phrase;
  const wider = readPhrase(words, isGenitive ? phrase.end : phrase.end + 1);
  return wider === null ? phrase : { end: wider.end, head: AND.test(next.text) ? null : phrase.head };
}

/** Returns the words by which a sentence names people and pets, in order: "my sister Anna". A name alone counts as the subject only. */
export function findPeople(sentence: string): NamedPerson[] {
  const words = readWords(sentence);
  const people: NamedPerson[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const phrase = readPhrase(words, at);
    if (phrase === null) continue;
    const { head } = phrase;
    const isSubject = isContracted(words, at) || (at === 0 && isFollowedByVerb(words, phrase.end));
    if (head === null && !isSubject && !words.slice(at, phrase.end).some(isPerson)) continue;
    const before = words[at - 1]?.text ?? '';
    // "Emma is my flatmate" and "I work as a coach" name no second person.
    const isRole = AS.test(before) || (people.length === 1 && (IS.test(before) || isContracted(words, at - 1)));
    const end = phrase.end + Number(isLowerCaseName(sentence, words, phrase.end));
    const text = cut(sentence, words.slice(at, end)).replace(/['’]s$/u, '');
    const { name } = IS_CALLED.exec(sentence.slice(words[end - 1]?.to))?.groups ?? {};
    const isNamed = name !== undefined && head !== null && !isFunctionWord(name) && !NATIONALITY.test(name);
    if (!isRole) people.push({ text: isNamed ? (REPLACED.test(head) ? name : `${text}, ${name}`) : text, head });
    at = end - 1;
  }
  return people;
}

/** Returns the words before the verb of a sentence: "the new plumber". Null if unknown. */
export function findSubject(sentence: string): string | null {
  const words = readWords(sentence);
  const { words: read, verbAt } = readStatement(sentence);
  const end = words.findIndex(({ text }, at) => at > 0 && (isSubjectVerb(text) || text.toLowerCase() === read[verbAt]));
  return end < 2 || end > SUBJECT_MAX || !isDeterminer(words[0]) ? null : cut(sentence, words.slice(0, end));
}

/** "my sister anna lives": in a sentence without capitals, the word between a person and a verb is the name. */
function isLowerCaseName(sentence: string, words: readonly Word[], at: number): boolean {
  const [word, verb] = [words[at], words[at + 1]];
  if (word?.gap !== ' ' || verb === undefined || /\p{Lu}/u.test(sentence)) return false;
  return canBeginSubject(word.text) && !isFunctionWord(word.text) && isSubjectVerb(verb.text);
}

function isFollowedByVerb(words: readonly Word[], end: number): boolean {
  const word = words[end];
  if (word?.gap !== ' ' || getRarity(stem(words[0]?.text.toLowerCase() ?? '')) < 1) return false;
  return isSubjectVerb(word.text) || (/^\p{Ll}/u.test(word.text) && !isFunctionWord(word.text));
}

function cut(sentence: string, words: readonly Word[]): string {
  return sentence.slice(words[0]?.from, words.at(-1)?.to);
}
