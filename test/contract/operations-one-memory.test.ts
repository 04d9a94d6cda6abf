import { describe, expect, it } from 'vitest';
import { error, problem, noUuid } from './rest-errors.js';
import { memory, nowhere, restApp, time, uuid } from './rest-app.js';

const app = restApp();
const message = [{ role: 'user', content: 'I collect stamps' }];
const call = (...[method, path, body]: Parameters<typeof app.admin.rest>) => app.admin.rest(method, path, body);

describe('operations of hosted-api.md: one memory and its history', () => {
  it('row 11, GET /v1/memories/{memory_id}/: reads one, also when it has expired', async () => {
    const id = await app.remember('I collect stamps', { expiration_date: '2020-01-01' });
    expect((await call('GET', `/v1/memories/${id}/`)).body).toEqual(
      memory({ id, memory: 'I collect stamps', expiration_date: '2020-01-01' }),
    );
    expect(await call('GET', '/v1/memories/7/')).toMatchObject({ status: 400, body: error(noUuid) });
    expect(await call('GET', `/v1/memories/${nowhere}/`)).toMatchObject({
      status: 404,
      body: error('Memory not found!'),
    });
  });

  it('row 12, PUT /v1/memories/{memory_id}/: changes what is given, and refuses nothing and what is immutable', async () => {
    const id = await app.remember('I collect stamps', { metadata: { a: 1 } });
    const change = (body: object, at = id) => call('PUT', `/v1/memories/${at}/`, body);
    expect(
      (
        await change({
          text: 'I collect coins',
          metadata: { b: 2 },
          timestamp: 1_772_352_000,
          expiration_date: '2099-01-31',
        })
      ).body,
    ).toEqual(
      memory({
        id,
        memory: 'I collect coins',
        metadata: { b: 2 },
        created_at: '2026-03-01T08:00:00.000Z',
        expiration_date: '2099-01-31',
      }),
    );
    expect((await change({ expiration_date: null })).body).toMatchObject({ expiration_date: null, metadata: { b: 2 } });
    expect(await change({})).toMatchObject({ status: 400, body: error(problem) });
    expect(await change({ text: 'x' }, 'seven')).toMatchObject({ status: 400, body: error(noUuid) });
    expect(await change({ text: 'x' }, nowhere)).toMatchObject({ status: 404, body: error('Memory not found!') });
    const fixed = await app.remember('I am fixed', { immutable: true });
    expect(await change({ text: 'x' }, fixed)).toMatchObject({
      status: 400,
      body: error(expect.stringMatching(/immutable/i)),
    });
  });

  it('row 13, DELETE /v1/memories/{memory_id}/: deletes one, once', async () => {
    const deleted = { message: 'Memory deleted successfully!' };
    const id = await app.remember('I collect stamps');
    expect(await call('DELETE', `/v1/memories/${id}/?delete_linked=true&source=CLI`)).toMatchObject({
      status: 200,
      body: { ...deleted, cascade_count: 0 },
    });
    expect((await call('DELETE', `/v1/memories/${await app.remember('More')}/`)).body).toEqual(deleted);
    expect(await call('DELETE', `/v1/memories/${id}/`)).toMatchObject({
      status: 404,
      body: error('Memory not found!'),
    });
    expect(await call('DELETE', '/v1/memories/7/')).toMatchObject({ status: 400, body: error(noUuid) });
  });

  it('row 14, GET /v1/memories/{memory_id}/history/: tells every change, oldest first, also of a memory that is gone', async () => {
    const id = await app.remember('I collect stamps', { run_id: 'r1' });
    await call('PUT', `/v1/memories/${id}/`, { text: 'I collect coins' });
    await call('DELETE', `/v1/memories/${id}/`);
    const entry = (event: string, [old_memory, new_memory]: readonly (string | null)[], input: unknown = []) => ({
      id: uuid,
      memory_id: id,
      input,
      old_memory,
      new_memory,
      user_id: 'rosa',
      agent_id: null,
      app_id: null,
      run_id: 'r1',
      session_id: 'r1',
      categories: expect.any(Array) as unknown,
      event,
      metadata: null,
      created_at: time,
      updated_at: time,
    });
    const { status, body } = await call('GET', `/v1/memories/${id}/history/`);
    const changes = [
      entry('ADD', [null, 'I collect stamps'], message),
      entry('UPDATE', ['I collect stamps', 'I collect coins']),
      entry('DELETE', ['I collect coins', null]),
    ];
    expect([status, body]).toEqual([200, changes]);
    expect(await call('GET', '/v1/memories/7/history/')).toMatchObject({ status: 400, body: error(noUuid) });
    expect(await call('GET', `/v1/memories/${nowhere}/history/`)).toMatchObject({
      status: 404,
      body: error('Memory not found!'),
    });
  });

  it('row 15, GET /v1/memories/events/: pages through the history of the whole project', async () => {
    for (const user_id of ['rosa', 'kay', 'eve']) await app.remember('I collect stamps', { user_id });
    const { status, body } = await call('GET', '/v1/memories/events/?page=2&limit=2');
    expect([status, body]).toEqual([
      200,
      {
        count: 3,
        next: null,
        previous: expect.stringContaining('page=1'),
        results: [
          expect.objectContaining({ event: 'ADD', user_id: 'rosa', new_memory: 'I collect stamps', session_id: null }),
        ],
      },
    ]);
    expect(await call('GET', '/v1/memories/events/?page=3&limit=2')).toMatchObject({
      status: 404,
      body: { detail: 'Invalid page.' },
    });
    expect(await call('GET', '/v1/memories/events/?limit=0')).toMatchObject({
      status: 400,
      body: error('limit must be a whole number from 1 to 200.'),
    });
  });
});
