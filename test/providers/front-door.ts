import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { defaultAnswer, startFakeProvider, type FakeProvider, type Trouble } from '../helpers/fake-provider/index.js';
import { flatClient, graphql, jobsDone, type FlatAnswer, type FlatCall } from '../self-hosted/flat-client.js';

/** The error that callers get for a failed model call, for every provider and every API. */
export interface Failure {
  readonly code: string;
  /** Advice in the error message. */
  readonly advice: string;
}
const failures = {
  key: { code: 'provider_auth_failed', advice: 'rejected the credentials\\. Check the API key' },
  rate: { code: 'provider_rate_limited', advice: 'limiting the rate of calls.* Try again shortly' },
  late: { code: 'provider_timeout', advice: 'did not answer in time\\. Try again shortly' },
  away: { code: 'provider_unavailable', advice: 'unreachable or has an error of its own\\..* check the base URL' },
  request: { code: 'provider_bad_request', advice: 'refused the request\\. Check the name of the model' },
  answer: { code: 'provider_bad_answer', advice: 'answered something that cannot be used\\..* choose another model' },
} satisfies Record<string, Failure>;

/** A failure. Null: the provider expects another key. */
export type Case = readonly [name: string, trouble: (fake: FakeProvider) => Trouble | null, failure: Failure];

// Contains the key in whole and in part, as some providers do.
const refusal =
  (status: number) =>
  ({ key }: FakeProvider): Trouble => ({
    status,
    body: JSON.stringify({
      type: 'error',
      error: { message: `Refused. Key: ${key}, ending in ${key.slice(-8)}.`, type: 'refused', status: 'REFUSED' },
    }),
  });

/** Failures that show immediately. */
export const quick: readonly Case[] = [
  ['rejects the credential', refusal(401), failures.key],
  ['forbids the call', refusal(403), failures.key],
  ['does not know the key', () => null, failures.key],
  ['limits the rate', refusal(429), failures.rate],
  ['has waited too long itself', refusal(504), failures.late],
  ['has an error', refusal(500), failures.away],
  ['is overloaded', refusal(529), failures.away],
  ['breaks the connection', () => ({ broken: true }), failures.away],
  ['breaks the connection in the middle of its answer', () => ({ cut: true }), failures.away],
  ['does not know the model', refusal(404), failures.request],
  ['answers a page', ({ key }) => ({ body: `<html>${key}</html>` }), failures.answer],
  ['answers half a JSON', () => ({ body: '{"choices": [{"message": {"con' }), failures.answer],
  [
    'answers JSON of another form',
    ({ key }) => ({
      body: `{"choices": 7, "content": 7, "candidates": 7, "data": 7, "embeddings": 7, "embedding": 7, "key": "${key}"}`,
    }),
    failures.answer,
  ],
  ['answers ten gigabytes', () => ({ huge: true }), failures.answer],
  [
    'redirects to a private address',
    () => ({ status: 307, headers: { location: 'http://169.254.169.254/latest/meta-data/' } }),
    failures.answer,
  ],
  ['redirects to itself', ({ urls }) => ({ status: 302, headers: { location: urls.openai } }), failures.answer],
];

/** Failures that take as long as the timeout. */
export const slow: readonly Case[] = [
  ['says nothing', () => ({ silent: true }), failures.late],
  ['answers a byte at a time', () => ({ drip: true }), failures.late],
];

/**
 * Returns the failures to test with a provider: all, or in the short form (`PROVIDER_FAILURES=once`) those that no other provider has.
 * @param makers all providers of the test, by name
 */
export const failuresOf = (
  cases: readonly Case[],
  maker: string,
  makers: readonly (readonly [maker: string, model: string])[],
): readonly Case[] =>
  cases.filter(
    (_case, index) => process.env.PROVIDER_FAILURES !== 'once' || makers[index % makers.length]?.[0] === maker,
  );

/** The product, its provider, and all of its responses and logs. */
export interface Product {
  readonly test: TestApp;
  readonly fake: FakeProvider;
  /** The key that the provider was configured with. */
  readonly key: string;
  readonly call: FlatCall;
  readonly written: string[];
  /** Makes every provider call fail in this way. */
  begin(trouble: Case[1]): void;
}

/** Starts the product once for a block of tests, with models of one provider and a timeout. */
export function productWith(models: { LLM_PROVIDER: string; EMBEDDER: string }, timeoutMs: number): Product {
  const written: string[] = [];
  const holder: { test?: TestApp; fake?: FakeProvider; call?: FlatCall; key?: string } = {};
  const { test, fake, call, key } = {
    test: () => holder.test as TestApp,
    fake: () => holder.fake as FakeProvider,
    call: () => holder.call as FlatCall,
    key: () => holder.key ?? '',
  };
  beforeAll(async () => {
    const provider = (holder.fake = await startFakeProvider());
    holder.key = provider.key;
    const keys = { OPENAI_API_KEY: provider.key, ANTHROPIC_API_KEY: provider.key, GOOGLE_API_KEY: provider.key };
    const urls = {
      OPENAI_BASE_URL: provider.urls.openai,
      ANTHROPIC_BASE_URL: provider.urls.anthropic,
      GOOGLE_BASE_URL: provider.urls.gemini,
    };
    const { embedder, providers, outboundAllow } = loadConfig({
      JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
      OUTBOUND_ALLOW: 'loopback',
      PROVIDER_RETRIES: '0',
      EXTRACTION_RETRY_HOURS: '0',
      ...keys,
      ...urls,
      ...models,
    });
    // Logs without redaction, to prove that nothing needs it.
    const log = pino({ level: 'trace' }, { write: (line: string) => void written.push(line) });
    holder.test = await startTestApp({ embedder, outboundAllow, providers: { ...providers, timeoutMs } }, { log });
    const plain = flatClient(test().app, { 'x-api-key': test().admin.apiKey });
    holder.call = async <Body>(...sent: Parameters<FlatCall>) => {
      const answer = await plain<Body>(...sent);
      written.push(JSON.stringify([answer.body, answer.headers]));
      return answer;
    };
  });
  beforeEach(async () => {
    Object.assign(fake(), {
      key: key(),
      trouble: null,
      answer: defaultAnswer,
      dimension: models.EMBEDDER === 'gemini' ? 3_072 : 1_536,
    });
    await jobsDone(test().app);
    await test().reset();
    await test().app.services.providers.refresh();
    fake().requests.length = 0;
    written.length = 0;
  });
  afterAll(async () => {
    await holder.test?.close();
    await holder.fake?.close();
  });
  return {
    get test() {
      return test();
    },
    get fake() {
      return fake();
    },
    get call() {
      return call();
    },
    get key() {
      return key();
    },
    written,
    begin(trouble) {
      const given = trouble(fake());
      if (given) fake().trouble = () => given;
      else fake().key = 'sk-of-another-user-71';
      fake().requests.length = 0;
    },
  };
}

/** Returns the error message for a failed call of a model such as `openai/gpt-5-mini`. */
export const textOf = (failure: Failure, model: string) =>
  expect.stringMatching(new RegExp(`^${model}: .*${failure.advice}`)) as string;

/** Expects the 502 of a self-hosted path: class, advice, and the request id of the header. */
export function expectFlat({ status, body, headers }: FlatAnswer, failure: Failure, model: string): void {
  expect([status, body]).toEqual([
    502,
    { detail: textOf(failure, model), code: failure.code, request_id: headers['x-request-id'] },
  ]);
}

/** Expects the error of a path of the hosted API. */
export function expectHosted({ status, body, headers }: FlatAnswer, failure: Failure, model: string): void {
  expect([status, body]).toEqual([
    502,
    expect.objectContaining({ error: textOf(failure, model), code: failure.code, request_id: headers['x-request-id'] }),
  ]);
}

/** Expects the error of a GraphQL operation. */
export async function expectGraphql(
  call: FlatCall,
  document: string,
  { failure, model }: { failure: Failure; model: string },
): Promise<void> {
  const { errors } = await graphql<unknown>(call, document);
  expect(errors).toMatchObject([
    {
      message: textOf(failure, model),
      extensions: { code: 'UPSTREAM_FAILED', reason: failure.code, requestId: expect.stringMatching(/\S/) as string },
    },
  ]);
}

/** Expects that no response, log or row contains the key or its end, and that the log names the failure. */
export async function expectNoKey({ test, key, written }: Product): Promise<void> {
  const { database } = test.app.services;
  const tables = await database.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')",
  );
  const rows: string[] = [];
  for (const { name } of tables)
    rows.push(...(await database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).map(({ row }) => row));
  expect(rows.length).toBeGreaterThan(5);
  expect(written.some((line) => line.includes('"msg":"a provider failed"'))).toBe(true);
  for (const secret of [key, key.slice(-8)])
    expect([...written, ...rows].filter((text) => text.includes(secret))).toEqual([]);
}

/** Makes waiting retries of an add due while `work` runs. */
export async function hurried<T>({ test }: Product, work: Promise<T>): Promise<T> {
  const { database, bus } = test.app.services;
  let isOver = false;
  const ended = work.finally(() => (isOver = true));
  const hurry = async () => {
    await database.query(
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'extractMemories' AND state = 'retry' AND start_after > now()",
    );
    await bus.publish('jobQueued', { name: 'extractMemories' });
    return isOver;
  };
  await expect.poll(hurry, { timeout: 50_000, interval: 50 }).toBe(true);
  return ended;
}
