import type { z } from 'zod';
import { describeProperty, type Json, type SchemaWriter } from './json-schema.js';

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
  { path, headers, params, querystring, supportsIdempotencyKey }: DocumentedRoute,
  { writer, parameters }: Shared,
): (OpenApiParameter | { readonly $ref: string })[] {
  const { properties: known = {} } = readObject(params, writer);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    toParameter(name, 'path', { schema: known[name] ?? { type: 'string' }, required: true }),
  );
  const share = (parameter: OpenApiParameter, name: string) => {
    const stored = parameters.get(name) ?? (parameter as unknown as Json);
    if (JSON.stringify(stored) !== JSON.stringify(parameter)) return parameter;
    parameters.set(name, stored);
    return { $ref: `#/components/parameters/${name}` };
  };
  const { properties = {}, required = [] } = readObject(querystring, writer);
  const inQuery = Object.entries(properties).map(([name, schema]) => {
    const parameter = toParameter(name, 'query', { schema, required: required.includes(name) });
    // With a description of its own, it is another parameter.
    const isCommon = parameter.description === describeProperty(name, {}).description;
    const shared = isCommon ? sharedNames[name] : undefined;
    return shared === undefined ? parameter : share(parameter, shared);
  });
  const named = readObject(headers, writer);
  const inHeader = Object.entries(named.properties ?? {}).map(([name, schema]) =>
    toParameter(name, 'header', { schema, required: named.required?.includes(name) ?? false }),
  );
  return [
    ...inPath,
    ...inQuery,
    ...inHeader,
    ...(supportsIdempotencyKey ? [share(idempotencyKey, 'IdempotencyKey')] : []),
  ];
}

function readObject(schema: z.ZodType | null, writer: SchemaWriter) {
  return (schema ? writer.input(schema) : {}) as { properties?: Record<string, Json>; required?: readonly string[] };
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
