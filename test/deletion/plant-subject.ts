import type { ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { App } from '../../src/app.js';
import type { Queryable } from '@memory-gateway/database';
import { newId } from '../../src/ids.js';
import { startLogReceiver } from '../log-stream/log-receiver.js';
import { startReceiver } from '../webhook/receiver.js';
import { idle } from './helpers.js';

/** The IDs of a subject in each type of entity, and what its texts contain. */
interface Planted {
  readonly user: string;
  readonly agent: string;
  readonly app: string;
  readonly run: string;
  readonly text: string;
}

/** A planted subject, with receivers to close. */
export type PlantedSubject = Planted & { close(): Promise<void> };

/** A running product, with a caller who may write to the project. */
export interface Garden {
  readonly app: App;
  readonly apiUrl: string;
  readonly key: string;
  readonly projectId: string;
}

type Body = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const everyEventType = [
  ...['memory_add', 'memory_update', 'memory_delete', 'memory_categorize'],
  ...['ingest_job_completed', 'ingest_job_partially_completed', 'ingest_job_failed', 'audit.logged', 'project.updated'],
];

/** Matches deliveries about a memory or an add, which a receiver can look up. */
const isLookedUp =
  /"event":"(ADD|UPDATE|DELETE|CATEGORIZE|INGEST_|audit.logged","audit_log":{.*"target_type":"(memory|event)")/;

/**
 * Puts the IDs and texts of one subject into every place where a caller can, through the APIs of a running product.
 * @param tag begins each of its IDs and texts
 */
export async function plantSubject(garden: Garden, tag: string): Promise<PlantedSubject> {
  const { app: product, projectId } = garden;
  const planted = {
    user: `${tag}-user@example.com`,
    agent: `${tag}-agent`,
    app: `${tag}-app`,
    run: `${tag}-run`,
    text: `${tag}-text`,
  };
  const { user, agent, app, run, text } = planted;
  const quoted = JSON.stringify;
  // Each write is stored for its idempotency key.
  let requests = 0;
  const headers = () => ({ authorization: `Token ${garden.key}`, 'idempotency-key': `${tag}-${(requests += 1)}` });
  const send = async (method: Method, path: string, body?: Body) => {
    const answer = await product.inject({ method, url: path, headers: headers(), payload: body });
    return { status: answer.statusCode, body: answer.json<Body>() };
  };
  const post = async (path: string, body: Body, method: Method = 'POST') => {
    const answer = await send(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${quoted(answer.body)}`);
    return answer.body;
  };
  const mutate = async (field: string, input: string) => {
    const query = `mutation { ${field}(input: { ${input} }) { __typename ... on Error { message } } }`;
    const { data } = (await post('/graphql', { query })) as { data?: Record<string, Body> };
    const result = data?.[field];
    if (!result || 'message' in result) throw new Error(`${field}: ${quoted(result)}`);
  };
  const said = (content: string) => ({ messages: [{ role: 'user', content }] });
  const ids = { user_id: user, agent_id: agent, app_id: app, run_id: run };
  const metadata = { secret: text, about: user };
  const add = async (content: string, values: Body = {}) => {
    const body = { ...said(content), ...ids, metadata, infer: false, ...values };
    const { results } = await post('/v3/memories/add/', body);
    return (results as { id: string }[] | undefined)?.[0]?.id ?? '';
  };

  // A memory of another user, whose history quotes a text of the subject.
  const bob = { user_id: 'bob', agent_id: undefined, app_id: undefined, run_id: undefined, metadata: undefined };
  const other = await add('The table is round.', bob);
  const newer = await add(`It is ${text}.`);
  await mutate(
    'setMemoryLink',
    `olderMemoryId: "${other}", newerMemoryId: "${newer}", relation: SUPERSEDES, reason: "${text}"`,
  );
  const imported = quoted(JSON.stringify([{ memory: `Imported: ${text}`, user_id: user, metadata }]));
  await mutate('importMemories', `format: JSON, content: ${imported}, userId: ${quoted(user)}`);
  // An import whose job does not run, as if the server were busy.
  await product.services.database.query(
    `INSERT INTO import_batches (project_id, event_id, records) VALUES ($1, gen_random_uuid(), $2::jsonb)`,
    [projectId, quoted([{ id: newId(), userId: user, agentId: agent, appId: app, runId: run, text, metadata }])],
  );

  // Receivers that repeat what they got, and name whom they found by the ID of a memory or an add.
  const answer = (status: number) => (response: ServerResponse, message: { body: string }) => {
    const known = isLookedUp.test(message.body) ? `${user} ${text} ` : '';
    response.writeHead(status, { 'x-known': known }).end(`${known}${message.body}`);
  };
  const [echo, failing, logs] = [
    await startReceiver(answer(200)),
    await startReceiver(answer(500)),
    await startLogReceiver(),
  ];
  for (const { url } of [echo, failing])
    await post(`/api/v1/webhooks/projects/${projectId}/`, { name: 'hook', url, event_types: everyEventType });
  for (const source of ['AUDIT_LOG', 'REQUEST_LOG']) {
    const stream = `name: "logs", source: ${source}, format: NDJSON, url: ${quoted(logs.url)}`;
    await mutate('createLogStream', `projectId: "${projectId}", ${stream}`);
  }

  for (const type of ['user', 'agent', 'app', 'run'] as const) {
    const about = type === 'user' ? { secret: text } : { name: planted[type] };
    const graphqlAbout = quoted(about).replace(/"(\w+)":/, '$1: ');
    await mutate(
      'createEntity',
      `type: ${type.toUpperCase()}, name: ${quoted(planted[type])}, metadata: ${graphqlAbout}`,
    );
  }
  const [kept, deleted, old] = [
    await add(`The lamp of ${user} is ${text}.`),
    await add(`The chair is ${text}.`),
    await add(`The desk is ${text}.`),
  ];
  await post(`/v1/memories/${kept}/`, { text: `The lamp of ${user} is still ${text}.` }, 'PUT');
  // Extracted by rules: one add with a fact, one whose messages hold none.
  const hints = { custom_instructions: `Note ${text}.`, includes: text, excludes: text };
  await add(`I live in a house called ${text}.`, { infer: true, ...hints });
  await add(`${text}?`, { infer: true, ...hints });
  await idle(product.services);
  await post('/v1/feedback/', { memory_id: kept, feedback: 'POSITIVE', feedback_reason: `I like ${text}.` });
  await post('/v3/memories/search/', { query: `Where is the lamp ${text} of ${user}?`, filters: { user_id: user } });
  for (const query of [`the table of ${user}`, `the table ${text}`])
    await post('/v3/memories/search/', { query, filters: { user_id: 'bob' } });

  const filters = { AND: [{ user_id: user }, { metadata: { secret: text } }] };
  const schema = { type: 'object', properties: { [text]: { type: 'string' } } };
  await post('/v1/exports/', { schema, filters, export_instructions: `Say ${text}.` });
  await mutate('exportSubject', `type: USER, name: ${quoted(user)}`);
  await mutate('generateProfiles', `userId: ${quoted(user)}`);
  await mutate('generateProfiles', 'limit: 10');

  const mcp = new McpClient({ name: 'test-agent', version: '1.2.3' });
  const requestInit = { headers: { authorization: `Bearer ${garden.key}` } };
  await mcp.connect(new StreamableHTTPClientTransport(new URL('/mcp', garden.apiUrl), { requestInit }));
  const call = (name: string, args: Body) => mcp.callTool({ name, arguments: args });
  await call('add_memory', { text: `Over MCP: ${text}`, ...ids, infer: false });
  await call('search_memories', { query: `MCP ${text}`, user_id: user });
  await mcp.close();

  // Requests that name the subject in a path, in a query string, or in a way that is refused.
  await send('GET', `/v2/entities/user/${encodeURIComponent(user)}/`);
  await send('GET', `/v1/memories/?user_id=${encodeURIComponent(user)}`);
  await send('POST', '/v3/memories/search/', { query: text, filters: { [user]: text } });
  await send('POST', '/graphql', { query: `{ memories(filter: { userId: ${quoted(user)} }) { nodes { id } } }` });

  await idle(product.services);
  await send('DELETE', `/v1/memories/${deleted}/`);
  // Receipts: of a deletion by a filter, and of one that waits for the end of its grace period.
  const owned = `userId: { eq: ${quoted(user)} }`;
  await mutate('deleteMemories', `filter: { ${owned}, ids: ["${old}"] }`);
  await mutate('deleteMemories', `filter: { ${owned}, metadata: { secret: "${text}-none" } }, undoSeconds: 86400`);
  await idle(product.services);
  await logs.arrived(1);
  await settled(product.services.database);
  const receivers = [echo, failing, logs];
  return { ...planted, close: async () => void (await Promise.all(receivers.map((each) => each.close()))) };
}

/** Waits until the sent deliveries and the request log are stored. */
export async function settled(database: Queryable): Promise<void> {
  const open = `SELECT (SELECT count(*) FROM webhook_deliveries WHERE status = 'DELIVERED') AS sent,
    (SELECT count(*) FROM webhook_deliveries WHERE leased_until IS NOT NULL) AS leased,
    (SELECT count(*) FROM request_logs) AS requests, (SELECT count(*) FROM audit_logs WHERE sequence IS NULL) AS unsealed`;
  for (let former = ''; ;) {
    const rows = await database.query<{ leased: number; unsealed: number }>(open);
    const now = JSON.stringify(rows);
    if (now === former && rows[0]?.leased === 0 && rows[0].unsealed === 0) return;
    former = now;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Lists the columns, as `table.column`, in which a row contains one of the texts. Reads every table of every schema. */
export async function columnsWith(database: Queryable, texts: readonly string[]): Promise<string[]> {
  const columns = await database.query<{ place: string; source: string; name: string }>(
    `SELECT c.table_name || '.' || c.column_name AS place, format('%I.%I', c.table_schema, c.table_name) AS source, format('%I', c.column_name) AS name
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     JOIN pg_class k ON k.oid = format('%I.%I', c.table_schema, c.table_name)::regclass AND NOT k.relispartition
     WHERE t.table_type = 'BASE TABLE' AND t.table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const byTable = new Map<string, { place: string; name: string }[]>();
  for (const { place, source, name } of columns) byTable.set(source, [...(byTable.get(source) ?? []), { place, name }]);
  const found: string[] = [];
  for (const [source, all] of byTable) {
    const tests = all.map(({ name }) => `coalesce(bool_or(t.${name}::text ILIKE ANY ($1)), false)`);
    const [row] = await database.query<{ found: boolean[] }>(
      `SELECT ARRAY[${tests.join(', ')}] AS found FROM ${source} t`,
      [texts.map((text) => `%${text}%`)],
    );
    found.push(...all.filter((_each, index) => row?.found[index]).map(({ place }) => place));
  }
  return [...new Set(found)].sort();
}

/** What remains after the erasure of a subject, and after the deletion of an entity: columns, as `table.column`. */
export type Remains = Record<'erasure' | 'entity', string[]>;

/** Reads the list of what remains in docs/privacy.md. */
export async function readRemains(): Promise<Remains> {
  const rows = await readRemainRows();
  const columns = (cell: 'erasure' | 'entity') =>
    rows
      .filter((row) => row[cell] !== '—')
      .flatMap((row) => row.columns)
      .sort();
  return { erasure: columns('erasure'), entity: columns('entity') };
}

/** Returns the rows of the table of docs/privacy.md without marks of code. */
export async function readRemainRows() {
  const text = await readFile(new URL('../../docs/privacy.md', import.meta.url), 'utf8');
  const section = text.split('## What remains\n')[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => /^\| [^|]*`/.test(line))
    .map((line) => {
      const [, columns = '', content = '', erasure = '', entity = ''] = line
        .replaceAll('`', '')
        .split('|')
        .map((cell) => cell.trim());
      return { columns: columns.split(', '), content, erasure, entity };
    });
}
