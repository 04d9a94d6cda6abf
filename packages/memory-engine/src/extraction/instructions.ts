/** Instructions that rules can follow, as hints, and the others. */
export interface RuleInstructions {
  readonly includes: string | null;
  readonly excludes: string | null;
  /** Sentences that only a language model can follow. */
  readonly ignored: readonly string[];
}

const KEEP = '(?:store|save|remember|keep|record|extract|memori[sz]e|include|capture|note|log)';
const EXCLUDE = new RegExp(
  `^(?:please,? )?(?:(?:never|do not|don['’]t|avoid|no) (?:ever )?(?:${KEEP}|storing|saving|remembering|keeping|recording|extracting|including)|ignore|exclude|leave out|skip|omit|discard|drop)(?: (?:anything|everything|any|all|facts|memories|information|details))?(?: (?:about|on|of|regarding|related to|concerning))?:? (.+)$`,
  'iu',
);
const INCLUDE = new RegExp(
  `^(?:please,? )?(?:only ${KEEP}|${KEEP} (?:only|nothing but|exclusively)|focus (?:only )?on|include(?: only)?)(?: (?:anything|everything|any|all|facts|memories|information|details))?(?: (?:about|on|of|regarding|related to|concerning))?:? (.+)$`,
  'iu',
);
/** Words of instructions that name no subject. A sentence that contains one would match by accident. */
const EMPTY =
  /\b(?:information|details?|data|facts?|memories|memory|personal|user(?:['’]s)?|users|things?|topics?|related|about|their|private|sensitive|conversations?|messages?|what|that|who|the|any|all|and|or|of|on|it|is|are)\b/giu;

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
    const excluded = toSubject(EXCLUDE.exec(text)?.[1]);
    const included = excluded === null ? toSubject(INCLUDE.exec(text)?.[1]) : null;
    if (excluded !== null) excludes.push(excluded);
    else if (included !== null) includes.push(included);
    else ignored.push(sentence);
  }
  const join = (subjects: readonly string[]) => (subjects.length === 0 ? null : subjects.join(', '));
  return { includes: join(includes), excludes: join(excludes), ignored };
}

function toSubject(text: string | undefined): string | null {
  const subject = text?.replace(EMPTY, ' ').replace(/\s+/gu, ' ').trim();
  return subject && /\p{L}/u.test(subject) ? subject : null;
}
