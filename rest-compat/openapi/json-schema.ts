import { z } from 'zod';
import { propertyTexts } from './property-texts.js';

export type Json = Readonly<Record<string, unknown>>;

export type SchemaWriter = ReturnType<typeof createSchemaWriter>;

/** Body of an internal error, status 500. */
export const defectBody = z.object({ detail: z.string(), request_id: z.string() }).meta({ id: 'Defect' });

/** Creates a writer of zod schemas as JSON Schema (draft 2020-12), with one component per schema that has an ID. */
export function createSchemaWriter() {
  const components = new Map<string, Json>();
  const nameByText = new Map<string, string>();
  const write = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify }));
    const made = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'), describeProperties) as Json;
    const { $schema: _dialect, $defs: definitions, ...rest } = made;
    for (const [name, definition] of Object.entries((definitions ?? {}) as Record<string, Json>))
      components.set(name, definition);
    return rest;
  };
  /** Returns a reference to a component. Equal schemas share one. */
  const share = (json: Json, name: string): Json => {
    if ('$ref' in json || !['object', 'anyOf'].some((kind) => json.type === kind || kind in json)) return json;
    const text = JSON.stringify(json);
    const known = nameByText.get(text) ?? (components.has(name) ? `${name}${components.size}` : name);
    nameByText.set(text, known);
    components.set(known, json);
    return { $ref: `#/components/schemas/${known}` };
  };
  return {
    input: (schema: z.ZodType) => write(schema, 'input'),
    body: (schema: z.ZodType, name: string) => share(write(schema, 'input'), name),
    /** Adds a response body as a component. */
    output: (schema: z.ZodType, name: string) => share(write(schema, 'output'), name),
    components: () => Object.fromEntries([...components].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

// Responses may have more fields than documented. Integer bounds and patterns next to a format are only noise.
function simplify({
  jsonSchema: made,
  zodSchema,
}: {
  jsonSchema: Record<string, unknown>;
  zodSchema: z.core.$ZodTypes;
}) {
  if (zodSchema._zod.def.type === 'object' && made.additionalProperties === false) delete made.additionalProperties;
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  if (made.format !== undefined) delete made.pattern;
  if (made.propertyNames !== undefined && made.type === 'object') delete made.propertyNames;
}

/** Describes each property by its name, unless its schema has a description. Names mean the same in all operations. */
function describeProperties(key: string, value: unknown): unknown {
  if (key === 'id' && typeof value === 'string') return undefined;
  if (key !== 'properties') return value;
  const properties = Object.entries(value as Readonly<Record<string, Json>>);
  return Object.fromEntries(properties.map(([name, made]) => [name, describeProperty(name, made)]));
}

/** Adds the description and limits of a property by its name. */
export function describeProperty(name: string, property: Json): Json {
  const known = propertyTexts[name];
  if (known === undefined) return property;
  const { description, ...limits } = typeof known === 'string' ? { description: known } : known;
  const own = { description, ...property };
  return 'const' in property || 'enum' in property || '$ref' in property ? own : { ...limits, ...own };
}
