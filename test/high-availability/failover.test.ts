import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLocalServer, type LocalServer } from '../../scripts/lib/local-server.js';
import { startCluster, type Cluster } from './cluster.js';
import { startCommitProxy, type CommitProxy } from './commit-proxy.js';
import { missingPrograms } from './programs.js';
import { add, Traffic } from './traffic.js';

// FAILOVER_KILLS=20 FAILOVER_PAUSES=5 is the long form of this test. After a pause on a busy machine, Patroni 3.0 can keep a stale
// copy of its synchronization key until it is restarted, so the short form has no pause.
const kills = Number(process.env.FAILOVER_KILLS ?? 1);
const pauses = Number(process.env.FAILOVER_PAUSES ?? 0);
const others = Math.ceil(kills / 4);
const timeout = 300_000 + kills * 60_000;
const apiKey = 'an-admin-key-of-the-test-suite';

if (missingPrograms.length > 0)
  process.stdout.write(
    `Tests of failover are left out: ${missingPrograms.join(', ')} not found (apt-get install patroni etcd-server haproxy python3-etcd python3-psycopg2 postgresql).\n`,
  );

describe.skipIf(missingPrograms.length > 0)('a cluster of three nodes with a synchronous standby', { timeout }, () => {
  let cluster: Cluster;
  let proxy: CommitProxy;
  let gateways: LocalServer[] = [];
  let pids: number[];
  let traffic: Traffic;

  beforeAll(async () => {
    cluster = await startCluster();
    proxy = await startCommitProxy(new URL(cluster.url));
    const behindProxy = new URL(cluster.url);
    behindProxy.port = String(proxy.port);
    const env = {
      DATABASE_DIRECT_URL: cluster.url,
      EMBEDDER: 'none',
      LOG_LEVEL: 'silent',
      ADMIN_API_KEY: apiKey,
      JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    };
    gateways = [
      await createLocalServer({ env: { ...env, DATABASE_URL: behindProxy.href } }),
      await createLocalServer({ env: { ...env, DATABASE_URL: cluster.url } }),
    ];
    for (const gateway of gateways) await gateway.start();
    pids = gateways.map((gateway) => gateway.pid());
    traffic = new Traffic(targets);
    await traffic.start();
  }, 180_000);

  afterEach(() => {
    for (const pid of pids) expect(process.kill(pid, 0)).toBe(true);
  });

  afterAll(async () => {
    await traffic.stop();
    traffic.close();
    for (const gateway of gateways) await gateway.kill();
    for (const gateway of gateways) await gateway.remove();
    await proxy.close();
    await cluster.close();
  }, 120_000);

  const targets = () => gateways.map(({ url }) => ({ url, apiKey }));

  async function interrupt(what: string, round: number, begin: (node: number) => Promise<() => void>): Promise<void> {
    await cluster.untilComplete();
    await traffic.untilWritten();
    const former = (await cluster.primary()) ?? 0;
    const since = Date.now();
    const end = await begin(former);
    await cluster.untilPromoted(former);
    const promoted = (Date.now() - since) / 1_000;
    await traffic.untilWritten();
    const refused = traffic.longestPause(since);
    process.stdout.write(
      `${what} ${round + 1}: another primary after ${promoted.toFixed(1)} s, no write for ${refused.toFixed(1)} s\n`,
    );
    end();
    await cluster.untilComplete();
  }

  /** Everything that was acknowledged is stored once, and each stream had it once. */
  async function expectNothingLost(): Promise<void> {
    await traffic.untilWritten();
    const acknowledged = [...traffic.acknowledged.keys()];
    const streamed = traffic.streamed();
    await expect
      .poll(() => traffic.frames.map((frames) => streamed.filter((id) => !frames.includes(id)).length), {
        timeout: 20_000,
      })
      .toEqual([0, 0]);
    for (const frames of traffic.frames)
      expect(frames.filter((id, index) => !id.includes('-') || frames.indexOf(id) !== index)).toEqual([]);
    const stored = await select('SELECT id, text FROM memories');
    const ids = new Set(stored.map(({ id }) => id));
    const texts = stored.map(({ text }) => text);
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    process.stdout.write(
      `${acknowledged.length} acknowledged, 0 lost, 0 doubled; refused: ${JSON.stringify(Object.fromEntries(traffic.refusals))}\n`,
    );
    expect([...traffic.refusals.keys()].filter((reason) => reason !== '503 with Retry-After')).toEqual([]);
  }

  async function select(statement: string, values: string[] = []): Promise<{ id: string; text: string }[]> {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    const { rows } = await client.query<{ id: string; text: string }>(statement, values);
    await client.end();
    return rows;
  }

  it(`loses and doubles nothing when its primary is killed, ${kills} times`, async () => {
    for (let round = 0; round < kills; round += 1)
      await interrupt('Killed', round, async (node) => {
        await cluster.crash(node);
        return () => cluster.start(node);
      });
    await expectNothingLost();
  });

  it.runIf(pauses > 0)(
    `loses and doubles nothing when its primary pauses and comes back, ${pauses} times`,
    async () => {
      for (let round = 0; round < pauses; round += 1)
        await interrupt('Paused', round, async (node) => {
          const resume = cluster.pause(node);
          return Promise.resolve(resume);
        });
      await expectNothingLost();
    },
  );

  it(`tells by the idempotency key what became of a commit whose answer was lost, ${others} times`, async () => {
    const [target] = targets();
    if (!target) throw new Error('There is no gateway.');
    for (let round = 0; round < others; round += 1) {
      const text = `In doubt ${randomUUID()}`;
      const key = randomUUID();
      proxy.loseCommitOf(text);
      expect(await add(target, text, key)).toMatchObject({ status: 503, retryAfter: expect.any(String) });
      expect(proxy.lost()).toBe(round + 1);
      const [stored, ...more] = await select('SELECT id, text FROM memories WHERE text = $1', [text]);
      expect(more).toEqual([]);
      await delay(50);
      expect(await add(target, text, key)).toEqual({
        status: 200,
        memoryId: stored?.id,
        isReplay: true,
        retryAfter: null,
      });
      expect(await select('SELECT id, text FROM memories WHERE text = $1', [text])).toHaveLength(1);
    }
  });
});
