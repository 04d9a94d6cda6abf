import { expect } from 'vitest';
import { idle } from '../deletion/helpers.js';
import type { TestApp } from '../helpers/app.js';

/** Adds memories that have a value in every field of an export. */
export async function addMemories(test: TestApp): Promise<void> {
  const admin = test.as(test.admin.apiKey);
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
  await idle(test.app.services);
  const updated = await admin.rest<{ results: { id: string }[] }>('POST', '/v3/memories/', {
    filters: { user_id: 'rosa' },
  });
  await admin.rest('PUT', `/v1/memories/${updated.body.results[0]?.id}/`, { metadata: { kept: true } });
}

/** Reads the rows of a project, without what each server sets itself; a bit of the traits changes with each text. */
export async function stored(test: TestApp, projectId: string): Promise<Record<string, unknown>[]> {
  const rows = await test.app.services.database.query<{ row: Record<string, unknown> }>(
    `SELECT to_jsonb(m) - '{id,project_id,sequence,dedupe_key,source_key,categorized_at,known_since,traits}'::text[] AS row
     FROM memories m WHERE m.project_id = $1 ORDER BY m.sequence`,
    [projectId],
  );
  return rows.map(({ row }) => row);
}

/** Creates a project in the organization of the admin. @returns its id */
export async function createProject(test: TestApp, name: string): Promise<string> {
  const { createProject: created } = await ask<{ createProject: { project: { id: string } } }>(
    test,
    'mutation ($input: CreateProjectInput!) { createProject(input: $input) { ... on CreateProjectPayload { project { id } } } }',
    { input: { name, organizationId: test.admin.orgId } },
  );
  return created.project.id;
}

/** Runs a GraphQL operation as the admin. */
export async function ask<Data>(test: TestApp, query: string, variables: object): Promise<Data> {
  const { body } = await test
    .as(test.admin.apiKey)
    .rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}
