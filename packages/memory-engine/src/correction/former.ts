import { NOW, SWITCHES } from './change-words.js';
import { wholeWords } from '../words/whole-words.js';

/** A form of "be" or "get" before "used to" makes it a habit: "I got used to the noise". */
const ACCUSTOMED = "(?<!\\b(?:am|is|are|be|been|being|get|gets|getting|got|gotten|i[’']?m|[’'](?:m|re|s)) )";

// English, German, French, Spanish, Italian, Portuguese and Dutch.
const FORMER = wholeWords([
  `${ACCUSTOMED}used to|formerly|previously|back then|back in the day|in the past|once upon a time|(?:when|while) (?:i|we|he|she) was (?:an? )?(?:little|young(?:er)?|kid|child|boy|girl|teen\\p{L}*|student|in (?:school|college|my \\p{L}+))|as a (?:child|kid|boy|girl|teen\\p{L}*|student)`,
  '(?:in|at) (?:my|our) (?:old|previous|former) \\p{L}+',
  'früher (?:mal |einmal )?(?:habe?|hatten?|bin|sind|waren?|\\p{L}{2,}te)|früher (?:\\p{L}+ ){0,3}(?:ich|wir)|(?:habe?|hatten?|bin|sind|waren?|\\p{L}{3,}te) (?:(?:ich|wir|mal|auch) )?früher|damals|ehemals|als (?:kind|jugendlicher?|student(?:in)?)|als ich (?:noch )?(?:klein|jung|ein kind|studentin?)',
  "autrefois|jadis|auparavant|par le passé|à l[’']époque|avant,? (?:j[’']|je |on |nous )|quand j[’']étais (?:petite?|jeune|enfant|étudiante?|gamine?)|enfant, j",
  'antes (?:\\p{L}+ ){0,2}(?:era|éramos|\\p{L}{2,}(?:ía|íamos|aba|ábamos|ava|ávamos|ia|íamos))|antiguamente|en el pasado|solía(?:mos)?|de (?:niñ[oa]|pequeñ[oa]|joven)|cuando era',
  'prima (?:\\p{L}+ ){0,2}(?:ero|eravamo|\\p{L}{3,}(?:avo|evo|ivo|avamo|evamo))|in passato|una volta (?:ero|\\p{L}{3,}(?:avo|evo|ivo))|da (?:bambin[oa]|piccol[oa]|giovane|ragazz[oa])|quando ero',
  'antigamente|no passado|costumava|em (?:criança|pequen[oa])|quando (?:eu )?era',
  'vroeger|voorheen|destijds|in het verleden|als (?:kind|student)|toen ik (?:nog )?(?:klein|jong|een kind|student)',
]);

/**
 * Whether a statement tells of a former state alone: "I used to live in Bonn", "Früher fuhr ich einen Fiat", "Antes era maestra". Not if it
 * goes on to today: "I used to live in Bonn, but now in Rome".
 */
export function tellsOfFormerState(text: string): boolean {
  return FORMER.test(text) && !NOW.test(text) && !SWITCHES.test(text);
}
