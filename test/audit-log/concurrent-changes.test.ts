import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

const changes = 20;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

interface Answer {
  readonly data?: Record<string, Record<string, unknown>> | null;
  readonly errors?: unknown;
}

async function mutate(name: string, input: object, selection = '__typename'): Promise<Record<string, unknown>> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const query = `mutation($input: ${type}Input!) { ${name}(input: $input) { __typename ... on ${type}Payload { ${selection} } } }`;
  const { body } = await test.as(test.admin.apiKey).rest<Answer>('POST', '/graphql', { query, variables: { input } });
  const payload = body.data?.[name];
  expect([body.errors, payload?.__typename]).toEqual([undefined, `${type}Payload`]);
  return payload ?? {};
}

async function createdId(name: string, input: object, field: string): Promise<string> {
  const payload = await mutate(name, input, `${field} { id }`);
  return (payload[field] as { id: string }).id;
}

/** Returns the values of a field before and after each change, in the order of the chain. */
async function readSteps(action: string, field: string): Promise<(readonly [unknown, unknown])[]> {
  await test.app.services.auditSealer?.seal();
  const rows = await test.app.services.database.query<{ changes: string }>(
    'SELECT changes FROM audit_logs WHERE action = $1 ORDER BY sequence',
    [action],
  );
  return rows.map(
    (row) => (JSON.parse(row.changes) as Record<string, readonly [unknown, unknown]>)[field] ?? [null, null],
  );
}

const stream = { name: 'logs', source: 'REQUEST_LOG', format: 'NDJSON', isActive: false, token: 'a-token' } as const;

/** What is changed: the mutation, the field, and the object. */
const cases: Record<string, { action: string; field: string; prepare(): Promise<object> }> = {
  updateProject: {
    action: 'project.update',
    field: 'description',
    prepare: () => Promise.resolve({ id: test.admin.projectId }),
  },
  updateProfileSettings: {
    action: 'profile_settings.update',
    field: 'customInstructions',
    prepare: () => Promise.resolve({ projectId: test.admin.projectId }),
  },
  updateWebhook: {
    action: 'webhook.update',
    field: 'name',
    prepare: async () => ({
      id: await createdId(
        'createWebhook',
        { name: 'hook', url: 'https://hook.invalid/x', eventTypes: ['MEMORY_ADD'] },
        'webhook',
      ),
    }),
  },
  updateLogStream: {
    action: 'log_stream.update',
    field: 'name',
    prepare: async () => ({
      id: await createdId(
        'createLogStream',
        { ...stream, projectId: test.admin.projectId, url: 'https://hook.invalid/x' },
        'logStream',
      ),
    }),
  },
};

it.each(Object.entries(cases))(
  'changes by %s at the same time are logged one after the other, each from the value that the last one left',
  async (name, { action, field, prepare }) => {
    const object = await prepare();
    await mutate(name, { ...object, [field]: 'first' });
    const values = Array.from({ length: changes }, (_, index) => `value ${index}`);
    await Promise.all(values.map((value) => mutate(name, { ...object, [field]: value })));
    const steps = await readSteps(action, field);
    expect(steps.slice(1).map(([before]) => before)).toEqual(steps.slice(0, -1).map(([, after]) => after));
    expect(steps.map(([, after]) => after).sort()).toEqual(['first', ...values].sort());
  },
);
