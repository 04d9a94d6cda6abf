// Sentences that say two things, each of which can change by itself: "I live in Berlin and work at Bosch."

import { ENDS, NOW, SWITCHES } from '../correction/change-words.js';
import { findSlots } from '../correction/slots.js';
import { isFunctionWord } from '../words/function-words.js';
import { SPEAKER_VERBS } from '../words/speaker-verbs.js';
import { findPeople } from './people-named.js';

/** English, German, French, Spanish, Italian, Portuguese and Dutch. */
const AND = / (?:and|und|et|y|e|en) /giu;
const SUBJECT =
  /^(?:(?:[^.]+\. )?(?:she|he|they|er|sie|elle|il|ella|él|lei|lui|ela|ele|zij|ze|hij)|i|we|ich|wir|je|nous|ik|wij|eu|io|yo)(?= |(?<=i)['’]m )/iu;
const OWN_SUBJECT = /^(?:i|we|ich|wir|je|j['’]|nous|ik|wij|eu|io|yo)(?= |(?<=['’]))/iu;
/** Verbs whose person needs no word. */
const PRO_DROP = new RegExp(`^(?:${SPEAKER_VERBS})(?= )`, 'iu');
const HAVE = /^(?:am|have|has|is|own|owns|bin|habe|hat|ist|heb|heeft|ben)(?= )/iu;
/** What limits both facts, or says that one replaces an older one. */
const LIMITS =
  /(?<!\p{L})(?:until|till|since|when|while|if|because|so|but|between|both|together|bis|seit|wenn|weil|als|während|damit|zwischen|jusqu|depuis|quand|parce|si|hasta|desde|cuando|porque|fino|da quando|quando|perché|até|tot|sinds|omdat|toen|want|not|never|nicht|kein\p{L}*|pas|no|não|non|niet|geen|\p{L}+n['’]?t|was|were|\p{L}+ed|\p{N}+)(?!\p{L})/iu;

/** Splits a sentence of two states of one person, each about another slot, in its words. Returns other sentences as they are. */
export function splitFacts(sentence: string): string[] {
  if (/[,;:!?]./u.test(sentence) || [LIMITS, ENDS, NOW, SWITCHES].some((words) => words.test(sentence)))
    return [sentence];
  const [, body = '', end = ''] = /^(.+?)([.!]?)$/u.exec(sentence) ?? [];
  for (const { 0: and, index } of body.matchAll(AND)) {
    const [first, rest] = [body.slice(0, index), body.slice(index + and.length)];
    const second = completeSecond(first, rest);
    const earlier = findSlots(first);
    const later = findSlots(second ?? '');
    const areApart = ![...earlier.keys()].some((slot) => later.has(slot));
    if (second !== null && earlier.size > 0 && later.size > 0 && areApart) return [`${first}${end}`, `${second}${end}`];
  }
  return [sentence];
}

/** Returns a second fact with its subject: "work at Bosch" behind "I live in Berlin" is "I work at Bosch". Null if it is no fact. */
function completeSecond(first: string, rest: string): string | null {
  if (OWN_SUBJECT.test(rest) || (PRO_DROP.test(first) && PRO_DROP.test(rest)))
    return /^\p{Lu}/u.test(first) ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
  const [person] = findPeople(first);
  const subject = SUBJECT.exec(first)?.[0] ?? (person && first.startsWith(`${person.text} `) ? person.text : null);
  const [verb = ''] = rest.split(' ', 1);
  if (subject === null || (isFunctionWord(verb) && !HAVE.test(rest))) return null;
  const second = `${subject} ${rest}`;
  const startsWithSlot = [...findSlots(second).values()].some((at) => at <= subject.length + 1);
  return startsWithSlot || HAVE.test(rest) ? second : null;
}
