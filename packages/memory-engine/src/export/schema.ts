import { InputError } from '../input-error.js';
import { isJsonObject, toStorableJson, type Json } from '../filter/filter-values.js';

/** Shape that a JSON Schema describes, with references and alternatives resolved. `fallback` is the default value. */
export type Shape = ObjectShape | ListShape | ValueShape;

export interface ObjectShape {
  readonly kind: 'object';
  readonly properties: ReadonlyMap<string, Shape>;
}

export interface ListShape {
  readonly kind: 'list';
  readonly items: Shape;
}

export interface ValueShape {
  readonly kind: 'value';
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'any';
  /** Allowed values. Empty: any. */
  readonly choices: readonly Json[];
  readonly fallback: Json;
}

const bytesMax = 65_536;
const depthMax = 10;
const propertiesMax = 500;

/**
 * Parses the JSON Schema of a result. Supports the keywords that Pydantic and Zod use for data shapes, with `$ref`
 * within the document; ignores constraints on values. @throws InputError under `schema`
 */
export function readSchema(input: unknown): {
  readonly schema: Readonly<Record<string, Json>>;
  readonly shape: ObjectShape;
} {
  const schema = asObject(typeof input === 'string' ? parsed(input) : input);
  if (!schema) throw refuse('must be a JSON Schema: an object with properties.');
  const problem = toStorableJson(schema);
  if (problem) throw refuse(problem);
  if (Buffer.byteLength(JSON.stringify(schema)) > bytesMax) throw refuse('may take 64 kB as JSON at most.');
  const shape = shapeOf(schema, { root: schema, depth: 1, budget: { properties: 0 } });
  if (shape.kind !== 'object' || shape.properties.size === 0)
    throw refuse('must be a JSON Schema of an object with properties.');
  return { schema: schema as Readonly<Record<string, Json>>, shape };
}

interface Place {
  readonly root: Readonly<Record<string, unknown>>;
  readonly depth: number;
  readonly budget: { properties: number };
}

function shapeOf(node: unknown, place: Place): Shape {
  if (place.depth > depthMax) throw refuse(`may be nested ${depthMax} deep at most, and must not contain itself.`);
  if (node === true || node === undefined) return anything;
  const schema = asObject(node);
  if (!schema) throw refuse('Every property must be described by a JSON Schema.');
  const inner = { ...place, depth: place.depth + 1 };
  if (typeof schema.$ref === 'string') return shapeOf(resolve(schema.$ref, place.root), inner);
  for (const choice of [schema.anyOf, schema.oneOf, schema.allOf]) {
    const wanted = Array.isArray(choice)
      ? (choice as unknown[]).find((each) => asObject(each)?.type !== 'null')
      : undefined;
    if (wanted !== undefined) return withFallback(shapeOf(wanted, inner), schema.default);
  }
  const types = [schema.type].flat();
  if (types.includes('object') || asObject(schema.properties)) return objectShape(schema, inner);
  if (types.includes('array')) return { kind: 'list', items: shapeOf(schema.items, inner) };
  return valueShape(schema, types);
}

function objectShape(schema: Readonly<Record<string, unknown>>, place: Place): Shape {
  const entries = Object.entries(asObject(schema.properties) ?? {});
  // An object without properties accepts any value.
  if (entries.length === 0) return anything;
  place.budget.properties += entries.length;
  if (place.budget.properties > propertiesMax) throw refuse(`may have ${propertiesMax} properties at most.`);
  return { kind: 'object', properties: new Map(entries.map(([name, value]) => [name, shapeOf(value, place)])) };
}

const valueTypes = ['string', 'number', 'integer', 'boolean'] as const;

function valueShape(schema: Readonly<Record<string, unknown>>, types: readonly unknown[]): ValueShape {
  const known = ['string', 'number', 'integer', 'boolean', 'null', undefined] as const;
  const strange = types.find((type) => !known.some((each) => each === type));
  if (strange !== undefined) throw refuse(`Unknown type ${JSON.stringify(strange)}.`);
  const choices = (Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : []) as Json[];
  return {
    kind: 'value',
    type: valueTypes.find((type) => types.includes(type)) ?? 'any',
    choices,
    fallback: (schema.default ?? null) as Json,
  };
}

const anything: ValueShape = { kind: 'value', type: 'any', choices: [], fallback: null };

function withFallback(shape: Shape, fallback: unknown): Shape {
  return shape.kind === 'value' && fallback !== undefined ? { ...shape, fallback: fallback as Json } : shape;
}

/** Resolves `#/$defs/Person` within the document. */
function resolve(reference: string, root: Readonly<Record<string, unknown>>): unknown {
  const [start, ...steps] = reference.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let found: unknown = start === '#' ? root : undefined;
  for (const step of steps) {
    const holder = asObject(found);
    found = holder && Object.hasOwn(holder, step) ? holder[step] : undefined;
  }
  if (found === undefined) throw refuse(`The reference ${JSON.stringify(reference)} leads nowhere in it.`);
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return isJsonObject(value) ? value : null;
}

function refuse(problem: string): InputError {
  return new InputError({ schema: [problem] });
}
