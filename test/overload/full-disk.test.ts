import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  const lamp = { user_id: 'ada', infer: false, messages: [{ role: 'user', content: 'The lamp is green.' }] };
  expect((await client().rest('POST', '/v3/memories/add/', lamp)).status).toBe(200);
});
afterEach(() => setDiskFull(false));
afterAll(() => test.close());

const client = () => test.as(test.admin.apiKey);
const query = (text: string) => test.app.services.database.query(text);

/** Makes the database reject every write with the error of a full disk. */
async function setDiskFull(isFull: boolean): Promise<void> {
  await query(`CREATE OR REPLACE FUNCTION refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
  const tables = await test.app.services.database.query<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^(pg_|information_schema)'`);
  // One table at a time: locks of several tables could wait for a job that waits for one of them.
  for (const { name } of tables) {
    await query(`DROP TRIGGER IF EXISTS full_disk ON ${name}`);
    if (isFull)
      await query(
        `CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION refuse_write()`,
      );
  }
}

const message = { role: 'user', content: 'The lamp is red.' };
const added = { user_id: 'ada', infer: false, messages: [message] };
const inputs: [string, Parameters<ReturnType<TestApp['as']>['rest']>, number][] = [
  ['an add', ['POST', '/v3/memories/add/', added], 503],
  ['an add with extraction', ['POST', '/v3/memories/add/', { user_id: 'ada', messages: [message] }], 503],
  ['a deletion', ['DELETE', '/v1/memories/?user_id=ada'], 503],
  // Clients of the self-hosted API expect 502 for backend failures.
  ['an add of the self-hosted API', ['POST', '/memories', { user_id: 'ada', infer: false, messages: [message] }], 502],
];

const mutations: [string, string][] = [
  ['addMemories', 'addMemories(input: { userId: "ada", infer: false, messages: [{ role: USER, content: "Red." }] })'],
  ['createProject', 'createProject(input: { organizationId: "$org", name: "Lamps" })'],
  ['createApiKey', 'createApiKey(input: { label: "lamp" })'],
];

const ready = async () => {
  const { statusCode, headers, body } = await test.app.inject('/ready');
  return { statusCode, retryAfter: headers['retry-after'], checks: (JSON.parse(body) as { checks: unknown }).checks };
};

async function mutate(mutation: string) {
  const text = mutation.replace('$org', test.admin.orgId);
  return client().rest('POST', '/graphql', { query: `mutation { ${text} { __typename } }` });
}

describe('a database that cannot write', () => {
  it('answers writes with 503 and Retry-After, reads as before, and recovers without a restart', async () => {
    await setDiskFull(true);
    for (const [name, request, status] of inputs) {
      const answer = await client().rest(...request);
      expect([name, answer.status, answer.headers['retry-after']]).toEqual([name, status, '5']);
      expect(JSON.stringify(answer.body)).not.toContain('No space');
    }
    for (const [name, mutation] of mutations) {
      const { status, headers, body } = await mutate(mutation);
      expect([name, status, headers['retry-after']]).toEqual([name, 503, '5']);
      expect(body).toMatchObject({
        errors: [{ path: [name], extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 5 } }],
      });
    }
    const list = await client().rest('POST', '/v3/memories/', { filters: { user_id: 'ada' } });
    expect([list.status, list.body]).toMatchObject([200, { count: 1 }]);
    const found = await client().rest('POST', '/v3/memories/search/', { query: 'lamp', filters: { user_id: 'ada' } });
    expect(found.status).toBe(200);
    expect((await test.app.inject('/health')).statusCode).toBe(200);
    expect(await ready()).toEqual({
      statusCode: 503,
      retryAfter: '5',
      checks: {
        database: 'failed',
        migrations: 'ok',
        notifications: 'ok',
        workers: 'ok',
      },
    });

    await setDiskFull(false);
    // The request log kept the rows that failed.
    await test.app.services.requestLogs.flush();
    expect((await ready()).statusCode).toBe(200);
    expect((await client().rest('POST', '/v3/memories/add/', added)).status).toBe(200);
    const [log] = await test.app.services.database.query<{ failed: number }>(
      "SELECT count(*) AS failed FROM request_logs WHERE outcome = 'FAILED'",
    );
    expect(log?.failed).toBe(inputs.length + mutations.length);
  });
});
