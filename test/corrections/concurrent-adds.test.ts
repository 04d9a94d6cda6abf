import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// A loop over messages sends each add while the one before is worked on.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
afterAll(() => app.close());

interface Found {
  readonly memory: string;
  readonly outdated_by?: { readonly memory: string };
}

const users = Array.from({ length: 12 }, (_, index) => `user-${index}`);
const client = () => app.as(app.admin.apiKey);

async function addAtOnce(texts: readonly string[]): Promise<void> {
  const adds = users.flatMap((userId) =>
    texts.map((content, day) => ({
      messages: [{ role: 'user', content }],
      user_id: userId,
      timestamp: new Date(Date.UTC(2026, 0, 5 + day)).toISOString(),
    })),
  );
  await Promise.all(adds.map((body) => client().rest('POST', '/v3/memories/add/', body)));
  await idle(app.app.services);
}

async function search(userId: string, query: string): Promise<readonly Found[]> {
  const body = { query, filters: { user_id: userId } };
  return (await client().rest<{ results: Found[] }>('POST', '/v3/memories/search/', body)).body.results;
}

describe('adds for one user that are worked on at the same time', () => {
  it('know each other: the later fact outdates the earlier one', async () => {
    await addAtOnce(['I work at Bosch.', 'I used to work at Bosch.']);
    for (const userId of users) {
      const found = await search(userId, 'Where do I work?');
      const present = found.find(({ memory }) => memory === 'I work at Bosch.');
      expect([userId, present?.outdated_by?.memory]).toEqual([userId, 'I used to work at Bosch.']);
    }
  });

  it('store a statement once, whatever its punctuation', async () => {
    await addAtOnce(['I live in Bonn.', 'i live in bonn', "I'm living in Bonn!"]);
    for (const userId of users) {
      const found = await search(userId, 'Where do I live?');
      const statements = found.filter(({ memory }) => /bonn/iu.test(memory));
      expect([userId, statements]).toEqual([userId, [expect.anything()]]);
    }
  });
});
