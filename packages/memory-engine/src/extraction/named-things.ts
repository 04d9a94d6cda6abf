// Changes of a thing that an earlier sentence names: "I drive a blue Volvo. Actually I sold it and got a Tesla." The thing is put before the
// sentence, "A blue Volvo. Actually I sold it and got a Tesla.", so that it is clear alone, and the earlier fact is found to be outdated. English,
// German, French, Spanish, Italian, Portuguese and Dutch.

import { ENDS, SWITCHES } from '../correction/change-words.js';
import { mapInSteps, type Steps } from '../steps.js';
import { PERSON } from '../words/people.js';
import { readSpeakerClause } from './joined-facts.js';

/** Words before the clause, and those between the speaker and the verb. */
const LEAD =
  '(?:(?:actually|well|but|oh|and|so|then|sadly|unfortunately|update|sorry|wait|no|in the end|last (?:week|month|year)|yesterday|eigentlich|aber|doch|und|leider|dann|inzwischen|letzte (?:woche)|en fait|mais|et|finalement|pero|y|al final|ya|de hecho|ma|e|alla fine|in realtà|mas|na verdade|no fim|eigenlijk|maar|en|inmiddels)[,:]? )*';
const BETWEEN =
  "(?:(?:have|just|finally|already|recently|then|later|no longer|actually|also|don['’]?t|had to|i['’]ve|we['’]ve) )*";
const PARTICLE =
  '(?: (?:up|away|back|out|off|in|out of|rid of|tired of|taking|using|eating|drinking|playing|driving|riding|wearing))?';
/** The speaker, a verb and a pronoun for a thing. A noun in between may be what the pronoun means: "I fixed the bike and sold it". */
const CHANGES_IT = new RegExp(
  `^${LEAD}(?:${[
    `(?:i|we)(?:['’]ve)? ${BETWEEN}\\p{L}+${PARTICLE} (?:it|them)`,
    '(?:ich|wir) \\p{L}+ (?:ihn|sie|es)|(?:hab(?:en?)?) (?:ich|wir) (?:ihn|sie|es)',
    "(?:je|on|nous) (?:ne )?l['’](?:ai|a|avons)|(?:je|nous) les (?:ai|avons)",
    '(?:ya )?l[oa]s? (?:he|hemos|\\p{L}+(?:é|í|amos|imos))|ya no l[oa]s? (?:tengo|tenemos|uso)',
    "l['’](?:ho|abbiamo)|l[iae] (?:ho|abbiamo)",
    '(?:eu )?(?:já )?\\p{L}+(?:i|mo)-[oa]s?|(?:eu )?(?:já )?[oa]s? vend(?:i|emos)',
    '(?:ik|wij|we) \\p{L}+ (?:hem|haar|het|ze)|heb(?:ben)? (?:ik|we|wij) (?:hem|haar|het|ze)',
  ].join('|')})(?![\\p{L}\\p{M}])`,
  'iu',
);
/** "I lost it" and "I quit it" mean no thing. */
const IDIOM = /(?<!\p{L})(?:lost|made|quit|cut|called) it(?: all)?[.!]*$/iu;
const NEXT_CLAUSE =
  /[,;]|\s(?:and|but|because|since|when|so|after|before|und|aber|weil|seit|et|mais|car|parce|y|pero|porque|e|ma|perché|mas|en|maar|omdat|want)\s/iu;
const DETERMINER =
  'an?|the|my|our|this|two|three|ein\\p{L}{0,2}|mein\\p{L}*|unser\\p{L}*|zwei|drei|une?|des|mon|ma|mes|notre|nos|deux|trois|una|mi|nuestr[oa]|dos|tres|uno|(?:il|la) (?:mio|mia|nostr[oa])|due|tre|um|uma|(?:o |a )?(?:meu|minha|noss[oa])|dois|duas|três|een|mijn|onze|twee|drie';
/** Ends the words for a thing: a time, a clause, or a second thing. */
const STOP =
  'that|which|every|each|twice|once|daily|since|for|and|or|but|seit|jeden|jede|der|und|oder|depuis|chaque|qui|et|ou|desde|cada|que|y|o|da|ogni|che|e|sinds|elke|die|en|of';
const JOINS = /^,? (?:and|or|und|oder|et|ou|y|o|e|en|of)(?!\p{L})/iu;
const WORDS = `(?: (?!(?:${STOP}|${DETERMINER})(?![\\p{L}\\p{M}]))[\\p{L}\\p{M}\\p{N}'’-]+|(?<= (?:to|near|by|in|on|at|from)) (?:the|my|our)(?= )){1,7}`;
const THING = new RegExp(`^(?:in |on |at )?(?<thing>(?:${DETERMINER})${WORDS})`, 'iu');
/** "My phone is a Pixel": the kind is one more name for it. */
const OWN_THING = new RegExp(
  `^(?<thing>(?:my|our|mein\\p{L}*|unser\\p{L}*|mon|ma|notre|mi|nuestr[oa]|(?:il|la) (?:mio|mia)|(?:o |a )?(?:meu|minha)|mijn|onze) (?:\\p{L}+ )?\\p{L}+) (?:is|ist|est|es|è|é)(?: (?<kind>(?:an?|eine?n?|une?|una?|um|uma|een)${WORDS}))?(?!\\p{L})`,
  'iu',
);

/** Returns the one thing that a fact of the speaker is about: "a blue Volvo". Null if there is none, or it is a person. */
function findThing(sentence: string): string | null {
  const object = readSpeakerClause(sentence)?.rest ?? '';
  const { thing, kind } = (THING.exec(object) ?? OWN_THING.exec(sentence))?.groups ?? {};
  if (thing === undefined || thing.split(' ').some((word) => PERSON.test(word))) return null;
  const behind = object.slice(object.indexOf(thing) + thing.length);
  if (JOINS.test(behind)) return null;
  return kind === undefined ? thing : `${thing}, ${kind}`;
}

/** Whether a sentence says first that a thing that it does not name is no longer the speaker's. */
export function changesThing(sentence: string): boolean {
  const [begin = ''] = CHANGES_IT.exec(sentence) ?? [];
  if (begin === '' || IDIOM.test(sentence)) return false;
  const [rest = ''] = sentence.slice(begin.length).split(NEXT_CLAUSE, 1);
  return [ENDS, SWITCHES].some((words) => words.test(begin + rest));
}

/** Puts the thing that a sentence changes before it, in the words of the sentence before. Without one, the sentence stays as it is. */
export function nameThings(
  sentences: readonly string[],
  { earlier, canName }: { earlier: string | undefined; canName: (sentence: string) => boolean },
): Steps<string[]> {
  return mapInSteps([...sentences.entries()], ([index, text]) => {
    const before = index > 0 ? sentences[index - 1] : earlier;
    if (before === undefined || !changesThing(text) || !canName(before)) return text;
    const thing = findThing(before);
    return thing === null
      ? text
      : `${/^\p{Lu}/u.test(text) ? thing.charAt(0).toUpperCase() + thing.slice(1) : thing}. ${text}`;
  });
}
