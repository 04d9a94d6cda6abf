import { z } from 'zod';

/** Reads `"3"`, `"message 3"` and `"90 %"` as numbers. Models without schema support write such things. */
function toNumber(value: unknown): unknown {
  const found = typeof value === 'string' ? /^\D{0,12}?(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(value) : null;
  return found ? Number(found[1]) / (found[2] ? 100 : 1) : value;
}

const effects = ['same', 'refines', 'supersedes', 'contradicts'] as const;

/** Reads `Superseded` and `contradiction` as the effects that they mean. */
function toEffect(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return effects.find((effect) => value.trim().toLowerCase().startsWith(effect.slice(0, 6))) ?? value;
}

/** Limits that a model gets in the schema: without them, it would get those of every safe integer, of which some servers make an enormous grammar. */
const listNumber = z.number().int().min(0).max(999);
const wholeNumber = z.preprocess(toNumber, listNumber);
/** Missing, or something else: null. */
const optionalNumber = z.preprocess((value) => {
  const number = toNumber(value);
  return typeof number === 'number' ? number : null;
}, z.number().nullable());
const optionalText = z.preprocess((value) => (typeof value === 'string' ? value : null), z.string().nullable());

/** Returns the items of a list that have this form. */
const usableIn = (value: unknown, item: z.ZodType): unknown[] =>
  Array.isArray(value) ? value.filter((each) => item.safeParse(each).success) : [];

/** Effect of a fact on a stored memory. */
const Relation = z.object({
  memory: wholeNumber,
  relation: z.preprocess(toEffect, z.enum(effects)),
  confidence: optionalNumber,
  reason: optionalText,
});

/** Number of a fact that does not say which message it is from. */
export const UNKNOWN_MESSAGE = 0;

const Fact = z.object({
  text: z.string(),
  message: z.preprocess((value) => {
    const number = toNumber(value);
    return listNumber.safeParse(number).success ? number : UNKNOWN_MESSAGE;
  }, listNumber),
  event_date: optionalText,
  confidence: optionalNumber,
  relations: z.preprocess((value) => usableIn(value, Relation), z.array(Relation)),
});

const ExtractedFact = z.preprocess(toFact, Fact);

/** Strings of a fact that are not its text. */
const otherStrings: readonly string[] = ['event_date', 'reason'];
/** What a message or a stored memory has, and a fact has not: the model repeats what it was given. */
const foreignKeys: readonly string[] = ['role', 'relation', 'facts'];

/** Reads a fact whose text stands alone, or under another name. */
function toFact(value: unknown): unknown {
  if (typeof value === 'string') return { text: value };
  if (typeof value !== 'object' || value === null) return value;
  if (
    Array.isArray(value) ||
    foreignKeys.some((key) => key in value) ||
    ('memory' in value && typeof value.memory === 'number')
  )
    return null;
  if ('text' in value) return value;
  const strings = Object.entries(value).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'string' && !otherStrings.includes(key) ? [text] : [],
  );
  const sentences = strings.filter((text) => /\S\s+\S+\s+\S/.test(text));
  const [only, ...others] = strings.length === 1 ? strings : sentences;
  return only !== undefined && others.length === 0 ? { ...value, text: only } : value;
}

/** Numbers messages from 1 if the model numbered them from 0. */
function countFromOne(facts: unknown): unknown {
  if (!Array.isArray(facts)) return facts;
  const numberOf = (fact: unknown) =>
    typeof fact === 'object' && fact !== null && 'message' in fact ? toNumber(fact.message) : null;
  if (!facts.some((fact) => numberOf(fact) === 0)) return facts;
  return facts.map((fact: unknown) => {
    const number = numberOf(fact);
    return typeof number === 'number' ? { ...(fact as object), message: number + 1 } : fact;
  });
}

/** Returns the usable items of a list, or what was given if there are none. */
function keepUsable(value: unknown, item: z.ZodType): unknown {
  const usable = usableIn(value, item);
  return usable.length > 0 ? usable : value;
}

/**
 * Model output: texts with the number of their message and their effect on stored memories. Each fact is read alone, so that a
 * wrong one does not cost the others. If none can be read, the output is wrong. A list alone is the list of facts.
 */
export const ExtractedFacts = z.preprocess(
  toFacts,
  z.object({
    facts: z.preprocess((value) => countFromOne(keepUsable(value, ExtractedFact)), z.array(ExtractedFact)),
  }),
);

/** Reads a list alone, and a fact alone. */
function toFacts(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.length > 0 ? { facts: value } : value;
  return 'text' in value && !('facts' in value) ? { facts: [value] } : value;
}

export type ModelFact = z.infer<typeof ExtractedFacts>['facts'][number];
