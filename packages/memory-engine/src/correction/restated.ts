// A later statement with the words of an earlier one: it ends what they say, or says it of other persons and things. English, German, French,
// Spanish, Italian, Portuguese and Dutch.
import { foldWord, isFunctionWord } from '../words/function-words.js';
import { stem } from '../words/stem.js';
import { wholeWords } from '../words/whole-words.js';
import { NOW, STOPS } from './change-words.js';
import type { StatementShape } from './statement-shape.js';

const ENDING_MAX = 3;

/** "Cats" and "a cat", "gatti" and "gatto", "Katzen" and "Katze", "fumo" and "fumare". */
export function isSameRoot(one: string, other: string): boolean {
  const [short = '', long = ''] = [foldWord(one), foldWord(other)].toSorted((a, b) => a.length - b.length);
  const root = short.replace(/[aeio]$/u, '');
  return root.length >= 3 && long.startsWith(root) && long.length - root.length <= ENDING_MAX;
}

/** Words between "stopped" and what has stopped. */
const BETWEEN_MAX = 2;

/** Whether the later statement stops what all words of the earlier one say: "I smoke", "I've stopped smoking"; "Sono vegana", "Non sono più vegana". */
export function stopsWhatWasSaid(older: StatementShape, newer: StatementShape, isOfSpeaker: boolean): boolean {
  const stop = STOPS.exec(newer.body);
  if (stop === null || older.stems.size === 0 || (!isOfSpeaker && stop.index > 0)) return false;
  const isSaid = (key: string) => (word: string) => word === key || isSameRoot(word, key);
  const own = [...newer.stems.keys()];
  if (![...older.stems.keys()].every((key) => own.some(isSaid(key)))) return false;
  const words = (text: string) => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const from = words(newer.body.slice(0, stop.index)).length;
  const to = from + words(stop[0]).length;
  return words(newer.body).some(
    (word, at) =>
      at >= from - BETWEEN_MAX - 1 &&
      at <= to + BETWEEN_MAX &&
      [...older.stems.keys()].some((key) => isSaid(key)(word.toLowerCase())),
  );
}

/** Whether the later statement says the words of the earlier one in another order, as in "Anna trusts Ben", "Ben trusts Anna". */
export function reordersWords(older: StatementShape, newer: StatementShape): boolean {
  const [earlier, later] = [[...older.stems.keys()], [...newer.stems.keys()]];
  const isSame = earlier.length === later.length && earlier.every((key) => newer.stems.has(key));
  return isSame && earlier.join(' ') !== later.join(' ');
}

/** Whether the later statement has all words of the earlier one in their order, and more: "I play the flute", "I play the flute in a band". */
export function saysMore(older: StatementShape, newer: StatementShape): boolean {
  const kept = newer.words.reduce((count, word) => count + Number(word === older.words[count]), 0);
  return kept > 1 && kept === older.words.length && newer.words.length > kept;
}

/** Of a wording of an end, inside what it ends: "keine Angst mehr vor Gewitter". */
const END_WORD = /^(?:any|more|longer|anymore|mehr|plus|más|più|mais|meer)$/u;
const OBJECT_MAX = 3;

/** Whether the later statement stops what the earlier one says of another object: "I'm scared of dogs", "I'm no longer scared of thunder". */
export function stopsWithAnotherObject(older: StatementShape, newer: StatementShape): boolean {
  if (!STOPS.test(newer.body)) return false;
  const now = newer.words.filter((word) => !END_WORD.test(word));
  const isShared = (word: string) => older.stems.has(stem(word)) && newer.stems.has(stem(word));
  return older.words.slice(-OBJECT_MAX - 1, -1).some((verb) => {
    const object = older.words.slice(older.words.indexOf(verb) + 1);
    const other = now.slice(now.findIndex((word) => stem(word) === stem(verb)) + 1);
    const [last = '', otherLast = ''] = [object.pop(), other.pop()];
    const areOthers = last !== otherLast && [last, otherLast].every((word) => !isShared(word) && !isFunctionWord(word));
    return isShared(verb) && areOthers && object.join() === other.join();
  });
}

/** Belongs to a time of day: "half six". */
const PART_OF_HOUR =
  /^(?:half|quarter|past|halb|viertel|dreiviertel|nach|vor|media|cuarto|demie?|quart|mezza|meia|kwart|over|voor|am|pm)$/u;
/** Words that a later statement may add beside another number. */
const ADDED_MAX = 3;

/** Whether the later statement says now all words of the earlier one with another number: "I get up at half six", "I only get up at eight now". */
export function restatesNumber(older: StatementShape, newer: StatementShape): boolean {
  const countOthers = (numbers: ReadonlySet<string>, known: ReadonlySet<string>) =>
    [...numbers].filter((number) => !known.has(number)).length;
  const isOne = countOthers(newer.numbers, older.numbers) === 1 && countOthers(older.numbers, newer.numbers) === 1;
  if (!isOne || !NOW.test(newer.body)) return false;
  const wordsOf = ({ words, numbers }: StatementShape) =>
    words.filter((word) => !numbers.has(word) && !PART_OF_HOUR.test(word));
  const [said, now] = [wordsOf(older), wordsOf(newer)];
  return said.length > 1 && said.every((word) => now.includes(word)) && now.length <= said.length + ADDED_MAX;
}

const NEEDS = wholeWords([
  "needs?|brauch(?:e|t|en)|benötig(?:e|t|en)|besoin (?:de|d['’]\\p{L}+)|necesit(?:o|a|an|amos)|bisogno (?:di|d['’]\\p{L}+)|precis(?:o|a|am|amos) (?:de|d[oa]s?)|(?:heb|heeft|hebben) .{1,40} nodig",
]);

/** Whether both say what is needed. One can need several things. */
export function areNeeds(older: string, newer: string): boolean {
  return NEEDS.test(older) && NEEDS.test(newer);
}

const RENAMED = wholeWords([
  'renam(?:e|ed|ing)|rebranded|umbenannt|umgetauft|renommée?s?|rebaptisée?s?|renombrad[oa]|rebautizad[oa]|rinominat[oa]|ribattezzat[oa]|renomead[oa]|rebatizad[oa]|hernoemd|omgedoopt',
]);
const HAS_NAME = wholeWords([
  "name is|['’]s name is|called|named|heißt|heisst|s['’]appelle|se llama|si chiama|chama-se|se chama|heet|nom(?:bre|e)? (?:est|es|è|é)|naam is",
]);
/** What has a name already is the object: "We renamed it", "Wir haben sie umbenannt". */
const RENAMED_IT = wholeWords([
  'renam(?:e|ed|ing) (?:it|them)|(?:ihn|sie|es|het|hem) (?:\\p{L}+ ){0,4}(?:umbenannt|umgetauft|hernoemd|omgedoopt)',
]);

/** Whether the later statement gives another name to what the earlier one names: "The app is called Otter", "We renamed it to Badger". */
export function renames(older: StatementShape, newer: StatementShape): boolean {
  if (!HAS_NAME.test(older.body) || !RENAMED.test(newer.body)) return false;
  return (
    RENAMED_IT.test(newer.body) ||
    [...older.stems.keys()].some((key) => newer.stems.has(key) && !/^(?:call|nam)/u.test(key))
  );
}
