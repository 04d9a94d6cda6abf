import { ANY_MONTH } from '../time/month-words.js';
import { WEEKDAY_WORDS } from '../time/relative-words.js';
import { findForeignLanguage, foldWord } from '../words/function-words.js';
import { isStopWord } from '../words/stop-words.js';
import { toBareName } from '../words/names.js';

// A question such as "Which hotel did we stay at in Bali?" asks for a name. "We went to Bali in 2018." has none but that of the question.

/** Things that people name when they are asked "which". */
const NAMED =
  'hotel|hostel|guesthouse|campsite|clinic|hospital|school|college|university|kindergarten|nursery|bank|insurer|company|firm|employer|brand|airline|city|town|village|suburb|street|restaurant|cafe|pub|shop|club|newspaper|teacher|doctor|dentist|surgeon|coach|director|conductor|church|parish';

/** Words of questions for a name, without accents. */
export const NAME_QUESTIONS: readonly string[] = [
  `(?:first|last|family|middle|maiden|sur|nick)?names?|called|who(?: is|.s)|(?:which|what) (?:\\p{L}+ )?(?:${NAMED})`,
  'wie heiss(?:t|en)|(?:nach|vor|madchen|spitz)?name[ns]?|wer ist|welche[rsmn]? (?:hotel|klinik|krankenhaus|spital|schule|kita|uni|universitat|firma|stadt|ort|strasse|campingplatz|arzt|arztin|lehrer|lehrerin|verein|restaurant|airline)',
  's.appelle(?:nt)?|(?:pre|sur)?noms?|qui est|quel(?:le)? (?:hotel|camping|clinique|hopital|ecole|universite|banque|entreprise|compagnie|marque|ville|rue|medecin|caserne|restaurant)',
  'se llaman?|nombres?|apellidos?|quien es|(?:que|cual) (?:hotel|clinica|hospital|colegio|escuela|universidad|banco|empresa|marca|ciudad|calle|medico|aerolinea|restaurante)',
  'si chiama(?:no)?|cognome|nome|chi e|(?:che|quale) (?:hotel|albergo|clinica|ospedale|scuola|universita|banca|azienda|ditta|marca|citta|via|ristorante)',
  'se chamam?|sobrenome|apelido|quem e|(?:que|qual) (?:hotel|clinica|hospital|escola|universidade|banco|empresa|marca|cidade|rua|restaurante)',
  'heet|heten|achternaam|naam|wie is|welke? (?:hotel|kliniek|ziekenhuis|school|universiteit|bank|bedrijf|merk|stad|straat|restaurant)',
];

const NAMING =
  'name[ds]?|call(?:ed)?|heiss(?:t|en)|namen?|namens|genannt|(?:s.)?appelle(?:nt)?|nommee?s?|noms?|llama(?:n|mos)?|nombres?|chiama(?:no)?|nomi|nome|chamam?|heet|heten|naam';
const GIVES_NAME = new RegExp(`(?<!\\p{L})(?:${NAMING})(?!\\p{L})|["“„«「]`, 'u');
const NAMING_WORD = new RegExp(`^(?:${NAMING})$`, 'u');
const CALENDAR = new RegExp(
  `^(?:${foldWord(ANY_MONTH)}|${foldWord(WEEKDAY_WORDS.join('|'))}|christmas|easter)s?$`,
  'u',
);
/** In German, every noun has a capital letter. A name follows one of these without an article, or another noun. */
const BEFORE_GERMAN_NAME =
  /^(?:bei|in|aus|nach|von|mit|fur|ist|sind|und|heisst|dr\.?|prof\.?|doktor|frau|herrn?|\p{Lu}.*)$/u;
/** "Dai is the fallen stock man.", "Layla wears glasses." */
const FIRST_NAME = /^\p{Lu}\p{Ll}+(?:['’]s|,? (?:is|was|has|and|\p{Ll}{2,}s)(?!\p{L}))/u;

/** Words that tell the language of a text. */
const LANGUAGE_WORDS = 64;

/** Whether a word of a question for a name says only that: an answer need not repeat it. */
export function isNamingWord(word: string): boolean {
  return NAMING_WORD.test(foldWord(word));
}

/** Whether a text names something: by a word of naming, or by a name with a capital letter that is not one of the words of the question. */
export function holdsName(text: string, asked: readonly string[]): boolean {
  if (GIVES_NAME.test(foldWord(text))) return true;
  const known = new Set(asked.map((word) => foldWord(toBareName(word))));
  const words = text.match(/[\p{L}\p{M}\p{N}'’.-]+/gu) ?? [];
  const isGerman = findForeignLanguage(words.slice(0, LANGUAGE_WORDS)) === 'German';
  return words.some((word, index) => {
    const bare = toBareName(word).replace(/\.+$/u, '');
    const folded = foldWord(bare);
    if (!/^\p{Lu}\p{L}/u.test(bare) || known.has(folded) || isStopWord(bare) || CALENDAR.test(folded)) return false;
    if (/^\p{Lu}{2,}$/u.test(bare)) return true;
    const before = words[index - 1];
    if (before === undefined) return !isGerman && FIRST_NAME.test(text);
    if (/[.!?]$/u.test(before) && before.length > 3) return false;
    return !isGerman || BEFORE_GERMAN_NAME.test(/^\p{Lu}/u.test(before) ? before : foldWord(before));
  });
}
