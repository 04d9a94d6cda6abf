import { tellsOfFormerState } from '../correction/former.js';
import { TRAITS } from '../rank/types.js';
import { wholeWords } from '../words/whole-words.js';
import { readStanding } from './standing.js';

const TIME = wholeWords([
  'yesterday|today|tonight|tomorrow|last|next|ago|since|recently|just|soon|weeks?|weekends?|months?|years?|days|couple|(?:mon|tues|wednes|thurs|fri|satur|sun)day',
  'january|february|march|april|june|july|august|september|october|november|december|summer|winter|spring|autumn|fall|this morning',
  'gestern|heute|morgen|vorgestern|seit|woche|monat|jahr|sommer',
  "hier|aujourd'hui|demain|depuis|semaine|mois|an|année",
  'ayer|hoy|mañana|desde|semana|mes|año',
  'ieri|oggi|domani|settimana|mese|anno',
  'ontem|hoje|amanhã|mês|ano',
  'gisteren|vandaag|sinds|week|maand|jaar',
  String.raw`(?:19|20)\d\d`,
]);
const TIME_OF_OTHER_SCRIPTS = /昨天|今天|明天|上周|去年|昨日|今日|明日|先週|年|月/u;
const NAME = /[\p{Ll},;] \p{Lu}\p{Ll}|["“„«「]/u;
/** A small "i" is "I" as people type it, unless it is the article of an Italian plural: "i libri". "Im" is German, too. */
const FIRST_PERSON =
  /(?<![\p{L}\p{N}_])(?:I|i(?!\s\p{L}*i(?!\p{L}))|[Ii]m(?= (?:an?|the|not|so|in|at|on|from|still|just|really|very|always|also)(?!\p{L}))|[Ii]ve|[Mm]y|[Ww]e|[Oo]ur|me|[Ii]ch|[Mm]eine?[mnrs]?|mir|mich|[Ww]ir|[Jj]e|[Jj]'ai|[Mm]on|[Mm]a|[Mm]es|[Nn]ous|[Yy]o|[Mm]is?|[Ii]o|[Mm]i[oa]|[Ee]u|[Mm]eu|[Mm]inha|[Ii]k|[Mm]ijn|[Ww]ij)(?![\p{L}\p{N}_])|我|私|僕/u;
const QUESTION = /[?？؟]/u;

/** Increase it when `readTraits` reads stored texts in another way: servers then renew the traits of memories. */
export const TRAITS_VERSION = 1;

/** Returns what ranking needs to know of a text beyond its words, as a sum of {@link TRAITS}. */
export function readTraits(text: string): number {
  const afterLastWord = text.split(/[\p{L}\p{N}_]+/u).at(-1) ?? '';
  const { instruction, preference } = readStanding(text);
  return (
    (QUESTION.test(afterLastWord) ? TRAITS.asks : 0) +
    (TIME.test(text) || TIME_OF_OTHER_SCRIPTS.test(text) ? TRAITS.mentionsTime : 0) +
    (NAME.test(text) ? TRAITS.mentionsName : 0) +
    (FIRST_PERSON.test(text) ? TRAITS.firstPerson : 0) +
    (QUESTION.test(text) ? TRAITS.holdsQuestion : 0) +
    (instruction ? TRAITS.instruction : 0) +
    (preference ? TRAITS.preference : 0) +
    (tellsOfFormerState(text) ? TRAITS.former : 0)
  );
}
