import fc from 'fast-check';
import { z } from 'zod';
import { hostileNumbers, hostileText, hostileValue } from './hostile.js';

/** Meaningful values for the server under test by wire name. Without them no call would reach a use case. */
export type Known = Readonly<Record<string, readonly unknown[] | undefined>>;

type Json = Readonly<Record<string, unknown>>;

/**
 * Generates values for a schema: mostly valid ones, some almost valid (a missing or additional field, one value of
 * another type), and a few that break careless servers.
 */
export function arbitraryOf(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  return valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), { known, name: '' });
}

interface Place {
  readonly known: Known;
  /** Name of the nearest field. */
  readonly name: string;
}

function valueOf(schema: Json, place: Place): fc.Arbitrary<unknown> {
  const meaningful = place.known[place.name];
  const fitting = fittingOf(schema, place);
  return fc.oneof(
    { weight: 10, arbitrary: fitting },
    ...(meaningful ? [{ weight: 25, arbitrary: fc.constantFrom(...meaningful) }] : []),
    // Objects contain hostile fields themselves.
    { weight: schema.properties ? 1 : 4, arbitrary: hostileValue },
  );
}

function fittingOf(schema: Json, place: Place): fc.Arbitrary<unknown> {
  const variants = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as readonly Json[] | undefined;
  if (variants) return fc.oneof(...variants.map((variant) => fittingOf(variant, place)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...(schema.enum as readonly unknown[]));
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueOf((schema.items ?? {}) as Json, place), { maxLength: 4 });
    case 'object':
      return objectOf(schema, place);
    default:
      return anything;
  }
}

const words = ['tea', 'harbour', 'Lisbon', 'violin', 'rosa likes tea', 'I moved to Lisbon on Tuesday'];

function textOf({ format }: Json): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc.constantFrom('2024-05-01T10:00:00Z', '2031-01-01T00:00:00+02:00', '2024-05-01T10:00:00');
  if (format === 'date') return fc.constantFrom('2024-05-01', '2099-12-31');
  if (format === 'uuid') return fc.uuid();
  return fc.oneof(fc.constantFrom(...words), hostileText);
}

function numberOf({ type, minimum, maximum }: Json): fc.Arbitrary<number> {
  const bounds = [minimum, maximum].filter(
    (bound): bound is number => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER,
  );
  const beside = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]);
  return fc.oneof(
    type === 'integer' ? fc.integer({ min: -2, max: 30 }) : fc.double({ min: -1, max: 3, noNaN: true }),
    fc.constantFrom(...hostileNumbers, ...beside),
  );
}

function objectOf(schema: Json, place: Place): fc.Arbitrary<unknown> {
  const fields = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Json>>);
  if (fields.length === 0) return dictionary;
  const model = Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, { ...place, name })]));
  const required = ((schema.required ?? []) as readonly string[]).filter((name) => name in model);
  const complete = fc.record(model, { requiredKeys: required, noNullPrototype: true });
  const sparse = fc.record(model, { requiredKeys: [], noNullPrototype: true });
  // Unknown fields are ignored, whatever their name.
  const extended = fc.tuple(complete, dictionary).map(([own, more]) => ({ ...more, ...own }));
  return fc.oneof(
    { weight: 12, arbitrary: complete },
    { weight: 1, arbitrary: sparse },
    { weight: 1, arbitrary: extended },
  );
}

const key = fc.oneof(fc.constantFrom('colour', 'count', 'place', 'a_b'), hostileText);
const leaf = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(fc.constantFrom('red', 'blue'), fc.nat(3), fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: hostileValue },
);
const dictionary = fc.dictionary(key, leaf, { maxKeys: 3, noNullPrototype: true });
const anything = fc.oneof(
  { weight: 3, arbitrary: leaf },
  { weight: 1, arbitrary: dictionary },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 3 }) },
);
