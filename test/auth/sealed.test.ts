import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSealer } from '../../src/auth/sealed.js';
import { warnOfUnreadableSecrets } from '../../src/commands/start-messages.js';
import { loadConfig } from '../../src/config.js';
import { createLogStream } from '../../src/resolvers/log-stream/create-log-stream.js';
import { updateLogStream } from '../../src/resolvers/log-stream/update-log-stream.js';
import { createWebhook } from '../../src/resolvers/webhook/create-webhook.js';
import { rotateWebhookSecret } from '../../src/resolvers/webhook/rotate-webhook-secret.js';
import { adminKey, as, defaultTenant, testServices, type TestServices } from '../helpers/context.js';

let services: TestServices;
let projectId: string;
beforeEach(async () => {
  services = await testServices();
  projectId = (await defaultTenant(services)).projectId;
});

const former = 'the-former-jwt-secret-5d1f';
const sealedWith = (secret: string) => ({ ...services, sealer: createSealer({ secret, database: services.database }) });
const add = (ofServices: TestServices) =>
  createWebhook(as(ofServices, adminKey), {
    projectId,
    name: 'one',
    url: 'https://hooks.example.com/',
    eventTypes: ['memory_add'],
  });

/** Returns what the start logs about secrets that it cannot decrypt. */
async function warnings(ofServices: TestServices): Promise<string[]> {
  const lines: string[] = [];
  await warnOfUnreadableSecrets({ ...ofServices, log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }) });
  return lines;
}

describe('a changed JWT_SECRET', () => {
  it('is logged at the start with the number of webhooks and log streams, until each has a new secret', async () => {
    const { webhook } = await add(sealedWith(former));
    const stream = {
      projectId,
      name: 'logs',
      url: 'https://logs.example.com/',
      source: 'AUDIT_LOG',
      format: 'NDJSON',
    } as const;
    const { logStream } = await createLogStream(as(sealedWith(former), adminKey), {
      ...stream,
      token: 'a-former-token',
    });
    expect(await warnings(sealedWith(former))).toEqual([]);
    const changed = sealedWith('another-jwt-secret-77ab');
    const [line = '', ...more] = await warnings(changed);
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      webhooks: 1,
      logStreams: 1,
      msg: expect.stringContaining('Set SEALING_SECRET to the former value'),
    });
    expect(line).not.toContain(former);
    await rotateWebhookSecret(as(changed, adminKey), { id: webhook.id });
    expect((await warnings(changed)).map((text) => JSON.parse(text) as unknown)).toEqual([
      expect.objectContaining({ webhooks: 0, logStreams: 1 }),
    ]);
    await updateLogStream(as(changed, adminKey), { id: logStream.id, token: 'a-new-token' });
    expect(await warnings(changed)).toEqual([]);
  });

  it('has no effect if SEALING_SECRET is set to the former value', async () => {
    const { secret } = await add(sealedWith(former));
    const { auth } = loadConfig({ JWT_SECRET: 'another-jwt-secret-77ab', SEALING_SECRET: former });
    expect(auth).toMatchObject({ jwtSecret: 'another-jwt-secret-77ab', sealingSecret: former });
    const kept = sealedWith(auth.sealingSecret ?? '');
    expect(await warnings(kept)).toEqual([]);
    const [row] = await services.database.query<{ secret: Buffer }>('SELECT secret FROM webhooks');
    expect(await kept.sealer.open(row?.secret ?? Buffer.alloc(0))).toBe(secret);
  });
});
