import { describe, expect, it } from 'vitest';
import { UpstreamFailedError } from '../../src/errors.js';
import { planNextRound } from '../../src/jobs/postpone-extraction.js';
import { configuredApp } from '../configuration/helpers.js';

const at = configuredApp((fake) => ({
  LLM_PROVIDER: 'anthropic',
  ANTHROPIC_API_KEY: fake.key,
  ANTHROPIC_BASE_URL: fake.urls.anthropic,
  EXTRACTION_RETRY_HOURS: '2',
}));

interface Event {
  readonly status: string;
  readonly error: string | null;
  readonly metadata: { readonly reason?: string; readonly retry_at?: string } | null;
}

async function add(): Promise<string> {
  const messages = [{ role: 'user', content: 'I keep bees.' }];
  return (await at.call<{ event_id: string }>('POST /v3/memories/add/', { messages, user_id: 'rosa' })).body.event_id;
}

const read = async (id: string) => (await at.call<Event>(`GET /v1/event/${id}/`)).body;

/** Lets jobs in these states run without waiting for their time. */
async function hurry(states: string): Promise<void> {
  await at.test.app.services.database.query(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'extractMemories' AND state::text = ANY (string_to_array($1, ','))",
    [states],
  );
  await at.test.app.services.bus.publish('jobQueued', { name: 'extractMemories' });
}

const until = (id: string, states: string, expected: (event: Event) => boolean) =>
  expect
    .poll(async () => (await hurry(states), expected(await read(id))), { timeout: 20_000, interval: 20 })
    .toBe(true);

describe('an addition while its provider is away', () => {
  it('waits after its first attempts, says why and until when, and stores everything once when the provider is back', async () => {
    at.fake.trouble = () => ({ status: 503 });
    const id = await add();
    await until(id, 'retry', ({ metadata }) => metadata?.retry_at !== undefined);
    expect(at.fake.requests).toHaveLength(6);
    const waiting = await read(id);
    expect(waiting).toMatchObject({ status: 'PENDING', error: null, metadata: { reason: 'provider_unavailable' } });
    const pause = Date.parse(waiting.metadata?.retry_at ?? '') - Date.now();
    expect(pause).toBeGreaterThan(0);
    expect(pause).toBeLessThanOrEqual(60_000);
    at.fake.trouble = null;
    await until(id, 'created', ({ status }) => status === 'SUCCEEDED');
    expect(await read(id)).toMatchObject({ error: null, metadata: null });
    const rows = await at.test.app.services.database.query<{ text: string }>('SELECT text FROM memories');
    expect(rows).toEqual([{ text: 'Noted: I keep bees.' }]);
  });

  it('waits for as long as a rate limit asks, after one call', async () => {
    at.fake.trouble = () => ({ status: 429, headers: { 'retry-after': '600' } });
    const id = await add();
    await until(id, 'none', ({ metadata }) => metadata?.retry_at !== undefined);
    expect(at.fake.requests).toHaveLength(1);
    const { metadata } = await read(id);
    expect(metadata?.reason).toBe('provider_rate_limited');
    expect(Date.parse(metadata?.retry_at ?? '') - Date.now()).toBeGreaterThan(500_000);
    const [job] = await at.test.app.services.database.query<{ seconds: number }>(
      "SELECT extract(epoch FROM start_after - now())::float8 AS seconds FROM pgboss.job WHERE name = 'extractMemories' AND state = 'created'",
    );
    expect(job?.seconds).toBeGreaterThan(500);
    at.fake.trouble = null;
    await until(id, 'created', ({ status }) => status === 'SUCCEEDED');
  });
});

describe('the pauses of an outage', () => {
  const start = Date.UTC(2026, 2, 4);
  const plan = (now: number, { error, isLast, outage }: Partial<Parameters<typeof planNextRound>[1]> = {}) => {
    const services = { ...at.test.app.services, now: () => new Date(now) };
    return planNextRound(services, { error: error ?? away(), isLast: isLast ?? true, outage });
  };
  const away = (reason = 'provider_timeout', retryAfterSeconds?: number) =>
    new UpstreamFailedError('away', { reason, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });

  it('grow from one minute to fifteen, and end after the configured hours', () => {
    let now = start;
    const minutes: number[] = [];
    for (let next = plan(now); next !== null; next = plan(now, { isLast: false, outage: next.outage })) {
      minutes.push((next.retryAt.getTime() - now) / 60_000);
      now = next.retryAt.getTime();
    }
    expect(minutes.slice(0, 6)).toEqual([1, 2, 4, 8, 15, 15]);
    expect(now - start).toBeLessThanOrEqual(2 * 3_600_000);
    expect(now - start).toBeGreaterThan(1.7 * 3_600_000);
  });

  it('are not made for failures that waiting does not end, nor while the queue tries again by itself', () => {
    expect(plan(start, { error: away('provider_auth_failed') })).toBeNull();
    expect(plan(start, { error: away('provider_bad_answer') })).toBeNull();
    expect(plan(start, { error: new Error('defect') })).toBeNull();
    expect(plan(start, { isLast: false })).toBeNull();
    expect(plan(start, { isLast: false, error: away('provider_rate_limited', 3) })).toBeNull();
    expect(plan(start, { isLast: false, error: away('provider_rate_limited', 300) })?.retryAt).toEqual(
      new Date(start + 300_000),
    );
  });
});
