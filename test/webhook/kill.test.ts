import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startChild } from '../helpers/child-program.js';
import { testConnectionString } from '../setup/database.js';
import { replayDelivery } from '../../src/resolvers/webhook/replay-deliveries.js';
import { startReceiver, type Receiver } from './receiver.js';
import { webhookTest, type WebhookTest } from './setup.js';

let test: WebhookTest;
let receiver: Receiver;
let mute = false;
let child: ChildProcess | null = null;
beforeEach(async () => {
  mute = false;
  test = await webhookTest();
  receiver = await startReceiver((response) => {
    if (!mute) response.end('ok');
  });
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await test.stop();
  await receiver.close();
});

function startWorker(...more: string[]): Promise<ChildProcess> {
  const { kind } = test.services.database;
  return startChild(new URL('worker-child.ts', import.meta.url), [kind, testConnectionString(), ...more]);
}

async function kill(running: ChildProcess): Promise<void> {
  const gone = once(running, 'exit');
  running.kill('SIGKILL');
  await gone;
}

/** Lets the time of leases pass, by the clock of the database. */
async function endLeases(): Promise<void> {
  await test.services.database.query(
    "UPDATE webhook_deliveries SET leased_until = leased_until - interval '31 seconds'",
  );
}

/** Does what another process does after the dead one's lease expired. */
async function recover(): Promise<void> {
  await endLeases();
  test.startWorker();
  await expect.poll(async () => (await test.deliveries()).map(({ status }) => status)).toEqual(['DELIVERED']);
}

describe('a process that is killed', () => {
  it('before it has sent a message loses nothing: another one sends it', async () => {
    await test.hook(receiver.url);
    await test.remember('one');
    child = await startWorker('hold');
    await once(child.stdout as Readable, 'data');
    await kill(child);
    expect(receiver.received).toHaveLength(0);
    await recover();
    expect(receiver.received).toHaveLength(1);
  });

  it('after it has sent a message, and before it could note that, has it sent again under the same id', async () => {
    await test.hook(receiver.url);
    await test.remember('one');
    mute = true;
    child = await startWorker();
    await receiver.arrived(1);
    await kill(child);
    mute = false;
    await recover();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
  });

  it('after it has noted that a message was delivered does not have it sent again', async () => {
    await test.hook(receiver.url);
    await test.remember('one');
    child = await startWorker();
    await expect
      .poll(async () => (await test.deliveries()).map(({ status }) => status), { timeout: 20_000 })
      .toEqual(['DELIVERED']);
    await kill(child);
    await test.remember('two');
    await endLeases();
    test.startWorker();
    await receiver.arrived(2);
    await expect.poll(async () => (await test.deliveries()).every(({ status }) => status === 'DELIVERED')).toBe(true);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
    expect(receiver.received).toHaveLength(2);
  });
});

it('a server whose clock is an hour ahead does not send what another one is sending', async () => {
  await test.hook(receiver.url);
  await test.remember('one');
  mute = true;
  test.startWorker();
  await receiver.arrived(1);
  test.later(3_600_000);
  const { webhookQueue } = test.services.stores;
  const [delivery] = await test.deliveries();
  expect(await webhookQueue.due(test.services.now())).toEqual([]);
  const ahead = { now: test.services.now(), leaseMs: 30_000 };
  expect(await webhookQueue.claim(delivery?.webhookId ?? '', { healthy: 10, failing: 1 }, ahead)).toEqual([]);
  await expect(replayDelivery(test.ctx(), { id: delivery?.id ?? '' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The delivery is being sent at this moment.',
  });
});
