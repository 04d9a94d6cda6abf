import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const times = [
  ['05.04.2025', '2025-04-05T00:00:00.000Z'],
  ['31.12.2025 14:30', '2025-12-31T14:30:00.000Z'],
  ['1.2.2025, 9:05:07', '2025-02-01T09:05:07.000Z'],
  ['2025-04-05', '2025-04-05T00:00:00.000Z'],
  ['2025-04-05 14:30', '2025-04-05T14:30:00.000Z'],
  ['1767225600', '2026-01-01T00:00:00.000Z'],
] as const;

async function importLines(content: string): Promise<void> {
  const { body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', {
    query: `mutation ($input: ImportMemoriesInput!) { importMemories(input: $input) { ... on ImportMemoriesPayload { event { status } } } }`,
    variables: { input: { format: 'JSONL', content } },
  });
  expect(body).toMatchObject({ data: { importMemories: { event: { status: 'SUCCEEDED' } } } });
}

describe('a time of an imported record', () => {
  it('is read in ISO 8601, in Unix seconds, and with the day first before dots', async () => {
    const client = test.as(test.admin.apiKey);
    const content = times
      .map(([time]) => JSON.stringify({ text: `Note of ${time}`, user_id: 'ada', created_at: time }))
      .join('\n');
    await importLines(content);
    const listed = await client.rest<{ data: { memories: { nodes: { createdAt: string }[] } } }>('POST', '/graphql', {
      query: '{ memories(orderBy: { field: CREATED_AT, direction: ASC }) { nodes { createdAt } } }',
    });
    expect(listed.body.data.memories.nodes.map(({ createdAt }) => createdAt)).toEqual(times.map(([, at]) => at).sort());
  });

  it('in the future is that of the memory alone: its user was written to now', async () => {
    await importLines(JSON.stringify({ text: 'Note of later', user_id: 'futura', created_at: '2099-01-01' }));
    const listed = await test
      .as(test.admin.apiKey)
      .rest<{ data: Record<string, { createdAt: string; updatedAt: string }> }>('POST', '/graphql', {
        query: `{ entity(type: USER, name: "futura") { createdAt updatedAt } }`,
      });
    const { createdAt = '', updatedAt = '' } = listed.body.data['entity'] ?? {};
    for (const time of [createdAt, updatedAt]) expect(new Date(time).getTime()).toBeLessThanOrEqual(Date.now());
  });
});
