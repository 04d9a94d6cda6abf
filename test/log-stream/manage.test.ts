import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbound } from '@memory-gateway/outbound';
import { createLogStream } from '../../src/resolvers/log-stream/create-log-stream.js';
import { deleteLogStream } from '../../src/resolvers/log-stream/delete-log-stream.js';
import { getLogStream } from '../../src/resolvers/log-stream/get-log-stream.js';
import { listLogStreams } from '../../src/resolvers/log-stream/list-log-streams.js';
import { replayLogStream } from '../../src/resolvers/log-stream/replay-log-stream.js';
import { updateLogStream } from '../../src/resolvers/log-stream/update-log-stream.js';
import { createWebhook } from '../../src/resolvers/webhook/create-webhook.js';
import { updateWebhook } from '../../src/resolvers/webhook/update-webhook.js';
import type { AppContext } from '../../src/context.js';
import { as, person, project, tenant } from '../helpers/context.js';
import { prepareLogStreams, type LogStreamTest } from './setup.js';

let test: LogStreamTest;
beforeAll(async () => {
  test = await prepareLogStreams();
});
afterAll(() => test.close());

const input = () => ({
  projectId: test.place.projectId,
  name: 'logs',
  source: 'AUDIT_LOG' as const,
  format: 'NDJSON' as const,
  url: test.receiver.url,
});

const codeOf = (error: unknown) => (error as { code: unknown }).code;

describe('log streams', () => {
  it('are for OWNERs: READERs are refused, and other tenants find nothing, as for an ID that does not exist', async () => {
    const { id } = (await test.create({ isActive: false, token: 'a-token' })).logStream;
    const [reader, stranger] = [as(test.services, test.cast.bob), as(test.services, test.cast.eve)];
    const calls: ((ctx: AppContext, id: string) => Promise<unknown>)[] = [
      (ctx, streamId) => getLogStream(ctx, { id: streamId }),
      (ctx, streamId) => updateLogStream(ctx, { id: streamId, name: 'x' }),
      (ctx, streamId) => replayLogStream(ctx, { id: streamId, cursor: '0' }),
      (ctx, streamId) => deleteLogStream(ctx, { id: streamId }),
    ];
    for (const call of calls) {
      await expect(call(reader, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      const hidden = await call(stranger, id).catch((error: unknown) => String(error));
      expect(hidden).toBe(await call(stranger, 'ls_absent').catch((error: unknown) => String(error)));
      expect(hidden).toContain('Log stream not found');
    }
    const { organizationId } = test.place;
    await expect(createLogStream(reader, input())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(createLogStream(stranger, input())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(listLogStreams(reader, input())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(listLogStreams(stranger, { organizationId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await getLogStream(test.owner, { id })).name).toBe('logs');
  });

  it('refuse bad settings by field, and addresses that the operator does not allow', async () => {
    const refused = (changes: object) => createLogStream(test.owner, { ...input(), ...changes });
    for (const [field, value] of [
      ['name', ' '],
      ['url', 'ftp://example.com'],
      ['token', 'two words'],
      ['batchSize', 0],
      ['batchSize', 1_001],
    ] as const)
      await expect(refused({ [field]: value }), field).rejects.toMatchObject({
        fields: { [field]: expect.any(Array) },
      });
    const both = { organizationId: test.place.organizationId };
    await expect(refused(both)).rejects.toMatchObject({ fields: { projectId: expect.any(Array) } });
    const guarded = as({ ...test.services, outbound: createOutbound() }, test.cast.ada);
    await expect(createLogStream(guarded, input())).rejects.toMatchObject({ fields: { url: expect.any(Array) } });
    const { id } = (await test.create({ isActive: false })).logStream;
    for (const place of [{}, { cursor: '0', since: new Date() }, { cursor: 'x' }, { cursor: '999999' }])
      await expect(replayLogStream(test.owner, { id, ...place })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(updateLogStream(test.owner, { id, token: 'a-token' })).rejects.toMatchObject({
      fields: { token: expect.any(Array) },
    });
  });

  it('take their token again with the URL of another server, which would get the stored one', async () => {
    const { id, url } = (await test.create({ isActive: false, token: 'a-token' })).logStream;
    const elsewhere = 'http://localhost:18888/logs';
    await expect(updateLogStream(test.owner, { id, name: 'moved', url: elsewhere })).rejects.toMatchObject({
      fields: { token: ['`token` must be given again, because the URL is of another server.'] },
    });
    expect(await getLogStream(test.owner, { id })).toMatchObject({ name: 'logs', url });
    expect(await updateLogStream(test.owner, { id, url: `${url}/more` })).toMatchObject({ url: `${url}/more` });
    const moved = await updateLogStream(test.owner, { id, url: elsewhere, token: 'a-token-of-there' });
    expect(moved.url).toBe(elsewhere);
    const signed = (await test.create({ isActive: false })).logStream;
    expect((await updateLogStream(test.owner, { id: signed.id, url: elsewhere })).url).toBe(elsewhere);
  });

  it('ask no name server for a caller who may not write them, nor do webhooks', async () => {
    const asked: string[] = [];
    const outbound = createOutbound({
      resolve: (host) => {
        asked.push(host);
        return Promise.resolve([{ address: '93.184.215.14', family: 4 }]);
      },
    });
    const services = { ...test.services, outbound };
    const url = 'https://internal.example.com/';
    const logStream = await createLogStream(as(services, test.cast.ada), { ...input(), url, isActive: false });
    const hook = { projectId: test.place.projectId, name: 'hook', url, eventTypes: ['memory_add'] };
    const webhook = await createWebhook(as(services, test.cast.ada), hook);
    expect(asked).toEqual(['internal.example.com', 'internal.example.com']);
    for (const [caller, code] of [
      [test.cast.bob, 'FORBIDDEN'],
      [test.cast.eve, 'NOT_FOUND'],
    ] as const) {
      const ctx = as(services, caller);
      await expect(createLogStream(ctx, { ...input(), url })).rejects.toMatchObject({ code });
      await expect(updateLogStream(ctx, { id: logStream.logStream.id, url })).rejects.toMatchObject({ code });
      await expect(createWebhook(ctx, hook)).rejects.toMatchObject({ code });
      await expect(updateWebhook(ctx, { id: webhook.webhook.id, url })).rejects.toMatchObject({ code });
    }
    expect(asked).toHaveLength(2);
    await outbound.close();
  });

  it('are listed by project, and by organization with those of its projects, at most 20', async () => {
    const { organizationId } = test.place;
    const count = async (place: object) => (await listLogStreams(test.owner, { ...place, first: 100 })).rows.length;
    const inProject = await count({ projectId: test.place.projectId });
    await test.create({ organizationId, isActive: false });
    expect(await count({ projectId: test.place.projectId })).toBe(inProject);
    expect(await count({ organizationId })).toBe(inProject + 1);
    for (let index = inProject + 1; index < 20; index += 1) await test.create({ isActive: false });
    await expect(test.create({ isActive: false })).rejects.toMatchObject({ code: 'CONFLICT' });
    const page = await listLogStreams(test.owner, { organizationId, first: 15 });
    const rest = await listLogStreams(test.owner, { organizationId, first: 15, after: page.cursors.at(-1) });
    expect(new Set([...page.rows, ...rest.rows].map(({ id }) => id)).size).toBe(20);
    expect([await page.total(), rest.hasNextPage]).toEqual([20, false]);
  });

  it('count for the whole organization, also those that an OWNER of one project does not see, and at once', async () => {
    const { services } = test;
    const guests = [await person(services, 'gil'), await person(services, 'gus')];
    const { organizationId, projectId: first } = await tenant(services, [[guests[0]!, 'OWNER']]);
    const second = await project(services, organizationId, [[guests[1]!, 'OWNER']]);
    const create = (index: 0 | 1) =>
      createLogStream(as(services, guests[index]!), {
        ...input(),
        projectId: [first, second][index]!,
        isActive: false,
      });
    for (let count = 0; count < 19; count += 1) await create(0);
    const outcomes = await Promise.all([create(0), create(1)].map((made) => made.then(() => 'CREATED', codeOf)));
    expect(outcomes.sort()).toEqual(['CONFLICT', 'CREATED']);
    expect(await create(1).then(() => 'CREATED', codeOf)).toBe('CONFLICT');
  });

  it('keep tokens and secrets sealed, and out of the audit log', async () => {
    const rows = await test.services.database.query<{ text: string }>(
      'SELECT t::text AS text FROM log_streams t UNION ALL SELECT a::text FROM audit_logs a',
    );
    expect(JSON.stringify(rows)).not.toMatch(/a-token|whsec_/);
  });

  it('vanish with their project', async () => {
    await test.services.database.query('DELETE FROM projects WHERE id = $1', [test.place.projectId]);
    const { rows } = await listLogStreams(test.owner, { organizationId: test.place.organizationId, first: 100 });
    expect(rows.map(({ projectId }) => projectId)).toEqual([null]);
  });
});
