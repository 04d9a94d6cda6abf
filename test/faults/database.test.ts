import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterEach(() => failStatements(null));
afterAll(() => test.close());

const client = () => test.as(test.admin.apiKey);
const tables = ['memories', 'events', 'entities'];

/** Lets the database refuse every write to memories with an error of this code, from inside. */
async function failStatements(code: string | null): Promise<void> {
  const { database } = test.app.services;
  const each = (statement: (table: string) => string) => database.query(tables.map(statement).join(';'));
  await each((table) => `DROP TRIGGER IF EXISTS fault ON ${table}`);
  if (code === null) return;
  await database.query(`CREATE OR REPLACE FUNCTION raise_fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'fault of the host db-7.internal' USING ERRCODE = '${code}'; END $$`);
  await each(
    (table) => `CREATE TRIGGER fault BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION raise_fault()`,
  );
}

const messages = [{ role: 'user', content: 'The lamp is red.' }];
const add = () => client().rest('POST', '/v3/memories/add/', { messages, user_id: 'ada', infer: false });
const mutation = `mutation { addMemories(input: { userId: "ada", infer: false, messages: [{ role: USER, content: "Red." }] }) { __typename } }`;

describe('row 107: faults of the database', () => {
  it.each([
    ['it became read-only', '25006'],
    ['it has no connection left', '53300'],
    ['it is out of memory', '53200'],
    ['it shuts down', '57P01'],
    ['it ends idle sessions', '57P05'],
    ['it refuses the password', '28P01'],
    ['it refuses the user', '28000'],
    ['it was renamed', '3D000'],
    ['a statement took too long', '57014'],
    ['a lock was not free', '55P03'],
    ['transactions collide again and again', '40001'],
    ['transactions wait for each other again and again', '40P01'],
  ])('are answered with 503 and Retry-After by REST and GraphQL, and over with it: %s', async (_fault, code) => {
    await failStatements(code);
    const refused = await add();
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    const query = await client().rest('POST', '/graphql', { query: mutation });
    expect([query.status, query.headers['retry-after']]).toEqual([503, '5']);
    expect(query.body).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 5 } }] });
    expect(JSON.stringify([refused.body, query.body])).not.toContain('db-7');
    expect((await client().rest('POST', '/v3/memories/', { filters: { user_id: 'ada' } })).body).toMatchObject({
      count: 0,
    });

    await failStatements(null);
    expect((await add()).status).toBe(200);
    await test.app.services.database.query('DELETE FROM memories');
  });
});

describe('a search of the request log that takes too long', () => {
  const logs = `{ requestLogs(filter: { operation: "never" }) { totalCount nodes { id } } }`;

  it('is refused with the field to change, because a retry would take as long', async () => {
    const { database } = test.app.services;
    await database.query(`CREATE OR REPLACE FUNCTION is_in_time() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014'; END $$`);
    await database.query('ALTER TABLE request_logs RENAME TO kept_request_logs');
    await database.query('CREATE VIEW request_logs AS SELECT * FROM kept_request_logs WHERE (SELECT is_in_time())');
    const { status, body } = await client().rest('POST', '/graphql', { query: logs });
    await database.query('DROP VIEW request_logs');
    await database.query('DROP FUNCTION is_in_time');
    await database.query('ALTER TABLE kept_request_logs RENAME TO request_logs');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: { since: [/later/] } } }],
    });
  });
});
