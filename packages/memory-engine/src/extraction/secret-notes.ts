// Notes without a verb: "netflix password marshmallow", "mot de passe wifi tournesol".
import { isFunctionWord } from '../words/function-words.js';
import { isDescribing, isDescription } from './secret-plain-words.js';
import { isPlainNoun } from './secret-noun.js';
import type { Span } from './secret-shapes.js';
import { ACCOUNT, OTHER_THING } from './secret-words.js';

const noteMax = 80;
const OF = String.raw`(?:of|for|to|von|für|fürs|vom|zum|zu|de|du|del|pour|para|per|di|do|da|van|voor|от|для|к)`;
const OWN = String.raw`(?:my|our|the|mein|meine|unser|das|der|mon|notre|le|mi|el|la|il|mio|mia|meu|minha|o|a|mijn|ons|het|мой|new|neues)`;
const BEFORE = new RegExp(String.raw`^\s*(?:${OWN}\s)?(?:(\p{L}[\p{L}'’-]{1,15})\s){0,2}$`, 'iu');
/** The value, after what the password opens. */
const AFTER = new RegExp(
  String.raw`^\s(?:${OF}\s(?:${OWN}\s)?(?:l['’])?(?:\p{L}{2,14}\s){1,2}|(?:${ACCOUNT.source})\s)?(\p{L}{4,22})(?:\s(?:now|btw|lol|jetzt))?\s*[.!]?\s*$`,
  'iu',
);
/** "Forgot password again": what people do with a password. */
const DEED =
  /(?:forg[oe]t|lost|need|want|chang|reset|enter|typ|need|hate|shar|stor|sav|updat|use|hash|crack|guess|vergess|änder|brauch|setz|oubli|perdu|chang|olvid|perd|cambi|dimentic|esquec|mud|verget|verlor|wijzig|забыл|сброс|смен)/iu;
/** "Password strength", "passwort abfrage": parts and deeds of passwords, and what is wrong with one. */
const OF_PASSWORDS =
  /^(?:help|issues?|problems?|troubles?|today|tomorrow|yesterday|again|please|thanks|security|safety|strength|recovery|change[sd]?|updates?|leaks?|breach(?:es)?|hash(?:es|ing)?|crack\p{L}*|storage|vaults?|sharing|hygiene|error|expiry|expires|works?|history|lists?|books?|screens?|dialogs?|box|input|check\p{L}*|attempts?|requests?|question|login|entry|settings?|options?|icons?|toggle|\p{L}*(?:abfrage|änderung|wechsel|liste|feld|eingabe)|hilfe|vergeten|gestern|heute|morgen|bitte|forgot|wrong|забыт\p{L}*|неверн\p{L}*|сброшен\p{L}*|менеджер\p{L}*|не)$/iu;
/** The language of a name tells which endings describe. "Password" is Italian, too: "password scaduta". */
const GERMAN_NAME = /^(?:\p{L}*-?)?(?:passwor?t|kennwort)$/iu;
const ROMANCE_NAME = /^(?:mot|mdp|contrase|senha|palavra|parola)/iu;
const ITALIAN_PARTICIPLE = /(?:[aiu]t|[cs]s|pers|rott)[oa]$/iu;

/** Returns the one word that ends a note and that is the value of a password. */
export function findNoted(segment: string, name: Span & { readonly kind: string }): Span | null {
  if (name.kind !== 'password' || segment.length > noteMax) return null;
  const before = segment.slice(0, name.from);
  const words = before.trim().split(/\s+/u);
  const own = new RegExp(`^${OWN}$`, 'iu');
  if (!BEFORE.test(before) || words.some((word) => !own.test(word) && (isFunctionWord(word) || DEED.test(word))))
    return null;
  const after = segment.slice(name.to);
  const [, value = ''] = AFTER.exec(after) ?? [];
  if (value === '' || OTHER_THING.test(after) || OF_PASSWORDS.test(value)) return null;
  const named = segment.slice(name.from, name.to);
  if (GERMAN_NAME.test(named)) return isGermanNoun(value) ? toEnd(segment, value) : null;
  const lead = ROMANCE_NAME.test(named) ? ' est ' : '';
  if ((lead === '' && ITALIAN_PARTICIPLE.test(value)) || isDescribing(value)) return null;
  return isPlainNoun(value, { name: '', lead }) ? toEnd(segment, value) : null;
}

/** "Schmetterling" ends like an English participle. */
function isGermanNoun(value: string): boolean {
  return !isDescription(value) && isPlainNoun(value, { name: '', lead: ' ist ' });
}

function toEnd(segment: string, value: string): Span {
  const from = segment.lastIndexOf(value);
  return { from, to: from + value.length };
}
