import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { loadConfig, type Environment } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { defaultAnswer, startFakeProvider, wordVector, type FakeProvider } from '../helpers/fake-provider/index.js';
import { flatClient, jobsDone, type FlatCall } from '../self-hosted/flat-client.js';

/** The product with a fake provider. */
export interface Configured {
  readonly test: TestApp;
  readonly fake: FakeProvider;
  /** Calls self-hosted paths as the admin. */
  readonly call: FlatCall;
}

const base = {
  JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
  LOG_LEVEL: 'silent',
  OUTBOUND_ALLOW: 'loopback',
  PROVIDER_RETRIES: '0',
  EXTRACTION_RETRY_HOURS: '0',
  PROVIDER_TIMEOUT_SECONDS: '5',
};

/** Starts the product once for a file. Configuration and data are restored after each test. */
export function configuredApp(environment: (fake: FakeProvider) => Environment = () => ({})): Configured {
  const holder: { test?: TestApp; fake?: FakeProvider; call?: FlatCall } = {};
  beforeAll(async () => {
    holder.fake = await startFakeProvider();
    const { embedder, providers, outboundAllow } = loadConfig({
      ...base,
      EMBEDDER: 'none',
      ...environment(holder.fake),
    });
    holder.test = await startTestApp({ embedder, providers, outboundAllow });
    holder.call = flatClient(holder.test.app, { 'x-api-key': holder.test.admin.apiKey });
  });
  beforeEach(() => {
    const { fake } = holder as Configured;
    fake.requests.length = 0;
    fake.aborted = 0;
    fake.trouble = null;
    fake.answer = defaultAnswer;
    fake.embed = wordVector;
    fake.dimension = 1_536;
    fake.gate = async () => undefined;
  });
  afterEach(async () => {
    const { test } = holder as Configured;
    await jobsDone(test.app);
    await dropOtherIndexes(test);
    await test.reset();
    await test.app.services.providers.refresh();
  });
  afterAll(async () => {
    await holder.test?.close();
    await holder.fake?.close();
  });
  return {
    get test() {
      return holder.test as TestApp;
    },
    get fake() {
      return holder.fake as FakeProvider;
    },
    get call() {
      return holder.call as FlatCall;
    },
  };
}

/** Embedder numbers restart after each test, so a leftover index would have the wrong dimension. */
export async function dropOtherIndexes({ app }: Pick<TestApp, 'app'>): Promise<void> {
  const { database } = app.services;
  const rows = await database.query<{ name: string }>(
    "SELECT indexname AS name FROM pg_indexes WHERE indexname ~ '^memory_embeddings_hnsw_[0-9]+$' AND indexname <> 'memory_embeddings_hnsw_1'",
  );
  for (const { name } of rows) await database.query(`DROP INDEX ${name}`);
}

/** Waits until an event has ended. */
export async function ended(
  { test }: Configured,
  eventId: string,
): Promise<{ status: string; error: string | null; total: number | null; completed: number; results: unknown }> {
  const read = async () =>
    (
      await test.app.services.database.query<{
        status: string;
        error: string | null;
        total: number | null;
        completed: number;
        results: unknown;
      }>('SELECT status, error, total, completed, results FROM events WHERE id = $1', [eventId])
    )[0];
  await expect
    .poll(async () => (await read())?.status, { timeout: 30_000, interval: 20 })
    .not.toMatch(/PENDING|RUNNING/);
  const event = await read();
  if (!event) throw new Error('The event is gone.');
  return event;
}
