// Sentences that say two things of another person, each of which can change by itself: "Anna lives in Berlin and works at Bosch."

import { ENDS, NOW, SWITCHES } from '../correction/change-words.js';
import { findSlots } from '../correction/slots.js';
import { isFunctionWord } from '../words/function-words.js';
import { findPeople } from './people-named.js';

/** English, German, French, Spanish, Italian, Portuguese and Dutch. */
const AND = / (?:and|und|et|y|e|en) /giu;
const SUBJECT = /^(?:[^.]+\. )?(?:she|he|they|er|sie|elle|il|ella|él|lei|lui|ela|ele|zij|ze|hij)(?= )/iu;
const HAVE = /^(?:has|is|owns|hat|ist|heeft)(?= )/iu;
/** What limits both facts, or says that one replaces an older one. */
const LIMITS =
  /(?<!\p{L})(?:until|till|since|when|while|if|because|so|but|between|both|together|bis|seit|wenn|weil|als|während|damit|zwischen|jusqu|depuis|quand|parce|si|hasta|desde|cuando|porque|fino|da quando|quando|perché|até|tot|sinds|omdat|toen|want|not|never|nicht|kein\p{L}*|pas|no|não|non|niet|geen|\p{L}+n['’]?t|was|were|\p{L}+ed|\p{N}+)(?!\p{L})/iu;

/** Splits a sentence of two states of another person, each about another slot, in its words. Returns other sentences as they are. */
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
  const [person] = findPeople(first);
  const subject = SUBJECT.exec(first)?.[0] ?? (person && first.startsWith(`${person.text} `) ? person.text : null);
  const [verb = ''] = rest.split(' ', 1);
  if (subject === null || (isFunctionWord(verb) && !HAVE.test(rest))) return null;
  const second = `${subject} ${rest}`;
  const startsWithSlot = [...findSlots(second).values()].some((at) => at <= subject.length + 1);
  return startsWithSlot || HAVE.test(rest) ? second : null;
}
