import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Config } from '../../src/config.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { MemoryClient } from './client.js';

/** The running server of a test file, emptied before each test, and the published client with the admin's key. */
export interface ClientApp {
  readonly test: TestApp;
  readonly client: MemoryClient;
  /** One more client. */
  as(apiKey: string): MemoryClient;
  /** Returns a client with a new key for all projects or for one, and the key's id. */
  withNewKey(projectId?: string): Promise<{ client: MemoryClient; id: string }>;
  /** A client of a READER. */
  reader(): Promise<MemoryClient>;
  /** Creates a project in the default organization. @returns its id */
  project(name: string): Promise<string>;
  /** Adds one memory unchanged. @returns its id */
  remember(content: string, more?: Record<string, unknown>, by?: MemoryClient): Promise<string>;
  /** Waits until all background work has ended. */
  settled(): Promise<void>;
}

/** Starts the server for the tests of a file with this configuration. */
export function clientApp(config: Partial<Config> = {}): ClientApp {
  let test: TestApp;
  let url: string;
  let client: MemoryClient;
  beforeAll(async () => {
    test = await startTestApp(config);
    url = (await test.app.listen()).apiUrl;
  });
  beforeEach(async () => {
    await test.reset();
    client = as(test.admin.apiKey);
    // The client pings on creation. If the next test emptied the database meanwhile, its key would be missing.
    await client.ping();
  });
  afterEach(() => idle(test.app.services));
  afterAll(() => test.close());

  const as = (apiKey: string) => new MemoryClient({ apiKey, host: url });
  const post = async (path: string, body: unknown): Promise<Record<string, string>> => {
    const answer = await test.as(test.admin.apiKey).rest<Record<string, string>>('POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    get test() {
      return test;
    },
    get client() {
      return client;
    },
    as,
    async withNewKey(projectId) {
      const { id = '', key = '' } = await post('/api-keys', { label: 'more', project_id: projectId });
      return { client: as(key), id };
    },
    async reader() {
      const { projectId } = test.admin;
      const { id = '' } = await post('/users', {
        name: 'Reader',
        email: 'reader@example.com',
        role: 'member',
        project_id: projectId,
        project_role: 'READER',
      });
      return as(await test.keyFor({ id, name: 'Reader', email: 'reader@example.com', role: 'member' }, { projectId }));
    },
    async project(name) {
      return (await post(`/api/v1/orgs/organizations/${test.admin.orgId}/projects/`, { name })).project_id ?? '';
    },
    async remember(content, more = {}, by = client) {
      const answer: unknown = await by.add([{ role: 'user', content }], { userId: 'rosa', infer: false, ...more });
      return (answer as { results: [{ id: string }] }).results[0].id;
    },
    settled: () => idle(test.app.services),
  };
}

/** An id that no object has. */
export const nowhere = '018f0000-0000-7000-8000-000000000000';

/** A time in a response. */
export const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** A complete memory as the client returns it, with the given fields. */
export const memory = (given: Record<string, unknown>): Record<string, unknown> => ({
  id: expect.any(String),
  memory: expect.any(String),
  userId: 'rosa',
  agentId: null,
  appId: null,
  runId: null,
  sessionId: null,
  metadata: null,
  categories: expect.any(Array),
  structuredAttributes: expect.objectContaining({ dayOfWeek: expect.any(String), isWeekend: expect.any(Boolean) }),
  replacedBy: null,
  synthesized: false,
  lifecycleState: expect.any(String),
  immutable: false,
  hash: expect.stringMatching(/^[0-9a-f]{32}$/),
  expirationDate: null,
  createdAt: time,
  updatedAt: time,
  ...given,
});

/** Reads all pages of a list by number. */
export async function everyPage<Row>(
  read: (page: number) => Promise<{ results: Row[]; next: unknown; count: number }>,
): Promise<{ rows: Row[]; pages: number }> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { results, next } = await read(page);
    rows.push(...results);
    if (next === null) return { rows, pages: page };
  }
}
