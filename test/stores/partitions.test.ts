import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { systemScope } from '../../src/auth/scope.js';
import { bootstrap } from '../../src/commands/bootstrap.js';
import { loadConfig } from '../../src/config.js';
import { countPartitions, type Database, openDatabase } from '@memory-gateway/database';
import { migrate } from '@memory-gateway/database/migrations';
import { projectDeletionStore } from '../../src/stores/deletion/project-deletion.js';
import { newDatabase, postgresUrl, withDatabase } from '../upgrade/postgres-database.js';

const page = readFileSync('docs/distributed.md', 'utf8');

/** Statements that read all projects, each with its row of the table in docs/distributed.md. All of them are background work. */
const crossing: readonly (readonly [statement: RegExp, row: string])[] = [
  [/FROM webhook_deliveries (d )?WHERE (d\.)?status = 'PENDING'/, 'Which webhooks have deliveries that are due'],
  [/WITH endpoint AS MATERIALIZED/, 'Claims of the deliveries of a webhook'],
  [/NOT EXISTS \(SELECT FROM memory_embeddings e|LEFT JOIN memory_embeddings e/, 'Which memories lack a vector'],
  [/EXISTS \(SELECT FROM memories m WHERE m\.deleted_at IS NULL\)/, 'Which memories lack a vector'],
  [/SELECT m\.id, m\.project_id, m\.text, m\.hash, m\.traits/, 'Which traits stored texts have'],
  [/FROM profiles p JOIN entities e/, 'Which profiles are outdated'],
  [/DELETE FROM "public"\."webhook_deliveries" WHERE \$1 .*"webhook_id"/, 'Deliveries of a webhook that is deleted'],
];

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Executed {
  readonly text: string;
  /** Partitions that were read, by table. */
  readonly partitions: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Partitions from which a plan really read rows: a plan may name others, which Postgres leaves out when it knows the project. */
function partitionsOf(node: PlanNode, found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  const [, table] = /^(\w+)_p\d+$/.exec(node['Relation Name'] ?? '') ?? [];
  if (table !== undefined && node['Node Type'].endsWith('Scan') && (node['Actual Loops'] ?? 0) > 0)
    found.set(table, (found.get(table) ?? new Set()).add(node['Relation Name'] ?? ''));
  for (const child of node.Plans ?? []) partitionsOf(child, found);
  return found;
}

function toExecuted(message: string): Executed | null {
  const at = message.indexOf('{');
  if (!message.startsWith('duration:') || at < 0) return null;
  const { 'Query Text': text, Plan } = JSON.parse(message.slice(at)) as { 'Query Text': string; Plan: PlanNode };
  return { text, partitions: partitionsOf(Plan) };
}

const widest = ({ partitions }: Executed) => Math.max(0, ...[...partitions.values()].map((names) => names.size));

// Postgres sends the plan of each statement that it has run to the session, also those of triggers and foreign keys.
const EXPLAIN = [
  "session_preload_libraries = 'auto_explain'",
  ...[
    'log_min_duration = 0',
    'log_analyze = on',
    'log_timing = off',
    "log_format = 'json'",
    "log_level = 'notice'",
  ].map((setting) => `auto_explain.${setting}`),
  'auto_explain.log_nested_statements = on',
];

describe.skipIf(inject('databases').kind !== 'postgres')('a database that is partitioned by project', () => {
  let app: App;
  let drop: () => Promise<void>;
  let key: string;
  let projectId: string;
  let all: Executed[] = [];

  beforeAll(async () => {
    const created = await newDatabase(await postgresUrl());
    drop = created.drop;
    const { url } = created;
    await withPartitions(url, 4, async (database) => {
      for (const setting of EXPLAIN)
        await database.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${setting}`);
    });
    const environment = { DATABASE_URL: url, JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', LOG_LEVEL: 'silent' };
    app = await createApp(loadConfig({ ...environment, API_PORT: '0', DASHBOARD_PORT: '0', PARTITIONS: '4' }));
    const heard = new WeakSet();
    app.services.database.pool.on('acquire', (client: pg.PoolClient) => {
      if (heard.has(client)) return;
      heard.add(client);
      client.on('notice', ({ message = '' }: { message?: string | undefined }) => {
        const executed = toExecuted(message);
        if (executed) all.push(executed);
      });
    });
    const made = await bootstrap(app.services);
    projectId = made.projectId ?? '';
    key = made.apiKey;
  }, 120_000);

  afterAll(async () => {
    await app.close();
    await drop();
  });

  async function send<Body>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Body> {
    const response = await app.inject({
      method,
      url: path,
      headers: { 'content-type': 'application/json', authorization: `Token ${key}` },
      payload: body === undefined ? undefined : JSON.stringify(body),
    });
    expect(response.statusCode, `${method} ${path}: ${response.body}`).toBeLessThan(300);
    return (response.body === '' ? null : JSON.parse(response.body)) as Body;
  }

  const graphql = (query: string, variables: Record<string, unknown>) =>
    send<{ data: Record<string, unknown> | null; errors?: unknown }>('POST', '/graphql', { query, variables });

  it('reads one partition of each table in every statement of a request and of what follows from it', async () => {
    const created = await graphql(
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { ... on CreateWebhookPayload { webhook { id } } } }',
      { input: { projectId, name: 'hook', url: 'https://receiver.test/hook', eventTypes: ['MEMORY_ADD'] } },
    );
    const webhookId = (created.data!.createWebhook as { webhook: { id: string } }).webhook.id;
    all = [];
    const said = (content: string) => ({ messages: [{ role: 'user', content }], user_id: 'rosa', infer: false });
    for (const text of ['Rosa lives in Porto.', 'Rosa lives in Lisbon now.', 'Rosa likes tea.', 'Rosa likes coffee.'])
      await send('POST', '/v1/memories/', said(text));
    const ids = await vi.waitFor(async () => {
      const listed = await send<{ id: string }[]>('GET', '/v1/memories/?user_id=rosa');
      expect(listed).toHaveLength(4);
      return listed.map(({ id }) => id);
    }, 10_000);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    await send('POST', '/v1/memories/', said('Rosa likes tea.'));
    await send('POST', '/v2/memories/search/', { query: 'where does Rosa live', filters: { user_id: 'rosa' } });
    await send('POST', '/v2/memories/', { filters: { user_id: 'rosa' } });
    await send('GET', `/v1/memories/${first}/`);
    await send('PUT', `/v1/memories/${first}/`, { text: 'Rosa lived in Porto.' });
    await send('GET', `/v1/memories/${first}/history/`);
    const events = await send<{ results: { id: string }[] }>('GET', '/v1/events/');
    await send('GET', `/v1/event/${events.results[0]?.id}/`);
    await send('GET', '/v1/entities/');
    const read = await graphql(
      `
        query ($p: ID!, $id: ID!, $webhook: ID!) {
          memory(id: $id) {
            id
            history {
              id
            }
            links {
              id
            }
            feedback {
              id
            }
            searchHits {
              searchCount
            }
            event {
              id
            }
          }
          project(id: $p) {
            id
            webhookDeliveries(first: 5, filter: { eventType: MEMORY_ADD }) {
              totalCount
              nodes {
                id
              }
            }
            pending: webhookDeliveries(first: 5, filter: { status: PENDING, webhookIds: [$webhook] }) {
              totalCount
              nodes {
                body
              }
            }
            recent: webhookDeliveries(first: 5, filter: { since: "2020-01-01T00:00:00Z" }) {
              totalCount
              nodes {
                attempts {
                  id
                }
              }
            }
            memories(first: 5) {
              nodes {
                id
                text
              }
              totalCount
            }
          }
          searchMemories(projectId: $p, query: "tea", asOf: "2030-01-01T00:00:00Z") {
            results {
              memory {
                id
              }
            }
          }
        }
      `,
      { p: projectId, id: second, webhook: webhookId },
    );
    expect(read.errors).toBeUndefined();
    await send('DELETE', `/v1/memories/${third}/`);
    await send('DELETE', '/v1/batch/', { memories: [{ memory_id: fourth }] });
    await send('DELETE', '/v1/memories/?user_id=rosa');
    const deleted = await graphql('mutation ($id: ID!) { deleteWebhook(input: { id: $id }) { __typename } }', {
      id: webhookId,
    });
    expect(deleted).toEqual({ data: { deleteWebhook: { __typename: 'DeleteWebhookPayload' } } });
    const touching = all.filter(({ partitions }) => partitions.size > 0);
    expect(touching.length).toBeGreaterThan(50);
    expect([...new Set(touching.flatMap(({ partitions }) => [...partitions.keys()]))].sort()).toEqual(
      expect.arrayContaining([
        ...['events', 'memories', 'memory_embeddings', 'memory_history', 'memory_versions', 'webhook_deliveries'],
      ]),
    );
    const unexpected = touching.filter(
      (executed) => widest(executed) > 1 && !crossing.some(([statement]) => statement.test(executed.text)),
    );
    expect([...new Set(unexpected.map(({ text }) => text))]).toEqual([]);
  }, 60_000);

  it('tells a statement that reads several partitions from one that reads one', async () => {
    const { database } = app.services;
    all = [];
    await database.query('SELECT count(*) FROM memories');
    await database.query('SELECT count(*) FROM memories WHERE project_id = $1', [projectId]);
    const counts = all.filter(({ text }) => text.startsWith('SELECT count(*) FROM memories'));
    expect(counts.map(widest)).toEqual([4, 1]);
  });

  it('reads several partitions only for what docs/distributed.md lists', () => {
    for (const [, row] of crossing) expect(page).toContain(`| ${row} |`);
  });

  it('refuses an ID that another project has, as a database without partitions does', async () => {
    const { database } = app.services;
    await database.query(
      "INSERT INTO projects (id, organization_id, name) SELECT 'proj_other', organization_id, 'other' FROM projects LIMIT 1",
    );
    const insert = `INSERT INTO memories (id, project_id, user_id, text, hash, categories, updated_at)
      VALUES ('0193a6b0-0000-7000-8000-000000000001', $1, 'u', 'a text', 'h', '{}', now())`;
    await database.query(insert, [projectId]);
    await expect(database.query(insert, ['proj_other'])).rejects.toMatchObject({ constraint: 'id_projects_pkey' });
    await expect(database.query(insert, [projectId])).rejects.toMatchObject({ code: '23505' });
  });

  it('removes rows of one project only when projects have rows at the same place of different partitions', async () => {
    const { database } = app.services;
    const ids = Array.from({ length: 12 }, (_, n) => `proj_of_rows_${n}`);
    await database.query(
      `INSERT INTO memory_history (id, memory_id, project_id, event, categories)
       SELECT gen_random_uuid(), gen_random_uuid(), id, 'ADD', '{}' FROM unnest($1::text[]) AS id, generate_series(1, 30)`,
      [ids],
    );
    const scope = systemScope({ projectId: 'proj_of_rows_0', organizationId: 'org' });
    expect(await projectDeletionStore(database).deleteRows(scope, 'memory_history', 1_000)).toBe(30);
    const [left] = await database.query<{ total: number }>(
      'SELECT count(*) AS total FROM memory_history WHERE project_id = ANY($1)',
      [ids],
    );
    expect(left?.total).toBe(30 * 11);
  });
});

describe.skipIf(inject('databases').kind !== 'postgres')('PARTITIONS', () => {
  it('splits a new database, and is refused with another number, or with rows in one without partitions', async () => {
    await withDatabase(await postgresUrl(), async (url) => {
      await withPartitions(url, 3, async (database) => expect(await countPartitions(database)).toBe(3));
      await withPartitions(url, 3, async (database) => expect(await migrate(database)).toEqual({ applied: [] }));
      await withPartitions(url, null, async (database) => expect(await countPartitions(database)).toBe(3));
      await expect(withPartitions(url, 8, async () => undefined)).rejects.toThrow(
        'PARTITIONS is 8, and the database has 3 partitions.',
      );
    });
  });

  it('lets a migration build an index for each partition while rows are written, again if it was interrupted', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'memory-gateway-partitions-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    await cp('prisma/migrations', directory, { recursive: true });
    await mkdir(path.join(directory, '9001_index'));
    await writeFile(
      path.join(directory, '9001_index', 'migration.sql'),
      "-- step: unique index events_once on events\n(project_id, type) WHERE type = 'UNKNOWN'\n",
    );
    await withDatabase(await postgresUrl(), async (url) => {
      await withPartitions(url, 3, async (database) => {
        await database.query('SELECT seed_defaults()');
        const insert =
          "INSERT INTO events (id, project_id, type, updated_at) SELECT gen_random_uuid(), id, 'UNKNOWN', now() FROM projects";
        await database.query(`${insert} UNION ALL SELECT gen_random_uuid(), id, 'UNKNOWN', now() FROM projects`);
        await expect(migrate(database, { directory })).rejects.toThrow('could not create unique index');
        await database.query('DELETE FROM events');
        await database.query(insert);
        expect(await migrate(database, { directory })).toEqual({ applied: ['9001_index'] });
        const made = await database.query(
          "SELECT c.relkind::text AS kind, i.indisvalid, i.indisunique FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relname LIKE 'events_once%' ORDER BY 1",
        );
        const valid = { indisvalid: true, indisunique: true };
        expect(made).toEqual(['I', 'i', 'i', 'i'].map((kind) => ({ kind, ...valid })));
        await expect(database.query(insert)).rejects.toMatchObject({ code: '23505' });
      });
    });
  });

  it('is no way to split a database that has memories', async () => {
    await withDatabase(await postgresUrl(), async (url) => {
      await withPartitions(url, null, async (database) => {
        await database.query('SELECT seed_defaults()');
        await database.query(
          "INSERT INTO events (id, project_id, type, updated_at) SELECT gen_random_uuid(), id, 'ADD', now() FROM projects",
        );
      });
      await expect(withPartitions(url, 8, async () => undefined)).rejects.toThrow(
        'PARTITIONS is 8, and the database was created without partitions.',
      );
    });
  });

  it('has every check, foreign key, trigger, policy and index of a database without partitions', async () => {
    const server = await postgresUrl();
    const shapes = [null, 2].map((partitions) =>
      withDatabase(server, (url) => withPartitions(url, partitions, (database) => database.query(SHAPE))),
    );
    const [whole, split] = await Promise.all(shapes);
    expect(split).toEqual(whole);
  });
});

// Keys have the project besides, and partitions and what keeps the projects of IDs come on top.
const SHAPE = `
SELECT 'constraint' AS kind, conrelid::regclass::text || ' ' || conname || ' ' || replace(pg_get_constraintdef(oid), ', project_id)', ')') AS line
FROM pg_constraint k WHERE connamespace = 'public'::regnamespace AND conparentid = 0 AND conrelid::regclass::text !~ '(_p[0-9]+|^id_projects)$' AND conrelid <> 0
UNION ALL SELECT 'trigger', translate(pg_get_triggerdef(oid), '()', '') FROM pg_trigger
WHERE NOT tgisinternal AND tgparentid = 0 AND tgname !~ '(_note_project|_hide_id)$'
UNION ALL SELECT 'policy', concat_ws(' ', tablename, policyname, cmd, qual, with_check) FROM pg_policies WHERE tablename <> 'id_projects'
UNION ALL SELECT 'index', replace(replace(indexdef, ' ON ONLY ', ' ON '), ', project_id)', ')') FROM pg_indexes
WHERE schemaname = 'public' AND tablename !~ '(_p[0-9]+|^id_projects)$' ORDER BY 1, 2`;

async function withPartitions<T>(
  connectionString: string,
  partitions: number | null,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ kind: 'postgres', connectionString, partitions });
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}
