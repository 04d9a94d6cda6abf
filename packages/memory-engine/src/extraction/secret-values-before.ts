// Values that stand before their name: "Sunflower is my password", "4471 is the code", "use Sunflower as the password".
import { isFunctionWord } from '../words/function-words.js';
import { isOrdinary, looksSecret, toPieces, toSpan, type Span } from './secret-shapes.js';
import { DESCRIPTION, FILLER } from './secret-words.js';

/** Words for what a sentence before named. */
export const PRONOUN =
  /^(?:it|it['’]s|that['’]s|this|es|das|dies|er|c['’]est|elle|il|es|esta|è|é|la nuova|het|dat|die|now|jetzt|new|old|neu)(?!\p{L})/iu;

/** "I use Sunflower plus the year as my password": the word after the verb. */
const USE =
  /(?<!\p{L})(?:use|using|pick|take|nehme|benutze|verwende|mets|utilise|uso|utilizo|pongo|gebruik)\s+((?=\p{Lu}|\S{0,40}\d)\S{4,60})\s(?:plus|più|más|mais|und|and|et|y|en)\s/u;
/** "Sunflower is my password.": one word, the name and the end. */
const IS_NAME =
  /^\s*(?:(?:wi-?fi|wlan|netflix|\p{L}{0,8}mail|router)\s?[:,-]\s)?(?!(?:no|any|some|every)thing|nichts|alles|niente|tutto|niets|finger\p{L}*|face\p{L}*|thumb\p{L}*|gesicht|empreinte|huella|impronta|vingerafdruk)(\S{4,60})\s+(?:is|ist|est|es|è|é)\s+(?:still |always |immer noch |noch |toujours |ancora |ainda |nog steeds )?(?:my|our|(?<=^\s*[\p{L}-]+\s?[:,-]\s.{0,80})(?:the|das|le|la|il|o|het)|mein|unser|mon|notre|mi|la mia|a minha|minha|mijn|ons)\s(?:\p{L}{2,12}\s)?$/iu;
const ENDS =
  /^\s*(?:[.!,;]|$)|^\s(?:everywhere|for (?:everything|all)|überall|für alles|partout|pour tout|en todas partes|para (?:todo|tudo)|ovunque|per tutto|em tod[oa]s?|overal|voor alles)(?!\p{L})/iu;
/** "4471 is the code", "c'est 4471 le code": the number before a name. */
const NUMBER_IS =
  /(?:^|[,;:]|\s(?:and|und|et|y|e|en))\s*(\d{4,8}[#*]?)\s(?:is|ist|est|es|è|é|was|war)\s(?:(?!an?\s|eine?\s|une?\s|una?\s|uma?\s)\p{L}{1,6}\s){0,2}$|(?:c['’]est|es|son|è|é|sono|it['’]s|ist|is)\s+(\d{4,8}[#*]?),?\s(?:the|my|our|der|die|das|mein|le|mon|notre|el|la|mi|il|o|a|het|de|mijn)\s$/iu;
/** "Use X as my password", "Nimm X als Kennwort", "mets X comme mot de passe". */
const AS = /(?:^|\s)(?:as|als|comme|como|come)\s+(?:\p{L}{1,8}\s+){0,2}$/iu;
/** Returns the values before a name. */
export function valuesBefore(segment: string, { from, to, kind }: Span & { readonly kind: string }): Span[] {
  const before = segment.slice(Math.max(0, from - 160), from);
  const [, first = ''] =
    (kind === 'password' && from <= 160 && ENDS.test(segment.slice(to)) && IS_NAME.exec(before)) || [];
  const isWord = first !== '' && !PRONOUN.test(first) && !FILLER.test(first) && !DESCRIPTION.test(first);
  if (isWord && !isFunctionWord(first))
    return [toSpan({ text: first, at: before.lastIndexOf(first), isQuoted: false })];
  const number = ENDS.test(segment.slice(to)) ? NUMBER_IS.exec(before) : null;
  if (number && kind !== 'login') {
    const digits = number[1] ?? number[2] ?? '';
    return [toSpan({ text: digits, at: from - before.length + before.lastIndexOf(digits), isQuoted: false })];
  }
  const as = AS.exec(before);
  if (!as) return [];
  const used = USE.exec(before.slice(0, as.index + 1));
  if (used?.[1] !== undefined && !FILLER.test(used[1]))
    return [
      toSpan({ text: used[1], at: from - before.length + used.index + used[0].indexOf(used[1]), isQuoted: false }),
    ];
  const pieces = toPieces(before.slice(0, as.index), from - before.length);
  const last = pieces.at(-1);
  if (!last || isOrdinary(last.text) || FILLER.test(last.text)) return [];
  // "I work as a password researcher."
  const [, next = 'a'] = /^\s(\p{L}+)/u.exec(segment.slice(to)) ?? [];
  const isPlain = pieces.length <= 3 && isFunctionWord(next);
  const isPlausible = looksSecret(last.text) || /^\d{3,12}$/u.test(last.text) || isPlain;
  return isPlausible ? [toSpan(last)] : [];
}
