import { z } from 'zod';
import type { Json, SchemaWriter } from './json-schema.js';
import { describeProperty } from './properties.js';
import type { DocumentedRoute } from './routes.js';

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
}

interface Shared {
  readonly writer: SchemaWriter;
  readonly parameters: Map<string, Json>;
}

const sharedNames: Readonly<Record<string, string>> = {
  page: 'Page',
  page_size: 'PageSize',
  org_id: 'OrganizationId',
  project_id: 'ProjectId',
};

/** Returns the parameters of an operation. Common ones are references. */
export function toParameters(
  { path, params, querystring, supportsIdempotencyKey }: DocumentedRoute,
  { writer, parameters }: Shared,
): (OpenApiParameter | { readonly $ref: string })[] {
  const known = getProperties(params, writer);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    toParameter(name, 'path', { schema: known[name] ?? { type: 'string' }, required: true }),
  );
  const inQuery = Object.entries(getProperties(querystring, writer)).map(([name, schema]) =>
    toParameter(name, 'query', { schema, required: isRequired(querystring, name) }),
  );
  const share = (parameter: OpenApiParameter, name: string) => {
    const stored = parameters.get(name) ?? (parameter as unknown as Json);
    if (JSON.stringify(stored) !== JSON.stringify(parameter)) return parameter;
    parameters.set(name, stored);
    return { $ref: `#/components/parameters/${name}` };
  };
  const shared = inQuery.map((parameter) => {
    const name = sharedNames[parameter.name];
    return name === undefined ? parameter : share(parameter, name);
  });
  return [...inPath, ...shared, ...(supportsIdempotencyKey ? [share(idempotencyKey, 'IdempotencyKey')] : [])];
}

function getProperties(schema: z.ZodType | null, writer: SchemaWriter): Readonly<Record<string, Json>> {
  return ((schema && writer.input(schema).properties) ?? {}) as Readonly<Record<string, Json>>;
}

function toParameter(
  name: string,
  place: OpenApiParameter['in'],
  { schema, required }: { schema: Json; required: boolean },
): OpenApiParameter {
  const { description, ...rest } = describeProperty(name, schema);
  return { name, in: place, required, ...(typeof description === 'string' && { description }), schema: rest };
}

const idempotencyKey = toParameter('Idempotency-Key', 'header', {
  schema: {
    type: 'string',
    minLength: 8,
    maxLength: 128,
    description: 'Repeated requests with the same key get the response of the first one and change nothing.',
  },
  required: false,
});

// JSON Schema cannot see through a preprocessing step, so the field itself is asked whether it is optional.
function isRequired(schema: z.ZodType | null, name: string): boolean {
  const field = schema instanceof z.ZodObject ? (schema.shape as Readonly<Record<string, z.ZodType>>)[name] : undefined;
  return field ? !field.safeParse(undefined).success : false;
}
