import { findForeignLanguage, isFunctionWord } from '../words/function-words.js';
import { getWords, stem } from '../words/stem.js';
import { namesSlot } from './slots.js';
import { isVerb } from './statement-shape.js';
import { getRarity } from './word-rarity.js';

// A language model writes "User lives in Leeds." or "Maya lives in Leeds." for "I live in Leeds.", and the other rules are learned on the latter.

/** The pronoun of each language, and how its verb differs: "wohnt", "wohne". */
const SPEAKERS: Readonly<Record<string, { pronoun: string; ending?: readonly [RegExp, string] }>> = {
  German: { pronoun: 'Ich', ending: [/e?t$/u, 'e'] },
  French: { pronoun: 'Je' },
  Spanish: { pronoun: 'Yo', ending: [/a$/u, 'o'] },
  Italian: { pronoun: 'Io', ending: [/a$/u, 'o'] },
  Portuguese: { pronoun: 'Eu', ending: [/a$/u, 'o'] },
  Dutch: { pronoun: 'Ik', ending: [/t$/u, ''] },
};
/** A shared name makes statements more alike than a shared "I" does, by a line through 352 pairs in both forms (`bench/corrections`, part `choose`). */
const ALIKE = { user: { slope: 1, offset: -0.035 }, name: { slope: 1.33, offset: -0.38 } };
/** The speaker as a language model calls them, in seven languages. */
const USER =
  "(?:(?:the )?user|der (?:be)?nutzer|die (?:be)?nutzerin|l['’]utilisat(?:eur|rice)|el usuario|la usuaria|l['’]utente|o (?:utilizador|usuário)|a (?:utilizadora|usuária)|de gebruiker)";
const BY_USER = new RegExp(`^${USER}(?= |['’]s )`, 'iu');
/** "Maya lives", "Maya's boss", "A Rita mora". */
const BY_NAME = /^(?:[OA] (?=\p{Lu}))?(\p{Lu}\p{Ll}{1,19})(['’]s?)? (\p{L}+)/u;
/** "Vivo en Burgos" begins with a verb whose subject is the speaker. */
const FIRST_PERSON_VERB = /[oiyíé]$/u;
const THIRD_PERSON_VERB =
  /^(?:ist|hat|est|es|está|tiene|ha|vive|trabaja|è|é|está|tem|mora|trabalha|heeft|woont|werkt)$/u;
const AFTER_VERB =
  /^(?:e[nm]|n[ao]|al?|à|in|con|com|mit|bei|als|d[eia]|une?|una|um|uma|ein\p{L}*|el|la|l[oae]s?|os?|as|il|gli)$/iu;
const SPEAKER =
  /(?<![\p{L}\p{N}])(?:i|me|my|we|our|us|ich|mein\p{L}*|wir|unser\p{L}*|je|mon|ma|mes|nous|notre|yo|mi|mis|nuestr\p{L}+|io|mio|mia|miei|eu|meu|minha|ik|mijn|wij|onze)(?![\p{L}\p{N}])/iu;
const ADVERB = '(?:(?:now|only|also|still|just|no longer|currently|recently|never|always|usually|often|mostly) )*';
const VERB_AFTER = new RegExp(`(?<![\\p{L}\\p{N}])(I ${ADVERB})(\\p{L}+)`, 'gu');
const FIRST_PERSON: Readonly<Record<string, string>> = { is: 'am', was: 'was', has: 'have', does: 'do', goes: 'go' };
/** Statements that are compared are shorter. */
const READ_MAX = 600;

interface Pair {
  readonly older: string;
  readonly newer: string;
  readonly cosine: number;
}

/**
 * Returns two statements about one person in the third person as that person would write them: "User's rent went up." as "My rent went up."
 * Any other pair stays unchanged.
 */
export function readInFirstPerson(pair: Pair): Pair {
  const { older, newer, cosine } = pair;
  if (older.length + newer.length > READ_MAX || SPEAKER.test(older) || SPEAKER.test(newer)) return pair;
  const subject = findSubject(older);
  if (subject === null || newer.search(subject) === -1) return pair;
  const language = findForeignLanguage(getWords(`${older} ${newer}`)) ?? 'English';
  const { slope, offset } = BY_USER.test(older) ? ALIKE.user : ALIKE.name;
  return {
    older: toFirstPerson(older, { subject, language }),
    newer: toFirstPerson(newer, { subject, language }),
    cosine: Math.max(0, slope * cosine + offset),
  };
}

/** Returns a pattern of the person that a statement begins with. */
function findSubject(text: string): RegExp | null {
  if (BY_USER.test(text)) return new RegExp(`(?<![\\p{L}\\p{N}])${USER}(['’]s)?(?![\\p{L}\\p{N}])`, 'giu');
  const [, name = '', possessive, next = ''] = BY_NAME.exec(text) ?? [];
  // "Judo is on Thursdays": the subject is no person.
  const isWord = getRarity(stem(name.toLowerCase())) < 1 || isFunctionWord(name) || namesSlot(name);
  if (name === '' || isWord) return null;
  const isSubject = possessive !== undefined || isVerb(next) || THIRD_PERSON_VERB.test(next);
  if (!isSubject && (FIRST_PERSON_VERB.test(name) || AFTER_VERB.test(next))) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:[OA] )?${name}(['’]s)?(?![\\p{L}\\p{N}])`, 'gu');
}

function toFirstPerson(text: string, { subject, language }: { subject: RegExp; language: string }): string {
  const { pronoun, ending } = SPEAKERS[language] ?? { pronoun: 'I' };
  const said = text.replace(subject, (_, possessive: string | undefined, at: number) => {
    const word = possessive === undefined ? pronoun : 'my';
    return at === 0 && word === 'my' ? 'My' : word;
  });
  if (said === text) return said;
  if (pronoun !== 'I')
    return said.replace(new RegExp(`^(${pronoun} )(\\p{L}+)`, 'u'), (_, start: string, verb: string) =>
      ending ? start + verb.replace(...ending) : start + verb,
    );
  return said
    .replace(/(?<![\p{L}\p{N}])(?:his|her|their)(?= )/gu, 'my')
    .replace(VERB_AFTER, (_, start: string, verb: string) => start + (FIRST_PERSON[verb] ?? toBaseForm(verb)));
}

/** "lives" as "live", "watches" as "watch", "studies" as "study". */
function toBaseForm(verb: string): string {
  return verb
    .replace(/ies$/u, 'y')
    .replace(/(?<=ss|x|ch|sh)es$/u, '')
    .replace(/(?<=[^su])s$/u, '');
}
