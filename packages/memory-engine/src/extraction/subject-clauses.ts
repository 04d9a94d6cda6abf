// Sentences of clauses about different subjects, each of which can change by itself: "the budget is 14k, my husband Rory wants an island".
// English, German, French, Spanish, Italian, Portuguese and Dutch.

import { ENDS, NOW, SWITCHES } from '../correction/change-words.js';
import { findSlots } from '../correction/slots.js';
import { canBeginSubject, isSubjectVerb } from '../correction/subjects.js';
import { foldWord, isFunctionWord } from '../words/function-words.js';
import { SPEAKER_VERBS } from '../words/speaker-verbs.js';
import { wholeWords } from '../words/whole-words.js';
import { findClauses } from './clauses.js';
import { findPeople } from './people-named.js';

const OWN =
  /^(?:my|our|mein\p{L}*|unser\p{L}*|mis?|nuestr[oa]s?|mon|ma|mes|notre|nos|mi[oae]|miei|nostr[oaie]|meus?|minhas?|noss[oa]s?|mijn|onze|ons)$/iu;
const ARTICLE = /^(?:the|der|die|das|le|la|les|l|el|los|las|il|lo|i|gli|o|a|os|as|de|het)$/iu;
const INDEFINITE = wholeWords(['an?(?! month| week| day| year)|some|ein(?:e[nmr]?)?|une?|des|una|un[oa]s?|uma?|een']);
const SPEAKER = /^(?:i|we|ich|wir|je|j|nous|ik|wij|yo|nosotr[oa]s|io|noi|eu|nós|i['’]\p{L}+|we['’]\p{L}+|im|ive)$/iu;
const OTHER = /^(?:he|she|they|er|sie|elle|ils|elles|él|ella|ellos|lui|lei|loro|ele|ela|eles|hij|zij|ze)$/iu;
/** Verbs of the speaker whose pronoun is left out. */
const PRO_DROP = new RegExp(`^(?:${SPEAKER_VERBS})$`, 'iu');
/** Verbs behind a thing. Behind a person, every word may be one. */
const VERB = new RegExp(
  `^(?:${[
    "(?:is|are|was|were|has|have|had|does|did|wo|ca)(?:n['’]?t)?|will|can|costs?|(?:need|want|start|end|begin|open|close|run|stay|mean|include|take|come|belong|expire|arrive|leave)s?|goes|lives?|works?",
    'ist|sind|war|waren|hat|haben|heißt|heißen|kostet|kosten|liegt|beträgt|steht|beginnt|endet|braucht|brauchen|will|wollen|kommt|kommen|läuft|geht|dauert|muss|kann|öffnet|schließt',
    'est|sont|était|ont|coûte|coûtent|veut|veulent|commence|finit|dure|ouvre|ferme|arrive|part|tombe|doit|peut|reste',
    'es|son|está|están|era|tiene|tienen|cuesta|cuestan|quiere|quieren|empieza|termina|dura|abre|cierra|llega|sale|vence|cae',
    'è|sono|era|ha|hanno|costa|costano|vuole|vogliono|comincia|inizia|finisce|dura|apre|chiude|arriva|parte|scade',
    'appelle|llama|llaman|chiama|chama|é|são|tem|têm|custa|custam|quer|querem|começa|termina|chega|sai|vence|cai|fica',
    'zijn|heeft|hebben|heet|kost|kosten|begint|eindigt|duurt|ligt|wil|willen|komt|gaat|loopt|moet|opent|sluit',
  ].join('|')})$`,
  'iu',
);
/** "Ma mère a", unlike "bought a car". */
const FRENCH = /^(?:mon|ma|mes|notre|nos|l|le|la|les)$/iu;
/** Between a subject and its verb. */
const BETWEEN =
  /^(?:only|always|never|often|usually|really|still|just|now|nur|ne|se|s|si|non|não|no|ya|già|já|ahora|ora|agora|nunca|sempre|siempre)$/iu;
const PREPOSITION =
  /^(?:of|for|at|in|on|to|from|with|by|von|vom|für|zu|bei|mit|de|du|d|des|del|pour|chez|avec|para|con|di|della|dello|per|do|da|dos|com|van|voor|met|and|und|et|y|e|en)$/iu;
const CONJUNCTION = /^(?:and|or|und|oder|et|ou|y|o|e|of|de|di|du|en)$/iu;
/** What ties a clause to the one before: conditions, reasons and times, and words for what was named. */
export const TIED = wholeWords([
  'because|bc|cos|cuz|if|when|whenever|while|unless|although|though|that|which|who|whose|where|than|whether',
  '(?:as|so|since|until|till|before|after) (?:i|we|he|she|it|they|my|our|the|that)',
  'weil|wenn|während|damit|obwohl|dass|ob|denn|sodass|falls|bevor|nachdem|(?:als|want|toen) (?:ich|er|sie|es|wir|ik|hij|ze|zij|het|we|er|mein\\p{L}*|mijn|onze|de|der|die|das|dat)',
  'parce|car (?:je|j|il|elle|on|nous|mon|ma|mes|le|la|les|c)|si(?! chiama)|quand|lorsque|pendant|puisque|qui|que|qu|dont|où|donc|alors',
  'porque|pues|cuando|mientras|aunque|quien|donde|perché|quando|mentre|siccome|poiché|che|cui|dove|quindi|pois|enquanto|embora|onde|quem',
  'omdat|terwijl|hoewel|dat|wie|waar|zodat|dus',
]);
/** Words for what another clause named. */
export const BACK = wholeWords([
  "it(?:['’]s)?|its|he|him|his|she|her|they|them|theirs?|this(?! (?:week|month|year|spring|summer|autumn|winter|morning|evening)(?!\\p{L}))|there|then|one(?=\\W*$)|ones|both|too(?=\\W*$)|also|either|as well|instead|otherwise|the same|therefore",
  'er|sie|ihn|ihm|ihnen|es(?=\\W*$)|seine?[nmr]?|ihre?[nmr]?|dort|dann|auch|deshalb|dafür|davon',
  'elles?|ils|lui|leurs?|ses|aussi|ça|cela',
  'ella|ellos|sus?|allí|también|eso|lei|loro|su[oa]|suoi|anche|lì|el[ea]s?|seus?|suas?|também|lá|isso',
  'hij|zij|ze|hem|haar|hun|ook|daar|dan|ervan',
]);
/** Words before the first subject: "btw my rent is 900". */
const LEAD =
  /^(?:(?:hi|hey|hello|ok|okay|so|oh|well|btw|fyi|anyway|also|and|but|by the way|übrigens|por cierto|au fait),? )+/iu;
/** Puts a pronoun's person before it: "My sister Anna. She is a nurse". */
const NAMED_BEFORE = /^[^.]{1,80}\. /u;
const SUBJECT_MAX = 6;

interface Clause {
  /** Words of the subject. Empty for the speaker. */
  readonly subject: readonly string[];
  readonly determiner: 'own' | 'article' | null;
  /** Place of the verb among the words. */
  readonly verbAt: number;
}

function getTokens(text: string): string[] {
  return (
    text.replace(/(?<=\s|^)([jlsnd])['’](?=\p{L})/giu, '$1 ').match(/[\p{L}\p{N}\p{M}]+(?:['’.,:-][\p{L}\p{N}]+)*/gu) ??
    []
  );
}

/** Reads a clause that says something of its subject. Null if it does not begin with one, or says nothing. */
function readClause(text: string): Clause | null {
  const tokens = getTokens(text);
  const [first = ''] = tokens;
  if (SPEAKER.test(first) || PRO_DROP.test(first))
    return tokens.length > 2 ? { subject: [], determiner: null, verbAt: PRO_DROP.test(first) ? 0 : 1 } : null;
  const isOwn = OWN.test(first) || (ARTICLE.test(first) && OWN.test(tokens[1] ?? ''));
  const determiner = isOwn ? 'own' : ARTICLE.test(first) ? 'article' : null;
  const from = determiner === null ? 0 : ARTICLE.test(first) && isOwn ? 2 : 1;
  const verbAt = OTHER.test(first) ? 1 : findVerb(text, tokens, from);
  if (verbAt <= from - 1 || verbAt >= tokens.length - 1) return null;
  if (determiner === null && !OTHER.test(first) && !isBareSubject(tokens.slice(0, verbAt))) return null;
  return { subject: tokens.slice(from, verbAt).map(foldWord), determiner, verbAt };
}

/** Whether a text begins with a clause about something of the speaker: "my husband hates fish". */
export function beginsOwnClause(text: string): boolean {
  const [first = '', second = ''] = text.split(' ', 2);
  return (OWN.test(first) || (ARTICLE.test(first) && OWN.test(second))) && readClause(text)?.determiner === 'own';
}

/** Whether a text begins with a clause about the speaker: "we moved to Kiel", "vivo en el tercero". */
export function beginsSpeakerClause(text: string): boolean {
  return readClause(text)?.subject.length === 0;
}

/** "Rent is 900", "Tom lives in Hull". */
function isBareSubject(words: readonly string[]): boolean {
  return words.length > 0 && words.length < 4 && words.every((word) => canBeginSubject(word) && !isFunctionWord(word));
}

function findVerb(text: string, tokens: readonly string[], from: number): number {
  const isVerb = (word: string) =>
    VERB.test(word) || isSubjectVerb(word) || (word === 'a' && FRENCH.test(tokens[0] ?? ''));
  const sure = tokens.findIndex(
    (word, at) => at > from && at <= from + SUBJECT_MAX && isVerb(word) && !BETWEEN.test(word),
  );
  // "My husband Rory wants": what follows a person, in small letters, is the verb.
  const [person] = from > 0 ? findPeople(text) : [];
  if (person === undefined || !text.startsWith(person.text)) return sure;
  const behind = getTokens(person.text).length;
  if (/['’]s$/u.test(tokens[behind - 1] ?? '')) return sure;
  const guessed = tokens.findIndex((word, at) => at >= behind && !BETWEEN.test(word));
  const [word = '', next = ''] = tokens.slice(guessed, guessed + 2);
  const canBe = /^\p{Ll}+$/u.test(word) && !isFunctionWord(word) && next !== '' && !CONJUNCTION.test(next);
  return canBe && (sure === -1 || guessed < sure) ? guessed : sure;
}

/** Whether a clause has another one inside, whose end is open: "I think my boss is leaving". */
function hasClauseInside(text: string, { verbAt }: Clause): boolean {
  const tokens = getTokens(text);
  return tokens.some((word, at) => {
    if (at <= verbAt || PREPOSITION.test(tokens[at - 1] ?? '')) return false;
    const canBegin = OWN.test(word) || ARTICLE.test(word) || SPEAKER.test(word) || OTHER.test(word);
    return (canBegin || /^\p{Lu}/u.test(word)) && readClause(tokens.slice(at).join(' ')) !== null;
  });
}

/** Whether two clauses are about different subjects, and each is clear without the other. */
function areApart(first: string, second: string): boolean {
  const begin = first.replace(LEAD, '').replace(NAMED_BEFORE, '');
  const withoutSubject = begin.replace(/^\p{L}+/u, '');
  const [earlier, later] = [readClause(begin), readClause(second)];
  if (
    earlier === null ||
    later === null ||
    BACK.test(second) ||
    BACK.test(withoutSubject) ||
    hasClauseInside(begin, earlier)
  )
    return false;
  if (later.determiner === null && later.subject.length > 0 && !/^\p{Lu}/u.test(second)) return false;
  // "We bought a house, the garden is huge", "I love such films, the effects are great".
  const isOfThing = earlier.subject.length > 0 && !OTHER.test(begin.split(' ', 1)[0] ?? '');
  if (later.determiner === 'article' && !(isOfThing && (/\p{N}/u.test(second) || !INDEFINITE.test(first))))
    return false;
  const isWithin = (one: Clause, other: Clause) => one.subject.every((word) => other.subject.includes(word));
  const [isSpeakerFirst, isSpeakerSecond] = [earlier, later].map(({ subject }) => subject.length === 0);
  // "The studio is closed, I am staying positive": what the speaker makes of a thing.
  const isOfOwn = earlier.determiner === 'own' || OTHER.test(begin.split(' ', 1)[0] ?? '');
  if (isSpeakerSecond && (isSpeakerFirst || !(isOfOwn || /\p{N}/u.test(first)))) return false;
  if (!isSpeakerFirst && !isSpeakerSecond && (isWithin(later, earlier) || isWithin(earlier, later))) return false;
  const tellsChange =
    [ENDS, SWITCHES].some((words) => words.test(first)) || [NOW, SWITCHES].some((words) => words.test(second));
  if (!tellsChange) return true;
  // "Claire left, my boss is Tom now": the first clause says why.
  const [before, after] = [findSlots(first), findSlots(second)];
  return (before.size > 0 || /\p{N}/u.test(first)) && ![...before.keys()].some((slot) => after.has(slot));
}

/** Returns where clauses end and the next ones begin, within a sentence. */
function findBreaks(text: string): { to: number; from: number }[] {
  const clauses = findClauses(text);
  return clauses.flatMap(({ to }, index) => {
    const from = clauses[index + 1]?.from;
    const between = text.slice(to, from);
    if (from === undefined || /[.!?]/u.test(between)) return [];
    const [next = ''] = getTokens(text.slice(from));
    // "I gemelli Leo e Zoe": an article, not the English speaker.
    if (/^i /iu.test(text) && /\s(?:e|ma)\s$/iu.test(between)) return [];
    // "Ma" is "but" in Italian, "my" in French.
    const isMy = /\sma\s$/iu.test(between) && ![OWN, ARTICLE, SPEAKER, PRO_DROP].some((words) => words.test(next));
    if (!isMy) return [{ to, from }];
    return between.trim().length > 2 ? [{ to, from: from - 'ma '.length }] : [];
  });
}

/** Splits a sentence into its clauses about different subjects, in its words. Returns other sentences as they are. */
export function splitSubjects(sentence: string): string[] {
  if (/["“”„«»():?]/u.test(sentence.replace(/\d:\d/gu, '')) || TIED.test(sentence)) return [sentence];
  const [, body = '', end = ''] = /^(.+?)([.!]*)$/u.exec(sentence) ?? [];
  for (const { to, from } of findBreaks(body)) {
    const [first, second] = [body.slice(0, to), body.slice(from)];
    if (!areApart(first, second)) continue;
    const begun = /^\p{Lu}/u.test(first) ? second.charAt(0).toUpperCase() + second.slice(1) : second;
    return [`${first}${end}`, ...splitSubjects(`${begun}${end}`)];
  }
  return [sentence];
}
