import { z } from 'zod';
import { addErrorBody, errorBody, fieldErrorsBody, listErrorBody, messageBody, webhookBody } from '../hosted/errors.js';
import { detailBody } from '../shared/problems.js';
import { Entity, Event, HistoryEntry, Memory } from '../hosted/present.js';

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Writes zod schemas as JSON schemas (draft 2020-12); those that many operations share become components. */
export type SchemaWriter = ReturnType<typeof schemaWriter>;

/** The answer to a defect. */
export const defectBody = z.object({ detail: z.string(), request_id: z.string() });

const components: readonly (readonly [string, z.ZodType])[] = [
  ...[
    ['Memory', Memory] as const,
    ['HistoryEntry', HistoryEntry] as const,
    ['Event', Event] as const,
    ['Entity', Entity] as const,
  ],
  ...[
    ['Detail', detailBody] as const,
    ['Defect', defectBody] as const,
    ['Error', errorBody.schema] as const,
    ['MessageError', messageBody.schema] as const,
  ],
  ...[['FieldErrors', fieldErrorsBody.schema] as const, ['AddError', addErrorBody.schema] as const],
  ...[['WebhookError', webhookBody.schema] as const, ['ListError', listErrorBody.schema] as const],
];

/** Makes a writer, which remembers the components that it came across. */
export function schemaWriter() {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of components) registry.add(schema, { id });
  const found = new Map<string, Json>();
  const write = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const made = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      metadata: registry,
      unrepresentable: 'any',
      override: simplify,
    }) as Record<string, unknown>;
    const { $schema: _dialect, $defs: definitions, id, ...rest } = made;
    for (const [name, definition] of Object.entries((definitions ?? {}) as Record<string, Json>))
      found.set(name, component(definition));
    if (typeof id !== 'string') return component(rest);
    found.set(id, component(rest));
    return { $ref: `#/components/schemas/${id}` };
  };
  return {
    /** What a caller sends. */
    input: (schema: z.ZodType) => write(schema, 'input'),
    /** What is answered. */
    output: (schema: z.ZodType) => write(schema, 'output'),
    /** The components that were met so far, by name. */
    named: () => Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

// Objects may hold more than is described; bounds of whole numbers and the pattern behind a format say nothing to a reader.
function simplify({
  jsonSchema: made,
  zodSchema,
}: {
  jsonSchema: Record<string, unknown>;
  zodSchema: { _zod: { def: { type: string } } };
}): void {
  if (zodSchema._zod.def.type === 'object' && made.additionalProperties === false) delete made.additionalProperties;
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  if (made.format !== undefined) delete made.pattern;
  if (made.propertyNames !== undefined && made.type === 'object') delete made.propertyNames;
}

function component(schema: Json): Json {
  const text = JSON.stringify(schema, (name, value: unknown) =>
    name === 'id' && value !== null && typeof value === 'string' ? undefined : value,
  );
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
