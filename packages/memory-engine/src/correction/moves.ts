// A move of the speaker to another place: "I've moved to Lisbon", "I moved from Bonn to Lisbon". English, German, French, Spanish, Italian,
// Portuguese and Dutch.
import { wholeWords } from '../words/whole-words.js';

/** A place as people write it. In a text without capitals, a word that is no article. */
const PLACE = String.raw`\p{Lu}[\p{L}\p{M}'’-]+|(?!(?:an?|the|my|our|his|her|its?|bed|tears|this|that|work|an?other|un[ae]?|une|[mds]ein\p{L}*|d(?:er|ie|as|en|em)|e[il]n\p{L}*|l[aeo]s?|het|een|de|mon|ma|mi|mio|mia)(?!\p{L}))\p{Ll}{3,}`;
const TIME = String.raw`(?:\s(?:just|recently|finally|now|already|both|actually|gerade|jetzt|endlich|vor kurzem|gestern|letzte\p{L}* \p{L}+|vient d['’]|enfin|récemment|por fin|ya|appena|finalmente|net|onlangs|eindelijk))?`;
const toMove = (before: string, from: string, { to, after = '' }: { to: string; after?: string }) =>
  String.raw`${before}(?:\s${from}\s(?<from>PLACE))?(?:,?\s(?:and\s)?)(?:${to})\s(?<to>PLACE)${after}`.replaceAll(
    'PLACE',
    `(?:${PLACE})`,
  );

const MOVES = [
  toMove(
    String.raw`(?:[Ii]|[Ww]e)(?:['’]?ve| have)?${TIME} (?:moved|relocated)(?: house| home| back| over| out)?`,
    'from',
    { to: 'to' },
  ),
  toMove(String.raw`(?:bin|sind)(?: ich| wir)?${TIME}`, '(?:von|aus)', {
    to: 'nach',
    after: String.raw` (?:um)?gezogen`,
  }),
  toMove(
    String.raw`(?:[Jj]['’]ai|[Oo]n a|[Nn]ous avons|[Jj]e viens (?:de |d['’])|[Oo]n vient (?:de |d['’])) ?(?:dé|em)ménag(?:é|er)`,
    'de',
    { to: 'à|au' },
  ),
  toMove(String.raw`(?:[Mm]e (?:he mudado|mudé)|[Nn]os (?:hemos mudado|mudamos))`, '(?:de|desde)', { to: 'a' }),
  toMove(String.raw`(?:[Mm]i sono|[Cc]i siamo)${TIME} trasferit[oaie]`, 'da', { to: 'a|ad' }),
  toMove(String.raw`(?:[Mm]udei-me|[Mm]e mudei|[Mm]ud[áa]mo-nos|[Nn]os mudamos|[Nn]ós mudámos)`, 'de', {
    to: 'para(?: [oa])?',
  }),
  toMove(String.raw`(?:ben|zijn)${TIME}`, 'van', { to: 'naar', after: ' verhuisd' }),
].map((pattern) => new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, 'u'));

const OWN = String.raw`(?:my|our|mein\p{L}?|unser\p{L}?|mon|ma|notre|mi|nuestr[oa]|(?:il )?mio|(?:la )?mia|(?:il )?nostro|(?:la )?nostra|(?:o )?meu|(?:a )?minha|(?:o )?nosso|(?:a )?nossa|mijn|onze|ons)`;
const LIKE_A_HOME = String.raw`(?:new|current|small|tiny|little|big|rented|shared|cozy|cosy|old|(?:one|two|three|\d)-(?:bed\p{L}*|room) ?|neue?|kleine?|große?|petit|grand|nouvel|nouveau|nuevo|piccol[oa]|nuov[oa]|nieuwe?|kleine)`;
const HOME = String.raw`(?:flat|apartment|house|home|place|studio|wohnung|haus|appartement|appart|maison|studio|piso|apartamento|departamento|casa|appartamento|monolocale|apartament[oa]|huis|flat|woning)`;
/** "My flat in Bonn has two rooms", unlike "my flat mate" and "my sister's flat". */
const OWN_HOME = new RegExp(
  String.raw`^(?:(?:so|also|btw|the rent of|the address of) )?${OWN} (?:${LIKE_A_HOME} )?${HOME}(?!\p{L})(?!['’-]| (?:mate|share|office|team|plants?|insurance|de (?:vacaciones|férias|vacances|campagne|mis|mes|meus)|dei?|d['’]enfance|delle? vacanze|al mare))`,
  'iu',
);
/** A home that is not lived in stays: "I rent out a flat in Bonn." */
const OTHER_HOME = wholeWords([
  'rent(?:s|ed|ing)? (?:it )?out|sub-?let(?:s|ting)?|let(?:s|ting)? out|that (?:i|we) let|holiday (?:home|flat|house)|tenants?|airbnb|investment|grew up',
  'vermiet\\p{L}+|ferien\\p{L}+|aufgewachsen|loue à|sous-loue|vacances|locataires?|alquilo a|alquilad[oa] a|inquilin[oa]s?|vacaciones|vacanz[ae]|affitto a|férias|arrendo a|alugo para|verhuur|vakantie\\p{L}*|huurders?',
]);
/** What a place was and is to a person, also from afar. */
const BOND = wholeWords([
  "like|love|adore|enjoy|miss|hate|know|visit(?:ed)?|was born|grew up|studied|i['’]?m from|(?:am|come) from|favou?rite",
  'mag|liebe|hasse|vermisse|kenne|geboren|aufgewachsen|studiert|(?:komme|bin) aus|aime|adore|déteste|connais|née?|grandi|étudié|(?:viens|suis) de',
  'gusta|encanta|amo|odio|conozco|nací|crecí|estudié|soy de|piace|adoro|conosco|nat[oa]|cresciut[oa]|studiato|(?:vengo da|sono di)|gosto|conheço|nasci|cresci|estudei|sou d[eo]|hou van|geboren|opgegroeid|gestudeerd|kom uit',
]);

export interface Move {
  /** Lowercase. Null if the statement does not say. */
  readonly from: string | null;
  readonly to: string;
}

/** Reads that the speaker moved to a place. Null for other statements. */
export function readMove(text: string): Move | null {
  for (const pattern of MOVES) {
    const { from, to } = pattern.exec(text)?.groups ?? {};
    if (to !== undefined) return { from: from?.toLowerCase() ?? null, to: to.toLowerCase() };
  }
  return null;
}

/** Whether a move may leave the home of a statement. "I moved from Lichess to Chess.com" says nothing of a home on another street. */
export function mayLeave(text: string, { from }: Move): boolean {
  return from === null || listWords(text).has(from);
}

/** Whether a statement describes the home of the speaker. */
export function describesHome(text: string): boolean {
  return OWN_HOME.test(text) && !OTHER_HOME.test(text);
}

/** Whether a statement stays true when the speaker moves: it names the new place, a bond to the old one, or a home of others. */
export function outlastsMove(text: string, { from, to }: Move): boolean {
  const words = listWords(text);
  if (words.has(to) && (from === null || !words.has(from))) return true;
  return OTHER_HOME.test(text) || (from !== null && words.has(from) && BOND.test(text));
}

function listWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}'’-]+/gu) ?? []);
}
