import type { Client as McpClient } from '@modelcontextprotocol/client';
import type { Client } from '../helpers/app.js';

/** Outcome of a call, in terms of all APIs. */
type Outcome = 'done' | 'invalid' | 'forbidden' | 'not found' | 'conflict' | `unexpected: ${string}`;

/** Result of an API: the outcome, and the part of the response that all APIs have. */
export interface Result {
  readonly outcome: Outcome;
  readonly value?: unknown;
  /** Ids of created objects, which differ between the APIs. */
  readonly made?: readonly string[];
}

const ofStatus: Readonly<Record<number, Outcome>> = {
  400: 'invalid',
  403: 'forbidden',
  404: 'not found',
  409: 'conflict',
  422: 'invalid',
};
const ofCode: Readonly<Record<string, Outcome>> = {
  BAD_USER_INPUT: 'invalid',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'not found',
  CONFLICT: 'conflict',
};
const ofType: Readonly<Record<string, Outcome>> = {
  ValidationError: 'invalid',
  ForbiddenError: 'forbidden',
  NotFoundError: 'not found',
  ConflictError: 'conflict',
};

/** Calls a REST path. */
export async function rest(
  client: Client,
  call: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; body?: unknown },
  read: (body: never) => Omit<Result, 'outcome'>,
): Promise<Result> {
  const { status, body } = await client.rest(call.method, call.path, call.body);
  if (status < 300) return { outcome: 'done', ...read(body as never) };
  return { outcome: ofStatus[status] ?? `unexpected: ${status} ${JSON.stringify(body)}` };
}

interface GraphQLAnswer {
  data?: Record<string, { __typename?: string } | null> | null;
  errors?: { message: string; extensions: { code: string } }[];
}

/** Runs an operation with one field. */
export async function graphql(
  client: Client,
  call: { query: string; variables: Record<string, unknown> },
  read: (field: never) => Omit<Result, 'outcome'>,
): Promise<Result> {
  const { body } = await client.rest<GraphQLAnswer & Record<string, unknown>>('POST', '/graphql', call);
  const [error] = body.errors ?? [];
  // A mistake in the test itself.
  if (error && /Cannot query|Unknown|is not defined by type/.test(error.message)) throw new Error(error.message);
  if (error)
    return { outcome: ofCode[error.extensions.code] ?? `unexpected: ${error.extensions.code} ${error.message}` };
  const [field] = Object.values(body.data ?? {});
  const outcome = ofType[field?.__typename ?? ''];
  return outcome ? { outcome } : { outcome: 'done', ...read(field as never) };
}

/** Calls a tool of the MCP server. */
export async function mcp(
  agent: McpClient,
  call: { name: string; arguments: Record<string, unknown> },
  read: (content: never) => Omit<Result, 'outcome'>,
): Promise<Result> {
  const { isError, content, structuredContent } = await agent.callTool(call);
  if (isError !== true) return { outcome: 'done', ...read(structuredContent as never) };
  const [text = ''] = content.map((part) => (part.type === 'text' ? part.text : ''));
  return { outcome: ofCode[text.slice(0, text.indexOf(':'))] ?? `unexpected: ${text}` };
}

/** Both APIs refuse a malformed ID: GraphQL like an unknown one, the hosted REST API with what is wrong with it. Either may find another mistake first. */
export async function asRefused(which: number | string, answer: Promise<Result>): Promise<Result> {
  const result = await answer;
  const isMalformed = typeof which === 'string' && !/^[\da-f-]{36}$/.test(which);
  return isMalformed && result.outcome === 'invalid' ? { outcome: 'not found' } : result;
}
