// The people of the speaker that an order names: "Rewrite this mail to my landlord Mr. Osei" gives "my landlord Mr. Osei". Seven languages.
import { isFunctionWord } from '../words/function-words.js';
import { isPersonWord } from './people-named.js';

const OWN =
  '(?:my|our|mein\\p{L}*|unser\\p{L}*|mon|ma|notre|mi|nuestr[oa]|mi[oa]|nostr[oa]|meu|minha|noss[oa]|mijn|onze|ons)';
const TITLE = `(?:,? (?:mrs?|ms|dr|prof)\\.?|,? (?:herrn?|frau|madame|monsieur|mme|m\\.|meneer|mevrouw)|,? (?:el |la )?señora?|,? (?:il |la )?(?:signora?|dottor(?:e|essa)?)|,? (?:o |a )?senhora?)`;
const FIRST = "\\p{Lu}[\\p{L}’'-]+";
/** "…, who turns 90 and loves tulips" */
const WHO = '(?:, (?:who|qui|que|che|der|die) \\p{Ll}[^,;:.!?]{3,80})?';
const anyCase = (source: string) =>
  source.replaceAll(/(?<![\\{])\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** After a title, any noun is a person: "mi casero, el señor Ibáñez". */
const TITLED = new RegExp(`(?<!\\p{L})${OWN} \\p{L}+(?: \\p{L}+)?${anyCase(TITLE)} ${FIRST}(?: ${FIRST})?`, 'u');
const NAMED = new RegExp(
  `(?<!\\p{L})${OWN} (?<head>\\p{L}+) (?<name>${FIRST})(?: ${FIRST})?${WHO}(?=[\\s,.:;!?]|$)`,
  'u',
);
/** Behind a German person, a noun begins with a capital letter as well: "Schreib meinem Bruder Grüße". */
const GERMAN = /^(?:mein|unser)/iu;
const ENDS = /^\s*(?:[,.:;!?]|$|(?:zum|zur|dass|bitte|und)(?!\p{L}))/iu;
/** What follows is made up, or is text to work on. */
const WORDS_ONLY =
  /(?<!\p{L})(?:translat|pretend|imagin|suppos|act as|spell|pronounc|übersetz|stell dir|tradui|traduc|traduz|fais comme|finge|fing|vertaal|doe alsof)/iu;

/** Returns a person of the speaker that an order names, as the order puts it, or null. */
export function findPersonInOrder(order: string): string | null {
  if (WORDS_ONLY.test(order) || /["“”„«»]/u.test(order)) return null;
  // Behind a colon stands the text that the order is about.
  const [own = ''] = order.split(/[:\n]/u);
  const titled = TITLED.exec(own);
  if (titled) return titled[0];
  const named = NAMED.exec(own);
  const { head = '', name = '' } = named?.groups ?? {};
  if (named === null || isFunctionWord(name) || !isPersonWord(head)) return null;
  if (GERMAN.test(named[0]) && !ENDS.test(own.slice(named.index + named[0].length))) return null;
  return named[0];
}
