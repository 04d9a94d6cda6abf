// "No wait, the deadline is the 27th": takes back what was just said. English, German, French, Spanish, Italian, Portuguese and Dutch.
import { toMonthIndex } from '../time/month-words.js';
import { countEdits } from '../rank/spelling.js';
import { WEEKDAY_WORDS } from '../time/relative-words.js';
import { getWords, stem } from '../words/stem.js';
import { wholeWords } from '../words/whole-words.js';
import type { StatementShape } from './statement-shape.js';

const MEANT = [
  '(?:scratch|strike) that|correction|i (?:mis(?:read|typed|spoke|remembered|counted)|meant(?: to say)?|(?:was|got (?:it|that)) wrong)|my (?:bad|mistake)|(?:no|oh),? wait|typo',
  'korrektur|ich mein(?:te|e)?|ich hab(?:e)? mich (?:vertan|verlesen|vertippt|geirrt|verzählt|verschrieben)|(?:tipp|schreib)fehler|(?:nein|ach|ne),? (?:warte|moment|quatsch)',
  'rectification|je (?:voulais dire|me suis trompée?)|erreur de ma part|(?:non|ah),? attends?',
  'corrección|corrijo|quise decir|quería decir|me (?:he )?equivo(?:qué|cado)|(?:no|ay),? espera',
  'correzione|correggo|volevo dire|intendevo|(?:mi sono|ho) sbagliat[oa]|(?:no|ah),? aspetta',
  'correção|corrigindo|quis dizer|quer(?:ia|o) dizer|(?:me )?(?:enganei|errei|confundi)(?:-me)?|(?:não|ah),? (?:espera|peraí)',
  'correctie|ik bedoel(?:de)?|foutje|ik (?:had|heb) (?:me|mij|het) (?:vergist|verkeerd)|ik vergiste me|(?:nee|oh),? wacht',
].join('|');
/** Words that take something back only in front of a comma. */
const PAUSE =
  'wait|hang on|stopp?|warte(?: mal)?|moment|quatsch|attends?|oups|espera|perdón|perdona|aspetta|scusa|desculpa|peraí|wacht|sorry|pardon|oops|ups';
const OPENER = new RegExp(
  `^(?:(?:actually|ok|hm+|oh|ah|ach|no|nein|non|não|nee|ups|oops|sorry),? )?(?:(?:${MEANT})(?!\\p{L})[^\\p{L}\\p{N}]+|(?:${PAUSE})[,.:;!–—-]+ )+`,
  'iu',
);
/** "It's spelled Catherine." */
const SPELLED = wholeWords([
  'spell(?:ed|s|ing)?|spelt|with (?:an?|one|two|double|no) \\p{L}|(?:schreibt|buchstabiert) (?:sich|man)|geschrieben|mit (?:einem|zwei|doppel-?)? ?\\p{L}',
  "s[’']écrit|on l[’']écrit|avec (?:un|une|deux) \\p{L}|se escribe|con (?:una?|dos)? ?\\p{L}|si scrive|escreve-se|se escreve|com (?:um|dois) \\p{L}|(?:schrijf|spel)t? (?:je|men)|met (?:een|twee) \\p{L}",
]);
const SPELLING_EDITS = 2;
/** A longer text is no statement. */
const READ_MAX = 600;
const DAY = new RegExp(`^(?:${WEEKDAY_WORDS.join('|').replaceAll('-feira', '(?:-feira)?')})$`, 'u');

/** Whether a statement begins with words that take back what was said: "No wait, the dinner is on Tuesday." */
export function opensCorrection(text: string): boolean {
  return OPENER.test(text);
}

/** Whether the later statement says how a name of the earlier one is spelled: "My neighbor is Katherine", "It's spelled Catherine". */
export function respells(older: string, newer: string): boolean {
  if (older.length > READ_MAX || newer.length > READ_MAX || !SPELLED.test(newer)) return false;
  const names = (text: string): readonly string[] => text.match(/(?<!^)\p{Lu}\p{L}{2,}/gu) ?? [];
  const known = names(older);
  return names(newer).some(
    (name) => !known.includes(name) && known.some((own) => countEdits(own, name) <= SPELLING_EDITS),
  );
}

/** Whether the later statement takes back a number or weekday of the earlier one, and names nothing that the earlier one does not. */
export function takesBackValue(older: StatementShape, newer: StatementShape): boolean {
  const opener = OPENER.exec(newer.body)?.[0];
  if (opener === undefined) return false;
  const days = (words: readonly string[]) => words.filter((word) => DAY.test(word));
  const clause = newer.body
    .slice(opener.length)
    .split(/[,;]\s/u)
    .find((part) => /\p{N}/u.test(part) || days(getWords(part)).length > 0);
  if (clause === undefined) return false;
  const words = getWords(clause);
  const isOther = (said: readonly string[], known: readonly string[]) =>
    said.length > 0 && known.length > 0 && said.every((value) => !known.includes(value));
  const isChanged =
    isOther(clause.match(/\p{N}+/gu) ?? [], older.body.match(/\p{N}+/gu) ?? []) ||
    isOther(days(words), days(older.words));
  const named = words
    .filter((word) => !DAY.test(word) && toMonthIndex(word) === -1)
    .map(stem)
    .filter((key) => newer.stems.has(key));
  return isChanged && named.length > 0 && named.every((key) => older.stems.has(key));
}
