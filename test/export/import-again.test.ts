import { afterAll, beforeAll, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { addMemories, ask, createProject, stored } from './exported-memories.js';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
  await addMemories(test);
});
afterAll(() => test.close());

async function exportAll(format: string): Promise<string> {
  const { createExport } = await ask<{ createExport: { export: { id: string } } }>(
    test,
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

it.each(['JSON', 'JSONL', 'CSV'])(
  'keeps every field of a memory that is exported and imported again: %s',
  async (format) => {
    const content = await exportAll(format);
    const projectId = await createProject(test, format);
    const { importMemories } = await ask<{ importMemories: object }>(
      test,
      `mutation ($input: ImportMemoriesInput!) { importMemories(input: $input) {
      ... on ImportMemoriesPayload { foundCount importedCount }
      ... on ValidationError { fields { field messages } } } }`,
      { input: { projectId, format, content } },
    );
    await idle(test.app.services);
    expect(importMemories).toEqual({ foundCount: 2, importedCount: 2 });
    const rows = await stored(test, projectId);
    expect(rows).toEqual(await stored(test, test.admin.projectId));
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
