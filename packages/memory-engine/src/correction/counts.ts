// How many of something the speaker has: "I have two cats", then "I have three cats now" or "I adopted a third cat". English, German, French,
// Spanish, Italian, Portuguese and Dutch.
import { foldWord } from '../words/function-words.js';
import { NUMBER_WORDS_BY_LANGUAGE } from '../words/number-words.js';
import { isSameRoot } from './restated.js';

/** From two on, in digits and in words without accents. */
const NUMBERS = new Map(
  [...Object.values(NUMBER_WORDS_BY_LANGUAGE), ['duas'], ['2', '3', '4', '5', '6', '7', '8', '9', '10']].flatMap(
    (list) => list.map((word, at) => [foldWord(word), at + 2] as const),
  ),
);
/** From the third on: "another" and "second" are read elsewhere. */
const ORDINALS = new Map(
  [
    'third fourth fifth sixth',
    'dritte vierte funfte sechste',
    'dritten vierten funften sechsten',
    'drittes viertes funftes sechstes',
    'troisieme quatrieme cinquieme sixieme',
    'tercer cuarto quinto sexto',
    'tercera cuarta quinta sexta',
    'terzo quarto quinto sesto',
    'terza quarta quinta sesta',
    'terceiro quarto quinto sexto',
    'terceira quarta quinta sexta',
    'derde vierde vijfde zesde',
  ].flatMap((list) => list.split(' ').map((word, at) => [word, at + 3] as const)),
);
const NOW = '(?:(?:now|jetzt|inzwischen|maintenant|désormais|ahora|ya|adesso|ora|ormai|agora|já|nu|inmiddels) )?';
/** The speaker has a number of something, and nothing else follows: "I have three exams this week" counts what passes. */
const HAS = new RegExp(
  `^${NOW}(?:(?:i|we)(?:['’]ve| have)?(?: (?:now|got|have|own|keep)){1,2}|(?:ich|wir) (?:hab|habe|haben)|(?:hab|habe) (?:ich|wir)|haben wir|(?:j['’]ai|nous avons|on a)|(?:yo )?tengo|tenemos|(?:io )?ho|abbiamo|(?:eu )?tenho|temos|(?:ik|we|wij) (?:heb|hebben)|heb ik|hebben we) ${NOW}(\\p{L}+|\\p{N}+) (\\p{L}{3,20})(?: (?:now|jetzt|maintenant|ahora|adesso|ora|agora|nu))?(?=\\s*[.,;!]|\\s*$| (?:called|named|namens|die heißen|llamad[oa]s|qui s['’]appellent|genaamd) )`,
  'iu',
);
/** The speaker gets one more, or one more comes: not "Priya adopted a third cat". */
const ONE_MORE =
  /^(?:(?:yesterday|today|gestern|heute|hier|ayer|hoy|ieri|oggi|ontem|hoje|gisteren|vandaag),? )?(?:(?:(?:i|we|ich|wir|je|nous|on|ik|wij|yo|io|eu|(?:habe|heb) (?:ich|ik)|haben wir|hebben we|hemos|he|ho|abbiamo|tengo|tenemos|tenho|temos|adopt[éa]\p{L}*|adot[ea]\p{L}*|compr[éeaá]\p{L}*) |j['’])(?:\p{L}+ ){0,3}?)?(?:an?|our|une?|eine?n?|un[oa]?|uma?|een) (\p{L}+) (\p{L}{3,20})(?!\p{L})/iu;
/** Whether the later statement gives another number of what the speaker has by the earlier one. */
export function recounts(older: string, newer: string): boolean {
  const [, before = '', thing = ''] = HAS.exec(older) ?? [];
  const count = NUMBERS.get(foldWord(before));
  if (count === undefined) return false;
  const [, now = '', same = ''] = HAS.exec(newer) ?? [];
  const other = NUMBERS.get(foldWord(now));
  if (other !== undefined) return other !== count && isSameRoot(thing, same);
  const [, ordinal = '', one = ''] = ONE_MORE.exec(newer) ?? [];
  return ORDINALS.get(foldWord(ordinal)) === count + 1 && isSameRoot(thing, one);
}
