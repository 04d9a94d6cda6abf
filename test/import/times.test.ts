import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
const { TZ } = process.env;
beforeAll(async () => {
  // The zone of the server changes no time.
  process.env['TZ'] = 'America/New_York';
  test = await startTestApp();
});
afterAll(async () => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
  await test.close();
});

const times = [
  ['05.04.2025', '2025-04-05T00:00:00.000Z'],
  ['31.12.2025 14:30', '2025-12-31T14:30:00.000Z'],
  ['1.2.2025, 9:05:07', '2025-02-01T09:05:07.000Z'],
  ['2025-04-05', '2025-04-05T00:00:00.000Z'],
  ['2025-04-05 14:30', '2025-04-05T14:30:00.000Z'],
  ['1767225600', '2026-01-01T00:00:00.000Z'],
  ['12/31/2025', '2025-12-31T00:00:00.000Z'],
  ['Jan 5, 2024', '2024-01-05T00:00:00.000Z'],
  ['12/30/2025 2:30 PM', '2025-12-30T14:30:00.000Z'],
  ['12/29/2025 2:30 PM EST', '2025-12-29T19:30:00.000Z'],
  ['Dec 27, 2025, 2:30:00 PM GMT+1', '2025-12-27T13:30:00.000Z'],
  ['12/26/2025 14:30 -05', '2025-12-26T19:30:00.000Z'],
  ['Sun Dec 28 2025 14:30:00 GMT+0100 (Central European Standard Time)', '2025-12-28T13:30:00.000Z'],
] as const;

async function importLines(content: string, leftOutCount: number): Promise<void> {
  const { body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', {
    query: `mutation ($input: ImportMemoriesInput!) { importMemories(input: $input) { ... on ImportMemoriesPayload { event { status import { leftOutCount } } } } }`,
    variables: { input: { format: 'JSONL', content } },
  });
  expect(body).toMatchObject({
    data: { importMemories: { event: { status: 'SUCCEEDED', import: { leftOutCount } } } },
  });
}

const noTimes = ['2025-02-30', '31.02.2025 10:00', 'Note 5', '12/29/2025 2:30 PM CET'];

describe('a time of an imported record', () => {
  it('is read in ISO 8601, in Unix seconds, and with the day first before dots', async () => {
    const client = test.as(test.admin.apiKey);
    const content = [...times.map(([time]) => time), ...noTimes]
      .map((time) => JSON.stringify({ text: `Note of ${time}`, user_id: 'ada', created_at: time }))
      .join('\n');
    await importLines(content, noTimes.length);
    const listed = await client.rest<{ data: { memories: { nodes: { createdAt: string }[] } } }>('POST', '/graphql', {
      query: '{ memories(orderBy: { field: CREATED_AT, direction: ASC }) { nodes { createdAt } } }',
    });
    expect(listed.body.data.memories.nodes.map(({ createdAt }) => createdAt)).toEqual(times.map(([, at]) => at).sort());
  });

  it('in the future is that of the memory alone: its user was written to now', async () => {
    await importLines(JSON.stringify({ text: 'Note of later', user_id: 'futura', created_at: '2099-01-01' }), 0);
    const listed = await test
      .as(test.admin.apiKey)
      .rest<{ data: Record<string, { createdAt: string; updatedAt: string }> }>('POST', '/graphql', {
        query: `{ entity(type: USER, name: "futura") { createdAt updatedAt } }`,
      });
    const { createdAt = '', updatedAt = '' } = listed.body.data['entity'] ?? {};
    for (const time of [createdAt, updatedAt]) expect(new Date(time).getTime()).toBeLessThanOrEqual(Date.now());
  });
});
