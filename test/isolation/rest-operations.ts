import { z } from 'zod';
import type { DocumentedRoute } from '../../rest-compat/openapi/routes.js';
import type { Ids } from './ids.js';

/** A request of a route for the ids of any target. */
export interface RestRequest {
  readonly method: string;
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

type Values = Readonly<Record<string, unknown>>;
type Json = Readonly<Record<string, unknown>>;

/** Returns values by wire name, to send wherever the schema of a route has the name. */
function known(ids: Ids): Values {
  return {
    org_id: ids.organization,
    project_id: ids.project,
    memory_id: ids.memory,
    memories: [{ memory_id: ids.memory, text: 'The lamp is blue.' }],
    webhook_id: ids.webhook,
    event_id: ids.event,
    export_id: ids.export,
    memory_export_id: ids.export,
    job_id: ids.profileJob.replace('pjob_', ''),
    user_id: ids.entity,
    entity_id: ids.entity,
    entity_type: 'user',
    filters: { user_id: ids.entity },
    email: ids.email,
    messages: [{ role: 'user', content: 'The lamp is red.' }],
    infer: false,
    query: 'red',
    text: 'The lamp is blue.',
    name: 'hook',
    label: 'spare',
    url: 'https://hook.invalid/x',
    event_types: ['memory_update'],
    feedback: 'POSITIVE',
    role: 'READER',
    schema: { type: 'object', properties: { name: { type: 'string', description: 'Name.' } } },
    custom_instructions: 'Be brief.',
    entities: { user: { custom_instructions: 'Be brief.' } },
    operation: 'trigger',
    password: 'a long password',
    current_password: 'not the password',
    new_password: 'another long password',
    use_case: 'lamps',
    token: 'wrong',
    refresh_token: 'wrong',
  };
}

/** Names in the schema that a route rejects or interprets differently. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  'POST /v3/memories/': ['user_id'],
  'POST /v3/memories/search/': ['user_id'],
  'POST /v2/memories/': ['user_id'],
  'POST /v2/memories/search/': ['user_id'],
  'GET /requests': ['user_id'],
  'GET /v1/audit-logs/': ['entity_id'],
  'POST /v1/exports/': ['user_id'],
  'POST /v1/summary/': ['user_id'],
  'POST /v1/users/': ['name', 'email'],
  'POST /users': ['project_id', 'role'],
  'PATCH /users/{id}': ['name', 'email'],
  'POST /auth/login': ['email'],
  // Users sign in with their address, which must be unique.
  'PATCH /auth/me': ['email'],
  // The ID alone must not find an object of another project. With the project, the project would be refused.
  ...Object.fromEntries(
    ['GET', 'PUT', 'DELETE'].map((method) => [`${method} /v1/memories/{memory_id}/`, ['org_id', 'project_id']]),
  ),
  'GET /v1/memories/{memory_id}/history/': ['org_id', 'project_id'],
  'GET /v1/event/{event_id}/': ['org_id', 'project_id'],
  'GET /v1/events/{event_id}/': ['org_id', 'project_id'],
};

/** The name of a route, as the table shows it. */
export const routeName = ({ method, path }: DocumentedRoute): string => `${method.toUpperCase()} ${path}`;

/** Routes that read either a project or a whole organization: the names to leave out of each request. */
const places: Readonly<Record<string, readonly string[]>> = { 'GET /v1/audit-logs/': ['org_id', 'project_id'] };

/** A request of a route, and the name that it leaves out, if any. */
export interface RestVariant {
  readonly route: DocumentedRoute;
  readonly without: string | null;
}

/** Returns the requests of a route: one, or one for each place that it can read. */
export function toVariants(route: DocumentedRoute): RestVariant[] {
  return (places[routeName(route)] ?? [null]).map((without) => ({ route, without }));
}

/** The name of a variant, as the table shows it. */
export const variantName = ({ route, without }: RestVariant): string =>
  without === null ? routeName(route) : `${routeName(route)} without ${without}`;

/** Builds a request for these ids. */
export function toRequest({ route, without }: RestVariant, ids: Ids): RestRequest {
  const name = routeName(route);
  const { [without ?? '']: _left, ...values }: Values = { ...known(ids), ...special(name, ids) };
  const path = route.path.replace(/\{(\w+)\}/g, (_match, field: string) =>
    encodeURIComponent(String(field === 'id' ? pathId(name, ids) : values[field])),
  );
  const query = Object.entries(pick(name, route.querystring, values)).filter(([, value]) => typeof value !== 'object');
  const search = new URLSearchParams(query.map(([key, value]) => [key, String(value)])).toString();
  const hasBody = route.method !== 'get' && route.body !== null;
  return {
    method: route.method.toUpperCase(),
    url: search === '' ? path : `${path}?${search}`,
    body: hasBody ? pick(name, route.body, values) : undefined,
  };
}

function special(name: string, ids: Ids): Values {
  if (name === 'DELETE /v1/batch/') return { memories: [{ memory_id: ids.memory }] };
  if (/ \/v1\/(agents|apps|runs)\//.test(name)) return { [`${name.slice(9, -2)}_id`]: ids.entity };
  if (/^(POST|PATCH) \/users/.test(name)) return { role: 'member' };
  return {};
}

function pathId(name: string, ids: Ids): string {
  if (name.includes('/webhooks/projects/') || /(GET|POST) .*\/webhook\/$/.test(name)) return ids.project;
  if (name.includes('/webhooks/')) return ids.webhook;
  if (name.includes('/api-keys')) return ids.apiKey;
  if (name.includes('/users')) return ids.user;
  if (name.includes('/invitations')) return ids.invitation;
  throw new Error(`Say in rest-operations.ts what {id} of ${name} is an id of.`);
}

/** Picks the values in the schema, and adds something for other required fields. */
function pick(name: string, schema: z.ZodType | null, values: Values): Values {
  if (!schema) return {};
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  const shape = [json, ...((json.anyOf ?? json.oneOf ?? json.allOf ?? []) as readonly Json[])].find(
    (each) => each.properties,
  );
  const properties = Object.keys(shape?.properties ?? {});
  const required = new Set((shape?.required ?? []) as readonly string[]);
  const used = properties.filter(
    (field) => (field in values && !leftOut[name]?.includes(field)) || required.has(field),
  );
  return Object.fromEntries(used.map((field) => [field, values[field] ?? 'text']));
}
