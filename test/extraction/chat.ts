import { afterAll, beforeAll } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

interface Found {
  readonly memory: string;
  readonly outdated_by?: { readonly memory: string } | null;
}

export type Said = readonly [role: 'user' | 'assistant', content: string];

/** Starts an app with the defaults for the tests of a file: tells it messages over REST, and searches and lists what it stored of a user. */
export function startChat() {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ embedder: 'local' });
  }, 60_000);
  afterAll(() => app.close());
  const client = () => app.as(app.admin.apiKey);
  return {
    app: () => app.app,
    client,
    /** Adds messages in one request, with the owner and further fields, and waits until their facts are stored. */
    async tell(fields: object, said: readonly Said[]): Promise<void> {
      const messages = said.map(([role, content]) => ({ role, content }));
      await client().rest('POST', '/v3/memories/add/', { messages, ...fields });
      await idle(app.app.services);
    },
    async search(user_id: string, query: string, options: object = {}): Promise<readonly Found[]> {
      const request = { query, filters: { user_id }, ...options };
      const { body } = await client().rest<{ results: Found[] }>('POST', '/v3/memories/search/', request);
      return body.results;
    },
    async list(user_id: string): Promise<string[]> {
      const { body } = await client().rest<{ results: Found[] }>('POST', '/v3/memories/?page_size=200', {
        filters: { user_id },
      });
      return body.results.map(({ memory }) => memory);
    },
  };
}
