import { MemoryNotFoundError, AuthenticationError, MemoryClient, ValidationError } from './client.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
let url: string;
let client: MemoryClient;
beforeAll(async () => {
  test = await startTestApp();
  url = (await test.app.listen()).apiUrl;
});
beforeEach(async () => {
  await test.reset();
  client = new MemoryClient({ apiKey: test.admin.apiKey, host: url });
});
afterAll(() => test.close());

const stamps = [{ role: 'user' as const, content: 'I collect stamps from Peru' }];

/** Adds one memory unchanged. @returns its id */
async function remember(content: string, more: Record<string, unknown> = {}): Promise<string> {
  const answer: unknown = await client.add([{ role: 'user', content }], { userId: 'rosa', infer: false, ...more });
  return (answer as { results: [{ id: string }] }).results[0].id;
}

// The numbers are the rows of the index in docs/evidence/hosted-api.md.
describe('the unmodified mem0ai client', () => {
  it('row 1: pings', async () => {
    await client.ping();
    expect(client.telemetryId).toBe(test.admin.email);
  });

  it('row 2: adds messages as they stand', async () => {
    const answer = await client.add(stamps, {
      userId: 'rosa',
      agentId: 'guide',
      infer: false,
      metadata: { someKey: 'kept as it is' },
    });
    expect(answer).toEqual({
      message: expect.any(String),
      status: 'SUCCEEDED',
      eventId: expect.any(String),
      results: [{ id: expect.any(String), data: { memory: stamps[0]?.content }, event: 'ADD' }],
    });
  });

  it('rows 2 and 29: adds messages for extraction, whose event can be followed', async () => {
    const { eventId, status } = (await client.add(stamps, { userId: 'rosa' })) as unknown as {
      eventId: string;
      status: string;
    };
    expect(status).toBe('PENDING');
    const http = client.client as { get(path: string): Promise<{ data: { status: string; results: unknown } }> };
    await expect
      .poll(async () => (await http.get(`/v1/event/${eventId}/`)).data.status, { timeout: 20_000 })
      .toBe('SUCCEEDED');
    expect((await http.get(`/v1/event/${eventId}/`)).data.results).toHaveLength(1);
    expect((await client.getAll({ filters: { user_id: 'rosa' } })).results).toHaveLength(1);
  });

  it('row 7: lists to the last row', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.unshift(await remember(`Stamp ${n}`, { timestamp: 1_700_000_000 + n }));
    const seen: string[] = [];
    for (let page = 1; ; page += 1) {
      const { results, next, count } = await client.getAll({ filters: { user_id: 'rosa' }, page, pageSize: 3 });
      expect(count).toBe(7);
      seen.push(...results.map(({ id }) => id));
      if (!next) break;
    }
    expect(seen).toEqual(ids);
    await expect(client.getAll()).rejects.toBeInstanceOf(ValidationError);
  });

  it('row 4: searches, with filters in both spellings', async () => {
    const id = await remember('I collect stamps from Peru', { runId: 'r1' });
    await remember('My sister lives in Lisbon');
    for (const filters of [
      { user_id: 'rosa' },
      { userId: 'rosa' },
      { AND: [{ user_id: { in: ['rosa'] } }, { run_id: '*' }] },
    ]) {
      const { results } = await client.search('stamps from Peru', { filters, topK: 5 });
      expect(results[0]).toMatchObject({
        id,
        memory: 'I collect stamps from Peru',
        userId: 'rosa',
        runId: 'r1',
        score: expect.any(Number),
      });
    }
    expect((await client.search('stamps', { filters: { user_id: 'eve' } })).results).toEqual([]);
    await expect(client.search('stamps', { filters: { unknown: 1 } })).rejects.toBeInstanceOf(ValidationError);
    await expect(client.search('', { filters: { user_id: 'rosa' } })).rejects.toBeInstanceOf(ValidationError);
  });

  it('rows 11, 12, 13 and 14: reads, updates and deletes a memory, and reads its history', async () => {
    const id = await remember('I collect stamps', { metadata: { someKey: 1 } });
    expect(await client.get(id)).toMatchObject({
      id,
      memory: 'I collect stamps',
      userId: 'rosa',
      metadata: { someKey: 1 },
      createdAt: expect.any(String),
    });
    expect(await client.update(id, { text: 'I collect coins', expirationDate: '2031-01-31' })).toMatchObject({
      id,
      memory: 'I collect coins',
      expirationDate: '2031-01-31',
    });
    expect(await client.update(id, { expirationDate: null })).toMatchObject({ expirationDate: null });
    expect(await client.delete(id, { deleteLinked: true })).toEqual({
      message: 'Memory deleted successfully!',
      cascadeCount: 0,
    });
    const history = await client.history(id);
    expect(history.map(({ event }) => String(event))).toEqual(['ADD', 'UPDATE', 'UPDATE', 'DELETE']);
    expect(history[1]).toMatchObject({ memoryId: id, oldMemory: 'I collect stamps', newMemory: 'I collect coins' });
    await expect(client.get(id)).rejects.toBeInstanceOf(MemoryNotFoundError);
  });

  it('row 19: lists entities', async () => {
    await remember('I collect stamps', { runId: 'a/b c' });
    const { results, count } = await client.users({ page: 1, pageSize: 50 });
    expect(count).toBe(2);
    expect(results.map(({ name, type }) => `${type} ${name}`).sort()).toEqual(['run a/b c', 'user rosa']);
  });

  it('rows 45 and 46: reads and updates its project', async () => {
    expect(
      await client.updateProject({ customInstructions: 'Be brief', customCategories: [{ someName: 'A category' }] }),
    ).toEqual({ message: 'Project updated successfully' });
    const project = await client.getProject({ fields: ['custom_instructions', 'custom_categories'] });
    expect(project).toEqual({ customInstructions: 'Be brief', customCategories: [{ someName: 'A category' }] });
  });

  it('section 1.7: throws the class of each status, with the text of the answer', async () => {
    await expect(client.get('7')).rejects.toMatchObject({
      errorCode: 'HTTP_400',
      message: expect.stringContaining('memory_id should be a valid UUID'),
    });
    await expect(client.get('7')).rejects.toBeInstanceOf(ValidationError);
    await expect(client.get('018f0000-0000-7000-8000-000000000000')).rejects.toMatchObject({
      errorCode: 'HTTP_404',
      message: expect.stringContaining('Memory not found!'),
    });
    // The client logs the ping that it sends on creation.
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stranger = new MemoryClient({ apiKey: 'm0sk_wrong', host: url });
    await expect(stranger.get('7')).rejects.toMatchObject({ errorCode: 'HTTP_401' });
    await expect(stranger.get('7')).rejects.toBeInstanceOf(AuthenticationError);
    report.mockRestore();
  });

  it('works many times at once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => remember(`Stamp ${n}`)));
    const read = await Promise.all(ids.map((id) => client.get(id)));
    expect(read.map(({ memory }) => memory)).toEqual(ids.map((_, n) => `Stamp ${n}`));
  });
});
