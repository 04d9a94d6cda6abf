// Sentences that begin with a pronoun for whom the sentence before names: "My aunt moved to Oslo. She likes it a lot."

import { foldWord } from '../words/function-words.js';
import { PERSON } from '../words/people.js';
import { PETS } from '../words/topics.js';

const start = (wordings: readonly string[]) => new RegExp(`^(?:${wordings.join('|')})(?!\\p{L})`, 'iu');

/** English, German, French, Spanish, Italian, Portuguese and Dutch. Three of them leave the pronoun out. "It" mostly refers to what was asked. */
const BACK = start([
  "(?:(?:and|but|also|so|plus|though|sadly|luckily),? )?(?:s?he(?:['’](?:s|d|ll))?|they(?:['’](?:re|ve|d|ll))?|his|her|their|both of them)",
  '(?:und |aber |auch )?(?:er|sie|ihm|ihn|ihnen|seine?|ihre?(?! (?:name|antwort)))',
  "(?:et |mais )?(?:il(?! (?:y a|faut|faudra|fait|pleut|neige|s['’]agit|vaut|semble|paraît|reste|manque|me |est (?:\\p{N}|tard|tôt|temps|possible|important|vrai)))|elles?|ils|lui|son|sa|ses)",
  '(?:y |pero )?(?:él|ellas?|ellos|sus?|les? (?:gustan?|encantan?|duelen?)|no le|vive|tiene|trabaja|se llama|cumple|nació|estudia)',
  '(?:e |ma )?(?:lui|lei|loro|(?:il |la )?su[oa]|(?:gli|le) piac\\p{L}+|non (?:gli|le)|vive|abita|lavora|studia|si chiama|compie|ha (?=\\p{N}))',
  '(?:e |mas )?(?:el[ea]s?|vive|mora|trabalha|estuda|se chama|chama-se|tem (?=\\p{N}))',
  '(?:en |maar )?(?:hij|zij|ze|haar|hun)',
]);
/** A longer text of several sentences is hardly found by one of them. */
const LENGTH_MAX = 280;
/** Number of earlier sentences in which the person may be named. */
const LOOK_BACK = 3;
const pets = new Set(PETS.split(' '));

/** Whether a sentence names a person or a pet in words: "my brother Felix", "our cat". */
function namesSomebody(sentence: string): boolean {
  const words = sentence.match(/[\p{L}\p{M}-]+/gu) ?? [];
  return BACK.test(sentence) || words.some((word) => PERSON.test(word) || pets.has(foldWord(word)));
}

/**
 * Joins a statement that begins with a pronoun to the statement before it that names whom it means: one nearby with a word for a person, else
 * the nearest.
 * @param earlier the last sentence that the speaker said before
 */
export function joinPronouns(
  sentences: readonly string[],
  { earlier, isStatement }: { earlier: string | undefined; isStatement: (sentence: string) => boolean },
): string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const leans = BACK.test(sentence) && isStatement(sentence);
    const near = joined.length > 0 ? joined.slice(-LOOK_BACK) : earlier === undefined ? [] : [earlier];
    const named = near.findLastIndex((text) => namesSomebody(text) && isStatement(text));
    const place = named === -1 ? near.length - 1 : named;
    const before = near[place];
    if (!leans || before === undefined || !isStatement(before) || before.length + sentence.length > LENGTH_MAX)
      joined.push(sentence);
    else if (joined.length === 0) joined.push(`${before} ${sentence}`);
    else joined[joined.length - near.length + place] = `${before} ${sentence}`;
  }
  return joined;
}
