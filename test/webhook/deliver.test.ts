import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteMemory } from '../../src/resolvers/memory/delete-memory.js';
import { updateMemory } from '../../src/resolvers/memory/update-memory.js';
import { rotateWebhookSecret } from '../../src/resolvers/webhook/rotate-webhook-secret.js';
import { startReceiver, type Receiver } from './receiver.js';
import { verify, webhookTest, type WebhookTest } from './setup.js';

let test: WebhookTest;
let receiver: Receiver;
beforeEach(async () => {
  test = await webhookTest();
  receiver = await startReceiver();
});
afterEach(async () => {
  await test.stop();
  await receiver.close();
});

describe('a delivery', () => {
  it('arrives with the documented body and verifies with the reference verifier', async () => {
    const { secret } = await test.hook(receiver.url);
    test.startWorker();
    const [id] = await test.remember('Rosa collects stamps');
    await receiver.arrived(1);
    const [message] = receiver.received;
    expect(message && JSON.parse(message.body)).toEqual({
      event_details: { id, data: { memory: 'Rosa collects stamps' }, event: 'ADD' },
    });
    expect(message?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'memory-gateway-webhooks',
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
    });
    expect(message && verify(secret, message)).toEqual(message && JSON.parse(message.body));
  });

  it('does not verify when its body, id, time or secret is another', async () => {
    const { secret } = await test.hook(receiver.url);
    test.startWorker();
    await test.remember('Rosa collects stämps 🦉');
    await receiver.arrived(1);
    const [message] = receiver.received;
    if (!message) throw new Error('Nothing arrived.');
    const { headers, body } = message;
    expect(() => verify(secret, { headers, body: body.replace('Rosa', 'Rose') })).toThrow();
    expect(() => verify(secret, { headers: { ...headers, 'webhook-id': 'msg_other' }, body })).toThrow();
    expect(() =>
      verify(secret, {
        headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) },
        body,
      }),
    ).toThrow();
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, message)).toThrow();
  });

  it('verifies with both secrets for a day after a rotation, and with the new one alone after that', async () => {
    const { webhook, secret: old } = await test.hook(receiver.url);
    const { secret: fresh } = await rotateWebhookSecret(test.ctx(), { id: webhook.id });
    test.startWorker();
    await test.remember('one');
    await receiver.arrived(1);
    const during = receiver.received[0];
    if (!during) throw new Error('Nothing arrived.');
    expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const secret of [old, fresh]) expect(() => verify(secret, during)).not.toThrow();

    test.later(24 * 3_600_000 + 1);
    await test.remember('two');
    await receiver.arrived(2);
    const after = receiver.received[1];
    if (!after) throw new Error('Nothing arrived.');
    // The verifier accepts only messages of the last five minutes and has a fixed clock, so only the key is tested.
    const signature = String(after.headers['webhook-signature']);
    expect(signature.split(' ')).toHaveLength(1);
    const { Webhook } = await import('standardwebhooks');
    const signed = (secret: string) =>
      new Webhook(secret).sign(after.id, new Date(Number(after.headers['webhook-timestamp']) * 1_000), after.body);
    expect(signed(fresh)).toBe(signature);
    expect(signed(old)).not.toBe(signature);
  });

  it('tells of additions, changes, deletions and categories in their shapes, to those who asked', async () => {
    const all = await test.hook(receiver.url, {
      eventTypes: ['memory_add', 'memory_update', 'memory_delete', 'memory_categorize'],
    });
    const other = await test.hook(receiver.url, { eventTypes: ['memory_delete'] });
    const inactive = await test.hook(receiver.url, { isActive: false });
    const [id = ''] = await test.remember('I love playing tennis and football on weekends');
    await updateMemory(test.ctx(), { projectId: test.projectId, id, text: 'I love chess' });
    await deleteMemory(test.ctx(), { projectId: test.projectId, id });
    const told = async (webhookId: string) => (await test.deliveries(webhookId)).map(({ payload }) => payload);
    expect(await told(all.webhook.id)).toEqual([
      { event_details: { id, data: { memory: 'I love playing tennis and football on weekends' }, event: 'ADD' } },
      {
        event_details: { event: 'CATEGORIZE', memory_id: id, categories: expect.arrayContaining([expect.any(String)]) },
      },
      { event_details: { id, data: { memory: 'I love chess' }, event: 'UPDATE' } },
      { event_details: { id, data: { memory: 'I love chess' }, event: 'DELETE' } },
    ]);
    expect(await told(other.webhook.id)).toHaveLength(1);
    expect(await told(inactive.webhook.id)).toEqual([]);
  });

  it('exists if and only if the change was committed', async () => {
    await test.hook(receiver.url);
    const { storeFacts } = await import('../../src/resolvers/memory/store-facts.js');
    const { systemScope } = await import('../../src/auth/scope.js');
    const fact = {
      userId: 'rosa',
      agentId: null,
      appId: null,
      runId: null,
      text: 'never',
      role: 'user',
      actor: null,
      input: [],
    };
    const batch = {
      scope: systemScope(test),
      facts: [fact],
      metadata: null,
      expirationDate: null,
      immutable: false,
      createdAt: new Date(),
      searchLanguage: 'english',
      catalog: [],
      isExtracted: false,
      changedBy: 'test',
      eventId: '00000000-0000-4000-8000-000000000000',
    } as const;
    const undone = storeFacts(test.services, batch, async (_unit, write) => {
      await write();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await test.deliveries()).toEqual([]);
  });

  it('stays below 20 kB: a longer text is cut, and the message says where the whole of it is', async () => {
    await test.hook(receiver.url);
    test.startWorker();
    const [id] = await test.remember('🦉"\n'.repeat(8_000));
    await receiver.arrived(1);
    const body = receiver.received[0]?.body ?? '';
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
    const { data } = (JSON.parse(body) as { event_details: { data: { memory: string } } }).event_details;
    expect(data).toMatchObject({ memory_truncated: true, memory_path: `/v1/memories/${id}/` });
    expect('🦉"\n'.repeat(8_000).startsWith(data.memory)).toBe(true);
    expect(data.memory).not.toContain('\uFFFD');
  });

  it('needs one read per change where no webhook subscribes', async () => {
    const count = async () => {
      const statements: string[] = [];
      const stop = test.services.database.onQuery((text) => statements.push(text));
      await test.remember(`note ${Math.random()}`);
      stop();
      // The audit log reads its subscribers in the statement that writes its row.
      return statements.filter((text) => text.includes('webhook') && !text.includes('INTO audit_logs')).length;
    };
    expect(await count()).toBe(1);
    await test.hook(receiver.url, { eventTypes: ['ingest_job_failed'] });
    expect(await count()).toBe(1);
  });
});
