// Sentences that begin with a pronoun for whom an earlier sentence names: "My aunt moved to Oslo. She likes it a lot." The person is put before
// the sentence, "My aunt. She likes it a lot.", so that each fact is a memory that is found, and corrected, by itself.

import { filterInSteps, mapInSteps, type Steps } from '../steps.js';
import { wholeWords } from '../words/whole-words.js';
import { findPeople, findSubject, type NamedPerson } from './people-named.js';

const start = (wordings: readonly string[]) => new RegExp(`^(?:${wordings.join('|')})(?!\\p{L})`, 'iu');

/** English, German, French, Spanish, Italian, Portuguese and Dutch. Three of them leave the pronoun out. "It" mostly refers to what was asked. */
const BACK = start([
  "(?:(?:and|but|also|so|plus|though|sadly|luckily),? )?(?:s?he(?:['’](?:s|d|ll)|s)?|they(?:['’](?:re|ve|d|ll)|re)?|his|her|their|both of them)",
  '(?:und |aber |auch )?(?:er|sie|ihm|ihn|ihnen|seine?|ihre?(?! (?:name|antwort)))',
  // "Il" is an article in Italian, "son" a verb in Spanish.
  "(?:et |mais )?(?:il (?:(?:ne |n['’]|se |s['’](?!agit)|l['’]|en |nous )\\p{L}+|est(?! (?:\\p{N}|tard|tôt|temps|possible|important|vrai))|a|va|vit|dort|boit|lit|veut|peut|doit|sait|vient|part|prend|avait|était|sera|aura|aime|adore|déteste|préfère|habite|travaille|mange|joue|parle|porte|étudie|souffre)|elles?|ils|lui|sa|ses|son (?:papa|père|frère|fils|mari|oncle|neveu|cousin|copain|ami|amie|ex|chien|chat|patron|chef|médecin|prof))",
  '(?:y |pero )?(?:él|ellas?|ellos|sus?|les? (?:gustan?|encantan?|duelen?)|no le|vive|tiene|trabaja|se llama|cumple|nació|estudia)',
  '(?:e |ma )?(?:lui|lei|loro|(?:il |la )?su[oa]|(?:gli|le) piac\\p{L}+|non (?:gli|le)|vive|abita|lavora|studia|si chiama|compie|ha (?=\\p{N}))',
  '(?:e |mas )?(?:el[ea]s?|vive|mora|trabalha|estuda|se chama|chama-se|tem (?=\\p{N}))',
  '(?:en |maar )?(?:hij|zij|ze|haar|hun)',
]);
/** Whether a sentence begins with a pronoun for somebody. */
export function startsWithPronoun(sentence: string): boolean {
  return BACK.test(sentence);
}

/** Number of earlier sentences in which the person may be named. */
const LOOK_BACK = 3;
/** The speaker, in languages where a pronoun has to begin the sentence. */
const ABOUT_SPEAKER = /^(?:i|we|ich|wir|je|j|nous|ik|wij|yo|io|eu)(?!\p{L})/iu;
const LINK = '(?:(?:and|but|so|und|aber|et|mais|y|pero|e|ma|mas|en|maar),? )?';
/** Pronouns for a man, for a woman, for a woman or several in German and Dutch, and for several. */
const PRONOUNS = [
  start([`${LINK}(?:hes?|his|er|ihm|ihn|il|él|lui|ele|hij)`]),
  start([`${LINK}(?:shes?|her|elle|ella|lei|ela)`]),
  start([`${LINK}(?:sie|ihre?|zij|ze|haar)`]),
  start([`${LINK}(?:they(?:re)?|their|both|ils|elles|ellos|ellas|loro|eles|elas|hun)`]),
];
const [HE, SHE, SIE, THEY] = [0, 1, 2, 3];
const MEN = wholeWords([
  '(?:step|grand)?(?:father|son)|dad|brother|uncle|nephew|boyfriend|husband|grandpa|grandad|landlord|bruder|vater|sohn|onkel|neffe|freund|mann|opa|hermano|padre|hijo|tío|primo|abuelo|sobrino|suegro|cuñado|amigo|novio|marido|esposo',
  'frère|père|fils|mari|oncle|neveu|copain|ami|fratello|figlio|zio|nonno|cugino|suocero|marito|amico|papà|irmão|pai|filho|tio|avô|sogro|namorado|broer|vader|zoon|oom|neef|vriend|man',
]);
const WOMEN = wholeWords([
  '(?:step|grand)?(?:mother|daughter)|mum|mom|sister|aunt|auntie|niece|girlfriend|wife|grandma|granny|landlady|schwester|mutter|tochter|tante|nichte|freundin|frau|oma|hermana|madre|hija|tía|prima|abuela|sobrina|suegra|cuñada|amiga|novia|mujer|esposa',
  'sœur|soeur|mère|fille|femme|nièce|copine|amie|sorella|figlia|zia|nonna|cugina|suocera|moglie|amica|mamma|irmã|mãe|filha|tia|avó|sogra|namorada|zus|moeder|dochter|nicht|vriendin|vrouw',
]);

/** More than one: "two kids", "his parents". */
const SEVERAL =
  /^(?:two|three|four|five|both|zwei|drei|vier|deux|trois|quatre|dos|tres|cuatro|due|tre|quattro|dois|duas|três|twee|drie)(?!\p{L})/iu;
const PLURAL =
  /^(?!(?:sis|fils)$)(?:\p{L}+[^\P{L}s]s|children|eltern|\p{L}*kinder(?:en)?|geschwister|hunde|katzen|honden|katten|vrienden|buren|genitori|figli|fratelli|sorelle|nonni|amici|bambini|gatti|cani)$/iu;
/** "Her husband", behind a sentence that does not say whose. */
const OF_ANOTHER = /^(?:his|her|their|seine?|ihre?|son|sa|ses|sus?|(?:il |la )?su[oa]|zijn|haar|hun) /iu;
/** "They said that someone will call": an office or a company. */
const OFFICE =
  /^(?:(?:and|but|so|et|mais) )?(?:they (?:said|told|say|called|e-?mailed|wrote|offered|charged?|asked|postponed|cancel+ed|want (?:me|us) |(?:put|gave|sent|let|made) (?:me|us) )|ils (?:ont dit|m['’]ont|nous ont|(?:m['’]|nous )ont))/iu;

/** Whether a pronoun can mean a person: not "she" for "her husband Tom", and not "he" for "three cats". */
function canMean(pronoun: number, { text, head }: NamedPerson): boolean {
  const isSeveral = SEVERAL.test(text) || (head !== null && PLURAL.test(head));
  if (isSeveral && (pronoun === HE || pronoun === SHE)) return false;
  if (head === null) return true;
  return !(pronoun === HE && WOMEN.test(head)) && !((pronoun === SHE || pronoun === SIE) && MEN.test(head));
}

interface Said {
  readonly text: string;
  /** Whom its pronoun means. Null without one. */
  readonly person: NamedPerson | null;
}

/**
 * Puts whom a pronoun means before each statement that begins with one, in the words of the sentence that names the person: the nearest one with
 * words for a person whom the pronoun can mean, else the nearest one of the message that does not begin with the speaker. Without such a
 * sentence, the statement stays as it is.
 * @param given.earlier the sentences of the speaker's message before
 * @param given.addressee the person that a text is addressed to that the speaker pasted
 * @param given.canName whether the words of a sentence may be repeated
 */
export function* namePronouns(
  sentences: readonly string[],
  given: {
    earlier: readonly string[];
    addressee: string | null;
    isStatement: (sentence: string) => boolean;
    canName: (sentence: string) => boolean;
  },
): Steps<string[]> {
  const said: Said[] = [];
  const written = given.addressee === null ? [] : [{ text: '', person: { text: given.addressee, head: null } }];
  const nameable: Said[] = (yield* filterInSteps(given.earlier, given.canName)).map((text) => ({ text, person: null }));
  return yield* mapInSteps(sentences, (text) => {
    const hasPronoun = startsWithPronoun(text) && !OFFICE.test(text) && given.isStatement(text);
    const own = said.slice(-LOOK_BACK);
    const near = [...written, ...nameable.slice(-LOOK_BACK)].toReversed();
    const person = hasPronoun
      ? (findPerson(text, near) ?? findTopic(text, own.filter((each) => given.canName(each.text)).toReversed()))
      : null;
    said.push({ text, person });
    if (given.canName(text)) nameable.push({ text, person });
    return person === null ? text : `${toStart(person.text, text)}. ${text}`;
  });
}

function findPerson(text: string, near: readonly Said[]): NamedPerson | null {
  const pronoun = findPronoun(text);
  for (const { text: other, person: meant } of near) {
    const own = findPronoun(other);
    // "My friend Kim. Her husband …", then "he".
    const isOther = pronoun !== own && pronoun < THEY && own < THEY && pronoun !== -1 && own !== -1;
    const isMeant = meant !== null && !isOther && canMean(pronoun, meant);
    if (isMeant && (pronoun !== THEY || own === THEY)) return meant;
    const isOfUnknown = meant === null && OF_ANOTHER.test(other);
    const [first, ...rest] = isOfUnknown ? [] : findPeople(other).filter((person) => canMean(pronoun, person));
    if (first) {
      const named = [first, ...rest].map((person) => person.text).join(', ');
      return {
        text: meant === null ? named : `${meant.text}. ${toStart(named, other)}`,
        head: rest.length === 0 ? first.head : null,
      };
    }
    if (isMeant) return meant;
  }
  return null;
}

function findTopic(text: string, near: readonly Said[]): NamedPerson | null {
  const other = near.find((each) => !ABOUT_SPEAKER.test(each.text));
  if (!other) return null;
  const subject = findSubject(other.text);
  const head = subject?.split(' ').at(-1) ?? null;
  if (other.person !== null || subject === null || !canMean(findPronoun(text), { text: subject, head }))
    return other.person;
  return { text: subject, head: null };
}

function findPronoun(text: string): number {
  return PRONOUNS.findIndex((pronoun) => pronoun.test(text));
}

/** Begins with a capital letter if the sentence does. */
function toStart(named: string, sentence: string): string {
  return /^\p{Lu}/u.test(sentence) ? named.charAt(0).toUpperCase() + named.slice(1) : named;
}
