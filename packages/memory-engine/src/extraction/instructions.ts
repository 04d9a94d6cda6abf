import { isFunctionWord } from '../words/function-words.js';
import { takeNamedSubjects } from './hint-subjects.js';
import { findExcluded, findIncluded, findWish } from './instruction-words.js';

/** Instructions that rules can follow, as hints, and the others. */
export interface RuleInstructions {
  readonly includes: string | null;
  readonly excludes: string | null;
  /** Sentences that only a language model can follow. */
  readonly ignored: readonly string[];
}

/** Words of instructions that name no subject. A sentence that contains one would match by accident. */
const EMPTY =
  /\b(?:information|details?|data|facts?|memories|memory|personal|personally|identifiable|pii|phi|user(?:['’]s)?|users|things?|topics?|related|about|their|private|sensitive|else|conversations?|messages?|what|that|who|the|any|all|and|or|of|on|it|is|are)\b/giu;

const PREFERENCES =
  /^(?:preferences?|plans?|vorlieben|préférences?|preferencias?|preferenze|preferências?|voorkeuren)$/iu;

/**
 * Reads free instructions without a language model: "Never store health data." excludes, "Only remember hobbies." includes, any other sentence
 * is ignored.
 */
export function readRuleInstructions(instructions: string | null): RuleInstructions {
  const includes: string[] = [];
  const excludes: string[] = [];
  const ignored: string[] = [];
  const sentences = (instructions ?? '')
    .split(/(?<=[.!?;])\s+|\n+/u)
    .map((text) => text.replace(/^[\s\-*•\d.)]+/u, '').trim());
  for (const sentence of sentences.filter((text) => text !== '' && !text.endsWith(':')).slice(0, 200)) {
    const text = sentence.slice(0, 500).replace(/[.!;]+$/u, '');
    const named = toSubject(findExcluded(text));
    const wanted = named === null ? toSubject(findIncluded(text)) : null;
    const short = named === null && wanted === null ? readShort(text) : null;
    const [excluded, included] = [named ?? short?.excluded ?? null, wanted ?? short?.included ?? null];
    if (excluded !== null) excludes.push(excluded);
    else if (included !== null) includes.push(included);
    else ignored.push(sentence);
  }
  const join = (subjects: readonly string[]) => (subjects.length === 0 ? null : subjects.join(', '));
  return { includes: join(includes), excludes: join(excludes), ignored };
}

/** Reads "No medical data", "alles außer Politik" and "food only": a known subject, a word that excludes or restricts, and nothing else. */
function readShort(text: string): { readonly excluded?: string; readonly included?: string } | null {
  const { names, rest } = takeNamedSubjects(text);
  const wish = names.length === 0 ? null : findWish(rest);
  if (wish === null) return null;
  return wish === 'exclude' ? { excluded: names.join(', ') } : { included: names.join(', ') };
}

function toSubject(text: string | undefined): string | null {
  const words = (text?.replace(EMPTY, ' ') ?? '')
    .split(/[\s,]+/u)
    .filter((word) => /\p{L}/u.test(word) && !isFunctionWord(word));
  // "Food preferences" are about food.
  const named = words.filter((word) => !PREFERENCES.test(word));
  return words.length === 0 ? null : (named.length > 0 ? named : words).join(' ');
}
