import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { explainReads } from '../../bench/search-size/rows-read.js';
import { listDeliveries, type DeliveryListInput } from '../../src/resolvers/webhook/list-deliveries.js';
import { createStores } from '../../src/stores/create-stores.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { as, people, tenant, testServices, type Tenant } from '../helpers/context.js';

/** Name, webhook, status, event type and second of a delivery. */
type Planted = readonly [name: string, webhook: string, status: string, eventType: string, second: number];

const start = Date.parse('2026-11-20T10:00:00.000Z');
const at = (second: number) => new Date(start + second * 1_000).toISOString();

// Two of them are of the same time, in the order of their IDs.
const planted: readonly Planted[] = [
  ['first', 'wh_audit', 'DELIVERED', 'memory_add', 1],
  ['second', 'wh_crm', 'FAILED', 'memory_add', 2],
  ['third', 'wh_audit', 'PENDING', 'member.added', 3],
  ['fourth', 'wh_crm', 'DELIVERED', 'memory_delete', 3],
  ['fifth', 'wh_audit', 'FAILED', 'memory_delete', 4],
];

async function plantWebhooks({ app }: TestApp, projectId: string, ids: readonly string[]): Promise<void> {
  await app.services.database.query(
    `INSERT INTO webhooks (id, project_id, name, url, event_types, secret, is_active)
     SELECT id, $1, id, 'https://receiver.test/', '{memory_add}', '\\x00', false FROM unnest($2::text[]) AS id`,
    [projectId, ids],
  );
}

async function plant({ app }: TestApp, projectId: string, rows: readonly Planted[]): Promise<void> {
  const given = rows.map(([name, webhook, status, eventType, second], index) => ({
    id: `0193a6b0-0000-7000-8000-${String(second * 1_000 + index).padStart(12, '0')}`,
    ...{ name, webhook, status, event_type: eventType, created_at: at(second) },
  }));
  await app.services.database.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, project_id, message_id, event_type, payload, status, created_at)
     SELECT id, webhook, $1, name, event_type, '{}', status, created_at
     FROM jsonb_to_recordset($2::jsonb) AS g(id uuid, webhook text, name text, event_type text, status text, created_at timestamptz)`,
    [projectId, JSON.stringify(given)],
  );
}

interface Listed {
  readonly totalCount: number;
  readonly nodes: readonly { readonly messageId: string; readonly webhook: { readonly name: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const fields = 'totalCount nodes { messageId webhook { name } } pageInfo { hasNextPage endCursor }';
const ofProject = `query ($id: ID!, $filter: WebhookDeliveryFilter, $first: Int, $after: String, $last: Int, $before: String) {
  project(id: $id) { webhookDeliveries(filter: $filter, first: $first, after: $after, last: $last, before: $before) { ${fields} } } }`;

describe('the deliveries of a project', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  beforeEach(async () => {
    await test.reset();
    await plantWebhooks(test, test.admin.projectId, ['wh_audit', 'wh_crm']);
    await plant(test, test.admin.projectId, planted);
  });
  afterAll(() => test.close());

  const send = <Data>(query: string, variables: object) =>
    test
      .as(test.admin.apiKey)
      .rest<{ data: Data; errors?: { extensions: object }[] }>('POST', '/graphql', { query, variables });
  const list = async (args: object): Promise<Listed> =>
    (await send<{ project: { webhookDeliveries: Listed } }>(ofProject, { id: test.admin.projectId, ...args })).body.data
      .project.webhookDeliveries;
  const names = ({ nodes }: Listed) => nodes.map(({ messageId }) => messageId);

  it('are listed newest first, of all webhooks, each with its webhook', async () => {
    const listed = await list({});
    expect(names(listed)).toEqual(['fifth', 'fourth', 'third', 'second', 'first']);
    expect(listed.nodes.slice(0, 2).map(({ webhook }) => webhook.name)).toEqual(['wh_audit', 'wh_crm']);
    expect(listed.totalCount).toBe(5);
  });

  it('come in pages that neither repeat nor miss one while others arrive, forward and backward', async () => {
    const first = await list({ first: 2 });
    await plant(test, test.admin.projectId, [['sixth', 'wh_crm', 'PENDING', 'memory_add', 9]]);
    const second = await list({ first: 2, after: first.pageInfo.endCursor });
    const third = await list({ first: 2, after: second.pageInfo.endCursor });
    expect([first, second, third].map(names)).toEqual([['fifth', 'fourth'], ['third', 'second'], ['first']]);
    expect([first, second, third].map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, true, false]);
    expect(names(await list({ last: 2, before: second.pageInfo.endCursor }))).toEqual(['fourth', 'third']);
  });

  it.each([
    [{ status: 'FAILED' }, ['fifth', 'second']],
    [{ webhookIds: ['wh_crm'] }, ['fourth', 'second']],
    [{ webhookIds: ['wh_audit', 'wh_crm', 'wh_crm'] }, ['fifth', 'fourth', 'third', 'second', 'first']],
    [{ webhookIds: ['wh_other', 'not an ID\0'] }, []],
    [{ webhookIds: [] }, []],
    [{ eventType: 'MEMORY_DELETE' }, ['fifth', 'fourth']],
    [{ eventType: 'MEMBER_ADDED', status: 'FAILED' }, []],
    [{ since: at(2), until: at(4) }, ['fourth', 'third', 'second']],
    [{ status: 'FAILED', webhookIds: ['wh_audit'], eventType: 'MEMORY_DELETE', since: at(4) }, ['fifth']],
  ])('are filtered by %j, in the list and in its count', async (filter, expected) => {
    const { organizationId: _id, projectId } = await foreignTenant();
    await plantWebhooks(test, projectId, ['wh_other']);
    await plant(test, projectId, [['foreign', 'wh_other', 'FAILED', 'memory_delete', 5]]);
    const listed = await list({ filter });
    expect(names(listed)).toEqual(expected);
    expect(listed.totalCount).toBe(expected.length);
  });

  async function foreignTenant(): Promise<Tenant> {
    return tenant(test.app.services);
  }

  it('are the same at the root, by default those of the project of the key', async () => {
    const query = `query ($filter: WebhookDeliveryFilter) { webhookDeliveries(filter: $filter) { ${fields} } }`;
    const { body } = await send<{ webhookDeliveries: Listed }>(query, { filter: { status: 'FAILED' } });
    expect(body.data.webhookDeliveries).toEqual(await list({ filter: { status: 'FAILED' } }));
  });

  it.each([
    [{ webhookIds: Array.from({ length: 51 }, (_, n) => `wh_${n}`) }, 'filter.webhookIds'],
    [{ since: '0000-01-01T00:00:00Z' }, 'filter.since'],
  ])('are refused for a filter out of bounds, which the error names: %#', async (filter, field) => {
    const { body } = await send(ofProject, { id: test.admin.projectId, filter });
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [field]: [expect.stringContaining(`\`${field}\``)] },
    });
  });
});

describe('a page of the deliveries of a project with many of them', () => {
  const rows = 20_000;
  const failing = 5_000;
  let read: (input: Partial<DeliveryListInput>) => Promise<{ names: string[]; rows: number }>;
  beforeAll(async () => {
    const services = await testServices();
    const { ada } = await people(services);
    const { projectId } = await tenant(services, [[ada, 'OWNER']]);
    await services.database.query(
      `INSERT INTO webhooks (id, project_id, name, url, event_types, secret, is_active)
       SELECT id, $1, id, 'https://receiver.test/', '{memory_add}', '\\x00', false FROM unnest('{wh_busy,wh_rare,wh_failing}'::text[]) AS id`,
      [projectId],
    );
    // Of the rare webhook are the oldest of these deliveries, which failed, and one in the middle. Those of the failing webhook are older.
    await services.database.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, project_id, message_id, event_type, payload, status, created_at)
       SELECT gen_random_uuid(), CASE WHEN n < 0 THEN 'wh_failing' WHEN n IN (0, $2::int / 2) THEN 'wh_rare' ELSE 'wh_busy' END, $1, 'm' || n,
         'memory_add', '{}', CASE WHEN n <= 0 THEN 'FAILED' ELSE 'DELIVERED' END, $3::timestamptz + n * interval '1 second'
       FROM generate_series(-$4::int, $2::int - 1) AS n`,
      [projectId, rows, new Date(start), failing],
    );
    await services.database.query('ANALYZE webhook_deliveries');
    const { database, takeReads } = explainReads(services.database);
    const ctx = as({ ...services, database, stores: createStores(database, database), tenantWall: undefined }, ada);
    read = async (input) => {
      takeReads();
      const page = await listDeliveries(ctx, { projectId, first: 20, ...input });
      const reads = takeReads().filter(({ sql }) => sql.includes('webhook_deliveries'));
      expect(reads).toHaveLength(1);
      return { names: page.rows.map(({ messageId }) => messageId), rows: reads[0]?.rows ?? 0 };
    };
  });

  const from = (first: number, count = 20) => Array.from({ length: count }, (_, n) => `m${first - n}`);
  const newest = (count: number) => from(rows - 1, count);

  it.each<[string, DeliveryListInput['filter'], readonly string[]]>([
    ['without a filter', null, newest(20)],
    ['of a status that only older ones have', { status: 'FAILED' }, from(0)],
    ['of a status that no delivery has', { status: 'PENDING' }, []],
    ['of a webhook that has two', { webhookIds: ['wh_rare'] }, [`m${rows / 2}`, 'm0']],
    ['of all webhooks by their IDs', { webhookIds: ['wh_busy', 'wh_rare'] }, newest(20)],
    ['of a webhook, and a status that many of another one have', { webhookIds: ['wh_busy'], status: 'FAILED' }, []],
    ['before a time', { until: new Date(start + 1_000) }, from(0)],
    ['since a time', { since: new Date(start + (rows - 2) * 1_000), status: 'DELIVERED' }, newest(2)],
  ])('reads at most the rows of a few pages: %s', async (_name, filter, expected) => {
    const page = await read({ filter });
    expect(page.names).toEqual(expected);
    expect(page.rows).toBeLessThan(100);
  });

  it.each([null, ['wh_busy', 'wh_rare', 'wh_failing']])(
    'seeks an event type among at most 20,000 deliveries, of the webhooks %j',
    async (webhookIds) => {
      const page = await read({ filter: { webhookIds, eventType: 'test' } });
      expect(page.names).toEqual([]);
      expect(page.rows).toBeLessThanOrEqual(20_000);
    },
  );

  it('continues after a page in the middle without reading the ones before', async () => {
    const after = Buffer.from(
      JSON.stringify([new Date(start + 5_000 * 1_000).toISOString(), '00000000-0000-0000-0000-000000000000']),
    ).toString('base64url');
    const page = await read({ after });
    expect(page.names[0]).toBe('m4999');
    expect(page.rows).toBeLessThan(100);
  });
});
