import { describe, expect, it } from 'vitest';
import { error, problem } from './rest-errors.js';
import { nowhere, restApp, uuid } from './rest-app.js';

const app = restApp();
const call = (...[method, path, body]: Parameters<typeof app.admin.rest>) => app.admin.rest(method, path, body);

describe('operations of hosted-api.md: many memories at once', () => {
  it('row 16, DELETE /v1/memories/: deletes what fits in the background, whether anything does or not', async () => {
    const kept = await app.remember('I collect stamps', { user_id: 'kay' });
    await app.remember('I collect stamps');
    const accepted = { message: 'Delete in progress. This may take some time.', event_id: uuid };
    expect(
      await call(
        'DELETE',
        `/v1/memories/?user_id=rosa&source=CLI&org_id=${app.test.admin.orgId}&project_id=${app.test.admin.projectId}`,
      ),
    ).toMatchObject({ status: 200, body: accepted });
    expect(await call('DELETE', '/v1/memories/?user_id=nobody')).toMatchObject({ status: 200, body: accepted });
    await app.settled();
    expect((await call('POST', '/v3/memories/', { filters: { user_id: '*' }, fields: ['id'] })).body).toMatchObject({
      results: [{ id: kept }],
    });
    for (const query of ['', '?source=CLI', '?metadata=x'])
      expect(await call('DELETE', `/v1/memories/${query}`)).toMatchObject({ status: 400, body: { error: problem } });
  });

  it('row 17, PUT /v1/batch/: changes up to 1000, counting those that are there', async () => {
    const [one, two] = [await app.remember('one'), await app.remember('two')];
    const change = (memories: unknown) => call('PUT', '/v1/batch/', { memories });
    expect(
      await change([
        { memory_id: one, text: 'uno' },
        { memory_id: two, metadata: { n: 2 } },
        { memory_id: nowhere, text: 'x' },
      ]),
    ).toMatchObject({ status: 200, body: { message: 'Successfully updated 2 memories' } });
    expect([
      (await call('GET', `/v1/memories/${one}/`)).body.memory,
      (await call('GET', `/v1/memories/${two}/`)).body.metadata,
    ]).toEqual(['uno', { n: 2 }]);
    const wrong = [
      undefined,
      [],
      [{ memory_id: 'x', text: 'x' }],
      [{ memory_id: one }],
      Array.from({ length: 1001 }, () => ({ memory_id: one, text: 'x' })),
    ];
    for (const memories of wrong)
      expect(await change(memories)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(await change([{ memory_id: nowhere, text: 'x' }])).toMatchObject({
      status: 404,
      body: error('Memory not found!'),
    });
  });

  it('row 18, DELETE /v1/batch/: reads its body and deletes up to 1000', async () => {
    const [one, two] = [await app.remember('one'), await app.remember('two')];
    const remove = (memories: unknown) => call('DELETE', '/v1/batch/', { memories });
    expect(await remove([{ memory_id: one }, { memory_id: two }, { memory_id: nowhere }])).toMatchObject({
      status: 200,
      body: { message: 'Successfully deleted 2 memories' },
    });
    expect(await remove([{ memory_id: one }])).toMatchObject({ status: 404, body: error('Memory not found!') });
    for (const memories of [
      undefined,
      [],
      [{ memory_id: { memory_id: one } }],
      [{ memory_id: 'x' }],
      Array.from({ length: 1001 }, () => ({ memory_id: one })),
    ])
      expect(await remove(memories)).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  });
});
