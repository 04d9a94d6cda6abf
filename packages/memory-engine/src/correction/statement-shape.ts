import { stem, getWords } from '../words/stem.js';
import { findSpeakerLabel } from '../words/names.js';
import { foldWord } from '../words/function-words.js';
import { isStopWord } from '../words/stop-words.js';
import { getRarity } from './word-rarity.js';

export interface StatementShape {
  readonly body: string;
  readonly words: readonly string[];
  /** Stems of words except numbers and function words, with their rarity. */
  readonly stems: ReadonlyMap<string, number>;
  readonly numbers: ReadonlySet<string>;
  /** Capitalized words inside the statement, as lowercase stems. Without any capital: its last word, if that is rare. */
  readonly names: ReadonlySet<string>;
  /** Stem of the name or noun that the statement begins with: "Maya is a nurse.", "Maya. She is a nurse." Null for a word of another kind. */
  readonly subjectName: string | null;
  /** Index of the main verb in `words`, or -1 if unknown. */
  readonly verbAt: number;
  readonly isMainPast: boolean;
  readonly hasPast: boolean;
  /** Whether the subject is "I", "we" or the user, or belongs to the speaker. */
  readonly isFirstPerson: boolean;
  readonly person: string | null;
  /** Stem of the noun before the verb. Null for a pronoun or a person. */
  readonly head: string | null;
}

const PERSONS = new Set(
  (
    'sister brother mother mom mum father dad parent parents son daughter wife husband partner girlfriend boyfriend fiance fiancee ' +
    'grandmother grandfather grandma grandpa granny aunt uncle cousin niece nephew friend neighbor neighbour roommate flatmate ' +
    'colleague coworker boss manager landlord teacher doctor dentist ex kid kids child children baby twins ' +
    'client customer team company family twin'
  ).split(' '),
);

/** English, German, French, Spanish, Italian, Portuguese and Dutch, without those for one, which are articles as well. */
const NUMBER_WORDS = new Set(
  (
    'two three four five six seven eight nine ten eleven twelve third fourth fifth ' +
    'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf deux trois quatre cinq sept huit neuf dix onze douze ' +
    'dos tres cuatro cinco seis siete ocho nueve diez once doce tre quattro cinque sei sette otto nove dieci undici dodici ' +
    'dois duas três quatro sete oito dez doze twee drie vijf zes zeven acht negen tien twaalf'
  ).split(' '),
);

/** The person whom a model writes about, in seven languages. */
const USER = new Set(
  'user nutzer nutzerin benutzer benutzerin utilisateur utilisatrice usuario usuaria utente utilizador utilizadora gebruiker'.split(
    ' ',
  ),
);

const IRREGULAR_PAST =
  'was were had did went came got took made said told saw met bought brought thought taught caught ate drank drove rode wrote ' +
  'spoke broke chose froze woke wore swore tore bore gave forgave began ran swam sang sank rang sat slept kept left felt dealt ' +
  'meant sent spent built lent bent lost won found held led fed fled read paid laid sold stood understood knew grew flew threw ' +
  'drew blew became quit hurt shut hit let cut put set cost fell rose fought sought hung stuck struck shot stole spoke heard';
const PRESENT_VERBS =
  'am is are m re s have ve has do does can will ll must should would may might ' +
  'live work love like hate prefer enjoy want need use own drive ride take eat drink smoke play study learn teach speak ' +
  'go come run swim walk bike cycle commute travel wake get sleep pay earn make cost weigh start begin meet open close end stay ' +
  'keep read watch write sing cook bake wear vote pray believe think know follow support attend train practice practise visit ' +
  'call belong sit stand stop remain share rent plan hope mean say see feel find hold lead volunteer subscribe listen sound look ' +
  'manage hire avoid skip order buy sell grow raise breed collect carry mind measure last leave arrive depart expire run rely date';
const presentVerbs = new Set(PRESENT_VERBS.split(' ').flatMap((verb) => [verb, stem(verb), `${verb}s`, `${verb}es`]));
const pastVerbs = new Set(IRREGULAR_PAST.split(' '));
/** Whether a word is an irregular past form: "took", "went". */
export function isPastVerb(word: string): boolean {
  return pastVerbs.has(word.toLowerCase());
}

const NOT_PAST = new Set(
  'need feed speed seed indeed bed red shed wed hundred married allergic used retired tired interested based named divorced engaged parked scared supposed located'.split(
    ' ',
  ),
);
const PAST_TIME =
  /\b(?:ago|yesterday|last (?:week|month|year|night|spring|summer|autumn|fall|winter|\w+day)|back then|as a (?:child|kid|teenager|student)|in (?:19|20)\d\d|when i was|formerly|previously|once|ex-\w+|once upon)\b/iu;

/** Parses a statement into the parts that correction detection compares. */
export function readStatement(text: string, functionWords: ReadonlySet<string> | null = null): StatementShape {
  const body = findSpeakerLabel(text) === null ? text.trim() : text.slice(text.indexOf(':') + 1).trim();
  const words = Array.from(
    body
      .toLowerCase()
      .replaceAll('’', "'")
      .matchAll(/[\p{L}\p{N}\p{M}]+(?:[.:@-][\p{L}\p{N}]+)*/gu),
    ([word]) => word,
  );
  const verbAt = findVerb(words);
  const stems = stemRarities(body, functionWords);
  const verb = words[verbAt] ?? '';
  return {
    body,
    words,
    stems,
    numbers: new Set([
      ...(body.match(/\p{N}+(?:[.,:]\p{N}+)*/gu) ?? []),
      ...words.filter((word) => NUMBER_WORDS.has(word)),
    ]),
    names: namesIn(body, stems),
    subjectName: findSubjectName(body),
    verbAt,
    isMainPast: isPast(verb, words[verbAt + 1]),
    hasPast: PAST_TIME.test(body) || words.some((word) => pastVerbs.has(word) || word === 'used'),
    ...subjectOf(words, verbAt),
  };
}

function stemRarities(body: string, functionWords: ReadonlySet<string> | null): Map<string, number> {
  const isTopical = (word: string) => !isStopWord(word) && functionWords?.has(foldWord(word)) !== true;
  const topical = getWords(body).filter((word) => isTopical(word) && !/^\p{N}/u.test(word) && !USER.has(word));
  return new Map(topical.map(stem).map((key) => [key, getRarity(key)]));
}

/** In a statement without any capital, the last word that is rare enough stands for its name: "i drive a fiesta". */
function namesIn(body: string, stems: ReadonlyMap<string, number>): Set<string> {
  if (!/\p{Lu}/u.test(body)) {
    const [last, rarity = 0] = [...stems].at(-1) ?? [];
    return new Set(last !== undefined && rarity >= 1 ? [last] : []);
  }
  const found = body.matchAll(/(?<=[\p{L}\p{N},;:)"'’-]\s["'(]?)\p{Lu}[\p{L}\p{M}\p{N}]+/gu);
  return new Set(Array.from(found, ([name]) => stem(name.toLowerCase())));
}

function findSubjectName(body: string): string | null {
  const word = /^\p{Lu}\p{Ll}+(?=(?:['’]s|\.)? \p{L})/u.exec(body)?.[0].toLowerCase();
  return word === undefined || isStopWord(word) || getRarity(stem(word)) < 1 ? null : stem(word);
}

function findVerb(words: readonly string[]): number {
  const first = words[0] ?? '';
  const isPronoun = /^(?:i|we|he|she|they|it|user|you)$/u.test(first);
  return words.findIndex(
    (word, index) =>
      index > 0 &&
      index < 10 &&
      (isVerb(word) || (isPronoun && index === 1 && !/(?:ly|also|just|never|always|often)$/u.test(word))),
  );
}

function isVerb(word: string): boolean {
  return presentVerbs.has(word) || pastVerbs.has(word) || (/[a-z]{2}ed$/u.test(word) && !NOT_PAST.has(word));
}

function isPast(verb: string, next: string | undefined): boolean {
  if (verb === 'read' || verb === 'cost' || verb === 'put' || verb === 'set' || verb === 'cut') return false;
  if (pastVerbs.has(verb)) return true;
  if (verb === 'used') return next === 'to';
  return /[a-z]{2}ed$/u.test(verb) && !NOT_PAST.has(verb);
}

function subjectOf(
  words: readonly string[],
  verbAt: number,
): Pick<StatementShape, 'isFirstPerson' | 'person' | 'head'> {
  const before = words.slice(0, verbAt === -1 ? 4 : verbAt);
  const [first = '', second = ''] = words;
  const isUser = USER.has(first === 'the' ? second : first);
  const isFirstPerson = isUser || /^(?:i|we|my|our)$/u.test(first) || before.includes('i') || before.includes('we');
  const own = before.findIndex((word) => word === 'my' || word === 'our' || word === 'user');
  const after = before.slice(own + 1).filter((word) => word !== 's');
  const person = after.find((word) => PERSONS.has(word)) ?? null;
  const last = after.filter((word) => !isStopWord(word) && !/^(?:user|i|we|ly)$/u.test(word)).at(-1);
  return { isFirstPerson, person, head: person !== null || last === undefined ? null : stem(last) };
}
