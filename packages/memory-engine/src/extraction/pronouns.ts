// Sentences that begin with a pronoun for whom the sentence before names: "My aunt moved to Oslo. She likes it a lot."

import { foldWord } from '../words/function-words.js';
import { PERSON } from '../words/people.js';
import { PETS } from '../words/topics.js';

const start = (wordings: readonly string[]) => new RegExp(`^(?:${wordings.join('|')})(?!\\p{L})`, 'iu');

/** English, German, French, Spanish, Italian, Portuguese and Dutch. Three of them leave the pronoun out. "It" mostly refers to what was asked. */
const BACK = start([
  "(?:(?:and|but|also|so|plus|though|sadly|luckily),? )?(?:s?he(?:['’](?:s|d|ll))?|they(?:['’](?:re|ve|d|ll))?|his|her|their|both of them)",
  '(?:und |aber |auch )?(?:er|sie|ihm|ihn|ihnen|seine?|ihre?(?! (?:name|antwort)))',
  // "Il" is an article in Italian, "son" a verb in Spanish.
  "(?:et |mais )?(?:il (?:(?:ne |n['’]|se |s['’](?!agit)|l['’]|en |nous )\\p{L}+|est(?! (?:\\p{N}|tard|tôt|temps|possible|important|vrai))|a|va|vit|dort|boit|lit|veut|peut|doit|sait|vient|part|prend|avait|était|sera|aura|aime|adore|déteste|préfère|habite|travaille|mange|joue|parle|porte|étudie|souffre)|elles?|ils|lui|sa|ses)",
  '(?:y |pero )?(?:él|ellas?|ellos|sus?|les? (?:gustan?|encantan?|duelen?)|no le|vive|tiene|trabaja|se llama|cumple|nació|estudia)',
  '(?:e |ma )?(?:lui|lei|loro|(?:il |la )?su[oa]|(?:gli|le) piac\\p{L}+|non (?:gli|le)|vive|abita|lavora|studia|si chiama|compie|ha (?=\\p{N}))',
  '(?:e |mas )?(?:el[ea]s?|vive|mora|trabalha|estuda|se chama|chama-se|tem (?=\\p{N}))',
  '(?:en |maar )?(?:hij|zij|ze|haar|hun)',
]);
/** Whether a sentence begins with a pronoun for somebody. */
export function startsWithPronoun(sentence: string): boolean {
  return BACK.test(sentence);
}

/** A longer text of several sentences is hardly found by one of them. */
const LENGTH_MAX = 280;
/** Number of earlier sentences in which the person may be named. */
const LOOK_BACK = 3;
const pets = new Set(PETS.split(' '));

/** People whom `PERSON` lacks, because corrections read it. */
const ALSO_PERSON =
  /^(?:partner|baby|therapist|boss|manager|mate|landlord|landlady|doctor|dentist|teacher|coach|chef(?:in|fe)?|arzt|ärztin|lehrer(?:in)?|mitbewohner(?:in)?|compagnon|compagne|médecin|bébé|pareja|bebé|médico|jef[ea]|profesora?|compagn[oa]|medico|neonato|companheir[oa]|namorad[oa]|chefe|professora?|baas|huisarts|leraar|lerares)$/iu;
/** The speaker, in languages where a pronoun has to begin the sentence. */
const ABOUT_SPEAKER = /^(?:i|we|ich|wir|je|j|nous|ik|wij|yo|io|eu)(?!\p{L})/iu;

/** Whether a sentence names a person or a pet in words: "my brother Felix", "our cat". */
function namesSomebody(sentence: string): boolean {
  const words = sentence.match(/[\p{L}\p{M}-]+/gu) ?? [];
  return (
    BACK.test(sentence) || words.some((word) => PERSON.test(word) || ALSO_PERSON.test(word) || pets.has(foldWord(word)))
  );
}

/**
 * Joins a statement that begins with a pronoun to the statement before it that names whom it means: the nearest one with a word for a
 * person, else the nearest one of the message that does not begin with
 * the speaker.
 * @param earlier the last sentence that the speaker said before
 */
export function joinPronouns(
  sentences: readonly string[],
  { earlier, isStatement }: { earlier: string | undefined; isStatement: (sentence: string) => boolean },
): string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const near = joined.length > 0 ? joined.slice(-LOOK_BACK) : earlier === undefined ? [] : [earlier];
    const place =
      startsWithPronoun(sentence) && isStatement(sentence)
        ? findNamed(
            near.map((text) => isStatement(text) && text),
            joined.length > 0,
          )
        : -1;
    const before = near[place];
    if (before === undefined || before.length + sentence.length > LENGTH_MAX) joined.push(sentence);
    else joined[Math.max(0, joined.length - near.length + place)] = `${before} ${sentence}`;
  }
  return joined;
}

function findNamed(near: readonly (string | false)[], isSameMessage: boolean): number {
  const named = near.findLastIndex((text) => text !== false && namesSomebody(text));
  return named === -1 && isSameMessage
    ? near.findLastIndex((text) => text !== false && !ABOUT_SPEAKER.test(text))
    : named;
}
