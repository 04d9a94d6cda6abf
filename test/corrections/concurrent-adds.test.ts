import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { search as searchIn } from './search.js';

// A loop over messages sends each add while the one before is worked on.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
afterAll(() => app.close());

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

const search = (userId: string, query: string) => searchIn(app, { userId, query });

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
