import { findPerson, type StatementPair } from './as-speaker.js';
import { isNegated, readCues } from './cues.js';
import { findForeignFunctionWords, findForeignLanguage } from '../words/function-words.js';
import { PERSON } from '../words/people.js';
import { getWords, stem } from '../words/stem.js';
import { isStopWord } from '../words/stop-words.js';
import { tellsOfFormerState } from './former.js';
import {
  areNeeds,
  reordersWords,
  renames,
  restatesNumber,
  saysMore,
  stopsWhatWasSaid,
  stopsWithAnotherObject,
} from './restated.js';
import { compareExclusivity, type Exclusivity } from './exclusivity.js';
import { takesBackValue } from './self-correction.js';
import {
  callsOffAnother,
  changesPart,
  describesOwnThing,
  isExceptionOfOneDay,
  isOnlyUsedUp,
  isTimeOfOneDay,
  replacesByItsKind,
  stopsSomethingElse,
} from './true-beside.js';
import { compareSlots, sharePersonalSlot, shareSlot } from './slots.js';
import { isPastVerb, readStatement, type StatementShape } from './statement-shape.js';
import { canBeginSubject, haveDifferentSubjects, leavesRole, replacesAnotherThing } from './subjects.js';

/** Features of a statement pair. */
export type Features = Readonly<
  Record<
    | 'cosine'
    | 'coverage'
    | 'shared'
    | 'cue'
    | 'cueCosine'
    | 'oldCue'
    | 'subjectDiffers'
    | 'oldMainPast'
    | 'oldPast'
    | 'newMainPast'
    | 'sameValue'
    | 'headMissing'
    | 'numberDiffers'
    | 'samePerson'
    | 'cueCoverage'
    | 'negationDiffers'
    | 'openingShared'
    | 'slot'
    | 'openSlot'
    | 'sameThingNumber'
    | 'speakerSlot'
    | 'endCosine'
    | 'switchSlot'
    | 'openingNow'
    | 'namedChange'
    | 'namedGone'
    | 'coverageNow'
    | keyof Exclusivity,
    number
  >
>;

/** The same person before both ("My sister Anna. She …") brings their meanings nearer by this. */
const SAME_START = 0.2;
const oldWordsMax = 25;
const newWordsMax = 45;
/** The language shows in the beginning, and what is longer is no statement. */
const READ_MAX = 600;

/** Whether the texts can be a fact and its correction: short statements of cased letters about one thing, the older one about a state. */
function canBeCorrection(older: StatementShape, newer: StatementShape): boolean {
  if (older.words.length > oldWordsMax || newer.words.length > newWordsMax || older.body.length > READ_MAX)
    return false;
  if (older.body.includes('?') || /!\s*$/u.test(older.body) || /\?\s*$/u.test(newer.body)) return false;
  if (/^(?:hi|hello|hey|thanks|thank you|wow|yes|no|ok|okay)\b/iu.test(older.body)) return false;
  if (haveDifferentSubjects(older.body, newer.body) || replacesAnotherThing(older.body, newer.body)) return false;
  return /^[\p{Lu}\p{Ll}]/u.test(older.body);
}

/**
 * Whether the later statement is about a thing that the earlier one about the speaker does not name: "I weigh 92 kilos", "My suitcase weighs 23".
 * Not if it says what the thing did to the speaker ("The airline moved me to 11"), or that the speaker has a new one.
 */
function isAboutAnotherThing(older: StatementShape, newer: StatementShape): boolean {
  if (!older.isFirstPerson || newer.head === null || older.stems.has(newer.head)) return false;
  const [, rest] = /^(?:my|our|the(?! user)|an?) (?!(?:new|own|first|second|third) )(.*)$/iu.exec(newer.body) ?? [];
  return rest !== undefined && !/\b(?:i|me|my|we|us|our|it['’]s)\b/iu.test(rest);
}

/** The speaker or the user, in the clause before "and". */
const TOLD = /\b(?:i|me|my|mine|we|us|our|user|user['’]s)\b/iu;

/** Whether the later statement begins with news of a person that the earlier one about the speaker does not name: "Tom started at Siemens and called me". */
function isNewsOfOther(older: StatementShape, newer: StatementShape): boolean {
  const name = older.isFirstPerson && newer.person === null ? findPerson(newer.body) : null;
  // "Cancelled flights", "Finally unpacked": the speaker is left out.
  if (name === null || TOLD.test(name) || isPastVerb(name) || !canBeginSubject(name)) return false;
  const [clause = ''] = newer.body.split(/,? and (?=\p{Ll})|;/u);
  const isKnown = getWords(clause).some((word) => older.stems.has(stem(word)));
  return !isKnown && !TOLD.test(clause) && sharePersonalSlot(older.body, clause);
}

/** Returns the person before both statements: "My sister Anna. She …". */
function findCommonStart(older: string, newer: string): string | null {
  const [start = ''] = /^[^.]+\. (?=\S)/u.exec(older) ?? [];
  return start !== '' && newer.startsWith(start) ? start : null;
}

/** Whether a stem is the name behind a word for a person: "my sister Anna". */
function isPersonName(body: string, name: string): boolean {
  const words = body.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  return words.some((word, at) => stem(word.toLowerCase()) === name && PERSON.test(words[at - 1] ?? ''));
}

/** Whether statements about one person, who is no speaker, have no other word in common. */
function sharesOnlyPerson(older: StatementShape, newer: StatementShape, start: string | null): boolean {
  const name = newer.subjectName;
  if (start === null && (name === null || (older.subjectName !== name && !isPersonName(older.body, name))))
    return false;
  const person = new Set([...getWords(start ?? '').map(stem), name]);
  return ![...older.stems.keys()].some((key) => !person.has(key) && newer.stems.has(key));
}

/** Whether the later statement repeats a name of the earlier one, and one that does not only say whom both are about. Each is 0 or 1. */
function compareNames(older: StatementShape, newer: StatementShape) {
  // "Mia" is a word of Italian, too.
  const [first = ''] = newer.words;
  const isRepeated = (name: string) => newer.stems.has(name) || (name === stem(first) && !isStopWord(first));
  const named = [...older.names].filter(isRepeated);
  const leaves = leavesRole(older.body, newer.body);
  return {
    isNamed: Number(named.length > 0 || leaves),
    isValueNamed: Number(leaves || named.some((name) => !isPersonName(older.body, name))),
  };
}

/** Share of the earlier statement's words with which a later one about a former state is about the same: "I play tennis on Mondays", "I used to play tennis". */
const SAME_STATE = 0.5;

/** Whether the later statement has no word of its own: "I smoke a pack a day", "I used to smoke". */
function addsNoWord(older: StatementShape, newer: StatementShape): boolean {
  const own = [...newer.stems.keys()].filter((key) => key !== stem('used'));
  return own.length > 0 && own.every((key) => older.stems.has(key));
}

/** Whether a later statement leaves the earlier one true, whatever wordings of an end or a change it has. */
function leavesTrue(older: StatementShape, newer: StatementShape, { ended, switched, now }: Exclusivity): boolean {
  if (ended === 0 && changesPart(older, newer)) return true;
  if (isExceptionOfOneDay(newer.body) || isOnlyUsedUp(older.body, newer.body)) return true;
  if (replacesByItsKind(older, newer) || isTimeOfOneDay(older, newer) || describesOwnThing(older, newer)) return true;
  if (!leavesRole(older.body, newer.body) && stopsSomethingElse(older, newer)) return true;
  if (ended + now > 0 || isNegated(older.body) !== isNegated(newer.body) || numberDiffers(older, newer) > 0)
    return false;
  if (areNeeds(older.body, newer.body)) return true;
  return (
    switched === 0 && (reordersWords(older, newer) || (readCues(newer.body).change === 0 && saysMore(older, newer)))
  );
}

/** Whether one of them tells of a former state that the other one does not end. */
function isFormerBeside(
  older: StatementShape,
  newer: StatementShape,
  { isNamed, isValueNamed, coverage }: { isNamed: number; isValueNamed: number; coverage: number },
): boolean {
  const repeats = isValueNamed > 0 || addsNoWord(older, newer) || (older.names.size === 0 && coverage >= SAME_STATE);
  if (tellsOfFormerState(older.body) && isNamed === 0) return true;
  return tellsOfFormerState(newer.body) && (!repeats || numberDiffers(older, newer) > 0);
}

/** Whether the later statement is about another thing or another person. */
function isAboutAnother(older: StatementShape, newer: StatementShape): boolean {
  if (isAboutAnotherThing(older, newer) || isNewsOfOther(older, newer) || callsOffAnother(older, newer)) return true;
  return !shareSlot(older.body, newer.body) && stopsWithAnotherObject(older, newer);
}

/** Measures a pair of statements. Null if the pair cannot be a fact and its correction. */
export function measurePair({ older: oldText, newer: newText, cosine: measured }: StatementPair): Features | null {
  const words = getWords(`${oldText} ${newText}`.slice(0, READ_MAX));
  const functionWords = findForeignFunctionWords(words);
  const older = readStatement(oldText, functionWords);
  const newer = readStatement(newText, functionWords);
  if (!canBeCorrection(older, newer)) return null;
  const cue = readCues(newer.body);
  const { frame, ...overlap } = wordOverlap(older, newer);
  const { isNamed, isValueNamed } = compareNames(older, newer);
  const bodies = { older: older.body, newer: newer.body };
  if (isFormerBeside(older, newer, { isNamed, isValueNamed, coverage: overlap.coverage })) return null;
  const exclusivity = compareExclusivity(bodies, { isNamed: isNamed > 0, language: findForeignLanguage(words) });
  const isChange = Math.max(exclusivity.ended, exclusivity.switched);
  if (leavesTrue(older, newer, exclusivity)) return null;
  const isStopped = renames(older, newer) || stopsWhatWasSaid(older, newer, exclusivity.withoutSpeaker === 0);
  const slots = compareSlots(bodies, {
    isChanged: cue.strong >= 1 || isChange + exclusivity.now > 0,
    isStopped,
    isEnded: isValueNamed > 0 && (cue.end > 0 || exclusivity.ended > 0),
    isNamed: isNamed > 0,
    isTakenBack: takesBackValue(older, newer) || restatesNumber(older, newer),
  });
  if (slots.isOtherPerson || slots.outlasts || isAboutAnother(older, newer)) return null;
  const start = findCommonStart(oldText, newText);
  // "Anna quit her job" and "Anna. She got a bike." replace nothing that they have no word of.
  const isSpeaker = newer.subjectName !== null && functionWords?.has(newer.subjectName) === true;
  const isEnd =
    (exclusivity.ended > 0 && !isSpeaker) || (start !== null && exclusivity.now + exclusivity.switched === 0);
  if (isEnd && slots.slot + slots.openSlot + isValueNamed === 0 && sharesOnlyPerson(older, newer, start)) return null;
  const cosine = Math.max(start === null ? measured : measured - SAME_START, slots.certainCosine);
  return {
    cosine,
    ...overlap,
    cue: cue.change,
    cueCosine: cue.change * cosine,
    oldCue: readCues(older.body).strong,
    subjectDiffers: Number(older.person !== newer.person),
    oldMainPast: Number(older.isMainPast),
    oldPast: Number(older.hasPast),
    newMainPast: Number(newer.isMainPast),
    sameValue: Number(cue.end === 0 && namesValueAgain(older, newer) && frame < 0.5),
    headMissing: Number(older.head !== null && !newer.stems.has(older.head)),
    numberDiffers: numberDiffers(older, newer),
    samePerson: Number((older.isFirstPerson && newer.isFirstPerson) || (slots.slot === 0 && isSameName(older, newer))),
    cueCoverage: cue.change * overlap.coverage,
    negationDiffers: Number(isNegated(older.body) !== isNegated(newer.body)),
    openingShared: Number(opening(older) === opening(newer)),
    slot: slots.slot,
    openSlot: slots.openSlot,
    sameThingNumber: exclusivity.sameThing * numberDiffers(older, newer),
    speakerSlot: slots.slot * exclusivity.withoutSpeaker,
    endCosine: exclusivity.ended * cosine,
    switchSlot: (exclusivity.switched || exclusivity.ended) * slots.slot,
    ...exclusivity,
    openingNow: Number(opening(older) === opening(newer) && isChange + exclusivity.now > 0),
    namedChange: isValueNamed * isChange * (1 - exclusivity.withoutSpeaker),
    namedGone: isValueNamed * exclusivity.ended * exclusivity.withoutSpeaker,
    coverageNow: overlap.coverage * Number(isChange + exclusivity.now > 0),
  };
}

/** Whether the later statement repeats a name. Not the one whose number it changes: "Biscuit is five now". */
function namesValueAgain(older: StatementShape, newer: StatementShape): boolean {
  const counted = numberDiffers(older, newer) > 0 ? newer.subjectName : null;
  return [...older.names].some((name) => name !== counted && newer.stems.has(name));
}

function opening({ words }: StatementShape): string {
  return words.slice(0, 2).join(' ');
}

/** Whether both statements begin with the same name. */
function isSameName(older: StatementShape, newer: StatementShape): boolean {
  return older.subjectName !== null && older.subjectName === newer.subjectName;
}

function wordOverlap(older: StatementShape, newer: StatementShape) {
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
  // The name of the person whom both are about says nothing about what they say.
  const said = [...older.stems].filter(([key]) => key !== older.subjectName || !isSameName(older, newer));
  const common = said.filter(([key]) => newer.stems.has(key));
  const shared = sum(common.map(([, rarity]) => rarity));
  const frameStems = said.filter(([key]) => !older.names.has(key));
  const frameShared = sum(frameStems.filter(([key]) => newer.stems.has(key)).map(([, rarity]) => rarity));
  return {
    coverage: shared / Math.max(0.01, sum(said.map(([, rarity]) => rarity))),
    shared,
    frame: frameShared / Math.max(0.01, sum(frameStems.map(([, rarity]) => rarity))),
  };
}

function numberDiffers(older: StatementShape, newer: StatementShape): number {
  if (older.numbers.size === 0 || newer.numbers.size === 0) return 0;
  return Number([...newer.numbers].some((number) => !older.numbers.has(number)));
}
