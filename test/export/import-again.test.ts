import { afterAll, beforeAll, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';

let test: TestApp;
let admin: Client;

beforeAll(async () => {
  test = await startTestApp();
  admin = test.as(test.admin.apiKey);
  await addMemories();
});
afterAll(() => test.close());

async function ask<Data>(query: string, variables: object): Promise<Data> {
  const { body } = await admin.rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

async function addMemories(): Promise<void> {
  const add = (body: object) => admin.rest('POST', '/v3/memories/add/', { infer: false, ...body });
  await add({
    messages: [{ role: 'assistant', name: 'Nurse "Bea"', content: '=Rosa has a check-up in spring' }],
    ...{ user_id: '-rosa', agent_id: 'coach', app_id: 'phone', run_id: 'visit' },
    metadata: { plan: 'free', nested: { euro: '€', list: [1, null, 'two'] } },
    custom_categories: [{ appointments: 'Visits to doctors, check-ups' }],
    expiration_date: '2099-12-31',
    immutable: true,
    timestamp: 1_700_000_000,
  });
  await add({ messages: [{ role: 'user', content: 'I moved to Bonn on 3 May 2021.' }], user_id: 'rosa', infer: true });
  const updated = await admin.rest<{ results: { id: string }[] }>('POST', '/v3/memories/', {
    filters: { user_id: 'rosa' },
  });
  await admin.rest('PUT', `/v1/memories/${updated.body.results[0]?.id}/`, { metadata: { kept: true } });
}

/** Reads the rows of a project, without what each server sets itself; a bit of the traits changes with each text. */
async function stored(projectId: string): Promise<Record<string, unknown>[]> {
  const rows = await test.app.services.database.query<{ row: Record<string, unknown> }>(
    `SELECT to_jsonb(m) - '{id,project_id,sequence,dedupe_key,source_key,categorized_at,known_since,traits}'::text[] AS row
     FROM memories m WHERE m.project_id = $1 ORDER BY m.sequence`,
    [projectId],
  );
  return rows.map(({ row }) => row);
}

async function exportAll(format: string): Promise<string> {
  const { createExport } = await ask<{ createExport: { export: { id: string } } }>(
    'mutation ($input: CreateExportInput!) { createExport(input: $input) { ... on CreateExportPayload { export { id } } } }',
    { input: { format, projectId: test.admin.projectId } },
  );
  await idle(test.app.services);
  const { body } = await test.app.inject({
    method: 'GET',
    url: `/v1/exports/${createExport.export.id}/download/`,
    headers: { authorization: `Token ${test.admin.apiKey}` },
  });
  return body;
}

async function createProject(name: string): Promise<string> {
  const { createProject: created } = await ask<{ createProject: { project: { id: string } } }>(
    'mutation ($input: CreateProjectInput!) { createProject(input: $input) { ... on CreateProjectPayload { project { id } } } }',
    { input: { name, organizationId: test.admin.orgId } },
  );
  return created.project.id;
}

it.each(['JSON', 'JSONL', 'CSV'])(
  'keeps every field of a memory that is exported and imported again: %s',
  async (format) => {
    const content = await exportAll(format);
    const projectId = await createProject(format);
    const { importMemories } = await ask<{ importMemories: object }>(
      `mutation ($input: ImportMemoriesInput!) { importMemories(input: $input) {
      ... on ImportMemoriesPayload { foundCount importedCount }
      ... on ValidationError { fields { field messages } } } }`,
      { input: { projectId, format, content } },
    );
    await idle(test.app.services);
    expect(importMemories).toEqual({ foundCount: 2, importedCount: 2 });
    const rows = await stored(projectId);
    expect(rows).toEqual(await stored(test.admin.projectId));
    expect(rows[0]).toMatchObject({
      text: '=Rosa has a check-up in spring',
      actor: 'Nurse "Bea"',
      role: 'assistant',
      categories: ['appointments'],
      immutable: true,
      expiration_date: '2099-12-31',
    });
  },
);
