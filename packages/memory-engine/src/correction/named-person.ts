// Facts about a person by name, as the person would say them: "Clara Weiss ist nach Bonn gezogen" becomes "Ich bin nach Bonn gezogen", and "La maison
// de Lucie Garnier" becomes "Mon maison". German, French, Spanish, Italian, Portuguese and Dutch. Genders and the verbs of some languages stay, as no rule reads them.
import { isFunctionWord } from '../words/function-words.js';

interface Speech {
  readonly subject: string;
  readonly own: string;
  /** Between a thing and its owner. */
  readonly of: string;
  /** Words of the speaker, with which a name is that of another person. */
  readonly speaker: string;
  /** Verbs behind the person, and behind the speaker. */
  readonly verbs: Readonly<Record<string, string>>;
  /** Endings of other verbs. */
  readonly endings?: readonly (readonly [RegExp, string])[];
}

const SPEECH: Readonly<Record<string, Speech>> = {
  German: {
    subject: 'Ich',
    own: 'mein',
    of: 'von ',
    speaker: 'ich|mich|mir|mein\\p{L}*|wir|uns|unser\\p{L}*',
    verbs: { ist: 'bin', hat: 'habe' },
  },
  French: {
    subject: 'Je',
    own: 'mon',
    of: "(?:de |d['’])",
    speaker: 'je|j|moi|me|m|mon|ma|mes|nous|notre|nos|on',
    verbs: { "s'est": 'me suis', est: 'suis', a: 'ai' },
  },
  Spanish: {
    subject: 'Yo',
    own: 'mi',
    of: 'de ',
    speaker: 'yo|me|mis?|nos|nuestr\\p{L}+',
    verbs: { 'se ha': 'me he', ha: 'he', tiene: 'tengo' },
    endings: [
      [/ó$/u, 'é'],
      [/[ae]$/u, 'o'],
    ],
  },
  Italian: {
    subject: 'Io',
    own: 'mio',
    of: "(?:di |d['’])",
    speaker: 'io|mi|mi[ao]|miei|mie|noi|ci|nostr\\p{L}+',
    verbs: { 'si è': 'mi sono', è: 'sono', ha: 'ho' },
    endings: [[/[ae]$/u, 'o']],
  },
  Portuguese: {
    subject: 'Eu',
    own: 'meu',
    of: 'd[aeo] ',
    speaker: 'eu|me|meus?|minhas?|noss\\p{L}+',
    verbs: { tem: 'tenho', é: 'sou' },
    endings: [
      [/ou$/u, 'ei'],
      [/[ei]u$/u, 'i'],
      [/[ae]$/u, 'o'],
    ],
  },
  Dutch: {
    subject: 'Ik',
    own: 'mijn',
    of: 'van ',
    speaker: 'ik|mij|me|mijn|wij|we|onze?',
    verbs: { is: 'ben', heeft: 'heb' },
  },
};

const WORD = String.raw`\p{Lu}[\p{L}\p{M}]+`;
const NAME = `${WORD}(?:[ -](?:(?:de|den|der|van|von|zu|d[aiou]s?|del|la|le) ){0,2}${WORD}){0,3}`;
const ARTICLE = "(?:d(?:er|ie|as|en|em)|l[aeo]s?|l['’]|el|il|gli|i|[ao]s?|de|het)";
/** Words between the beginning of a statement and the owner of its subject: "Die ältere Schwester von Jannis". */
const TO_OWNER = 4;
/** Shorter words are no regular verbs. */
const ENDING_MIN = 3;
/** Longer texts are no statements. */
const READ_MAX = 600;

/** Reads two statements in a language about one person by name. Null: they are not about one. */
export function readNamedPerson(
  older: string,
  newer: string,
  language: string,
): { readonly older: string; readonly newer: string } | null {
  const speech = SPEECH[language];
  if (speech === undefined || older.length > READ_MAX || newer.length > READ_MAX) return null;
  if (wordsOf(speech.speaker).test(`${older} ${newer}`)) return null;
  const person = [...listPersons(older, speech), ...listPersons(newer, speech)].find(
    (name) => isNamed(name, older) && isNamed(name, newer),
  );
  return person === undefined ? null : { older: speak(older, person, speech), newer: speak(newer, person, speech) };
}

const wordsOf = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${pattern})(?![\\p{L}\\p{M}])`, 'iu');

/** Whether a text names a person, also with the ending of an owner, and no other one whose name begins like it. */
const isNamed = (name: string, text: string) =>
  new RegExp(`(?<!\\p{L})${name}(?:s|['’]s?)?(?![\\p{L}\\p{M}])`, 'u').test(text);

/** Returns the names that the subject of a statement may be, or be of, best first. */
function listPersons(text: string, { of }: Speech): string[] {
  const [found = ''] = new RegExp(`(?<=^|^(?:[\\p{L}'’]+ ){1,${TO_OWNER}}${of})${NAME}`, 'u').exec(text) ?? [];
  if (found === '' || isFunctionWord(found.split(' ')[0] ?? '')) return [];
  // "Helga Brandls Arzt": nouns of German have capitals.
  const owner = /^(.+?)s \p{Lu}\p{L}+$/u.exec(found)?.[1];
  const name = found.replace(/s$/u, '');
  return [found, ...(owner === undefined ? [] : [owner]), ...(name === found ? [] : [name])];
}

function speak(text: string, person: string, { subject, own, of, verbs, endings = [] }: Speech): string {
  const verb = new RegExp(`^${subject} (${Object.keys(verbs).join('|')}|\\p{L}+)(?![\\p{L}\\p{M}])`, 'u');
  const conjugate = (found: string) => {
    const [ending, own] = endings.find(([pattern]) => found.length > ENDING_MIN && pattern.test(found)) ?? [];
    return verbs[found] ?? (ending === undefined ? found : found.replace(ending, own ?? ''));
  };
  const told = text
    .replace(new RegExp(`^${person}(?:s|['’]s?)? (?=\\p{Lu})`, 'u'), `${own} `)
    .replace(new RegExp(`^${person}(?=,? \\p{Ll})`, 'u'), subject)
    .replace(verb, (_, found: string) => `${subject} ${conjugate(found)}`)
    .replace(new RegExp(`(?:(?<!\\p{L})${ARTICLE} ?)?((?:\\p{L}+ ){1,2})${of}${person}(?!\\p{L})`, 'iu'), `${own} $1`)
    .replace(new RegExp(`(?<!\\p{L})${person}(?:s|['’]s?)?(?!\\p{L})`, 'gu'), subject.toLowerCase())
    .replaceAll(/ {2,}/gu, ' ')
    .trim();
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}`;
}
