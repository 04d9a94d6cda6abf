import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, project } from '../helpers/context.js';
import { oauthClient, signIn, startRequest } from '../mcp/oauth-client.js';

let test: TestApp;
let session: string;
beforeAll(async () => {
  test = await startTestApp();
  session = await signIn(test);
});
afterAll(() => test.close());

/** Removes a row while a request waits for it, after the checks of the request have found it. */
async function whileRemoved<T>(table: 'projects' | 'users', id: string, send: () => Promise<T>): Promise<T> {
  const { pool, query } = test.app.services.database;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
    const sent = send();
    await expect
      .poll(
        () => query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"),
        {
          timeout: 10_000,
        },
      )
      .toHaveLength(1);
    await client.query('COMMIT');
    return await sent;
  } finally {
    client.release();
  }
}

const mutate = async (token: string, field: string, input: object): Promise<unknown> => {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input!`;
  const document = `mutation ($input: ${type}) { ${field}(input: $input) { ... on Error { code message } } }`;
  return (await oauthClient(test).graphql(token, document, { input })).data;
};
const newProject = () => project(test.app.services, test.admin.orgId);
const missing = (name: string) => ({ code: 'NOT_FOUND', message: `${name} not found.` });

describe.runIf(inject('databases').kind === 'postgres')(
  'what is removed during a request that names it is not found',
  () => {
    it.each([
      ['createApiKey', () => ({ label: 'late' }), 'projectId'],
      ['createUser', () => ({ name: 'Ada', email: 'ada@example.com' }), 'projectId'],
      ['updateViewer', () => ({ name: 'Root' }), 'defaultProjectId'],
      [
        'approveAuthorization',
        async () => ({ request: (await startRequest(test)).request, scopes: ['READ'] }),
        'projectId',
      ],
    ])('by GraphQL: a project of %s', async (field, toInput, name) => {
      const projectId = await newProject();
      const input = { ...(await toInput()), [name]: projectId };
      expect(await whileRemoved('projects', projectId, () => mutate(session, field, input))).toEqual({
        [field]: missing('Project'),
      });
    });

    it('by GraphQL: the user of createApiKey', async () => {
      const { id } = await person(test.app.services, 'bob');
      const own = await signIn(test, { id });
      const created = whileRemoved('users', id, () => mutate(own, 'createApiKey', { label: 'late' }));
      expect(await created).toEqual({ createApiKey: missing('User') });
    });

    it('by REST: the project of a new API key', async () => {
      const projectId = await newProject();
      const { status, body } = await whileRemoved('projects', projectId, () =>
        test.as(test.admin.apiKey).rest('POST', '/api-keys', { label: 'late', project_id: projectId }),
      );
      expect([status, body]).toEqual([404, { detail: 'Project not found.' }]);
    });
  },
);
