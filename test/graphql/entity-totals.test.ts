import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('an entity counts the memories that its list has: merged ones are in neither', async () => {
  const client = test.as(test.admin.apiKey);
  for (const content of ['Ada lives in Porto.', 'Ada lives in the city of Porto.', 'Ada has a dog.'])
    await client.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content }],
      user_id: 'ada',
      infer: false,
    });
  await test.app.services.database.query(
    `UPDATE memories SET lifecycle_state = 'merged' WHERE text = 'Ada lives in Porto.'`,
  );
  for (const orderBy of ['CREATED_AT', 'MEMORY_COUNT']) {
    const query = `{ entities(type: USER, orderBy: { field: ${orderBy}, direction: DESC }) {
      nodes { memoryCount memories { totalCount nodes { text } } } } }`;
    const texts = ['Ada has a dog.', 'Ada lives in the city of Porto.'].map((text) => ({ text }));
    expect((await client.rest('POST', '/graphql', { query })).body).toEqual({
      data: { entities: { nodes: [{ memoryCount: 2, memories: { totalCount: 2, nodes: texts } }] } },
    });
  }
  const hosted = await client.rest<{ results: { total_memories: number }[] }>('GET', '/v1/entities/');
  expect(hosted.body.results.map(({ total_memories }) => total_memories)).toEqual([2]);
  const selfHosted = await client.rest<unknown>('GET', '/entities');
  expect(selfHosted.body).toMatchObject([{ id: 'ada', total_memories: 2 }]);
});
