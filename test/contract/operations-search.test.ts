import { describe, expect, it } from 'vitest';
import { error, told, problem, noEntity } from './rest-errors.js';
import { memory, restApp } from './rest-app.js';

const app = restApp();
const filters = { user_id: 'rosa' };

interface Listed {
  readonly results: readonly { id: string; memory: string }[];
  readonly count: number;
  readonly next: string | null;
}

const call = (...[method, path, body]: Parameters<typeof app.admin.rest>) => app.admin.rest(method, path, body);

describe('operations of hosted-api.md: searching memories', () => {
  it('row 4, POST /v3/memories/search/: finds with scores, within filters; refuses what is out of range', async () => {
    const id = await app.remember('I collect stamps from Peru', { metadata: { place: 'Peru' }, run_id: 'r1' });
    await app.remember('I was in Lisbon', { expiration_date: '2020-01-01' });
    const search = (more: object) =>
      call('POST', '/v3/memories/search/', { query: 'stamps from Peru', filters, ...more });
    const found = await search({
      output_format: 'v1.1',
      source: 'CLI',
      latest_only: true,
      include_merged: true,
      rerank: true,
      reference_date: '2026-03-01',
    });
    expect([found.status, found.body]).toEqual([
      200,
      {
        answerability: expect.any(Number) as number,
        next_cursor: null,
        instructions: [],
        ignored_options: ['rerank'],
        results: [
          {
            ...memory({
              id,
              memory: 'I collect stamps from Peru',
              metadata: { place: 'Peru' },
              run_id: 'r1',
              session_id: 'r1',
            }),
            score: expect.any(Number),
          },
        ],
      },
    ]);
    const texts = async (more: object) =>
      ((await search({ fields: ['memory'], threshold: 0, ...more })).body as unknown as Listed).results.map(
        (each) => each.memory,
      );
    expect(await texts({ query: 'Lisbon' })).not.toContain('I was in Lisbon');
    expect(await texts({ query: 'Lisbon', show_expired: true })).toContain('I was in Lisbon');
    expect(await texts({ metadata: { place: 'Rome' } })).toEqual([]);
    expect(await texts({ categories: ['no such'] })).toEqual([]);
    expect(await texts({ keyword_search: true })).toEqual(['I collect stamps from Peru']);
    for (const wrong of [
      { query: ' ' },
      { query: undefined },
      { filters: {} },
      { filters: undefined },
      { top_k: 0 },
      { top_k: 1001 },
      { threshold: -0.1 },
      { threshold: 1.1 },
      { user_id: 'rosa' },
      { agent_id: 'a' },
      { app_id: 'a' },
      { run_id: 'a' },
      { reference_date: 'soon' },
    ]) {
      const { status, body } = await search(wrong);
      expect([status, body], JSON.stringify(wrong)).toEqual([400, error(expect.stringMatching(/\S/))]);
    }
    for (const right of [{ precision: 'HIGH' }, { precision: 'Balanced' }, { order: 'DATE' }])
      expect((await search(right)).status, JSON.stringify(right)).toBe(200);
    const refusal = async (wrong: object) => (await search(wrong)).body;
    expect(await refusal({ precision: 'best' })).toEqual(error('precision must be balanced or high.'));
    expect(await refusal({ order: 'up' })).toEqual(error('order must be relevance or date.'));
  });

  it('row 5, POST /v2/memories/search/: answers a bare list, cut like every search without a threshold', async () => {
    const id = await app.remember('I collect stamps', { run_id: 'r1' });
    const { status, body } = await call('POST', '/v2/memories/search/', {
      query: 'stamps',
      filters,
      version: 'v2',
      filter_memories: true,
      rerank: false,
    });
    expect([status, body]).toEqual([
      200,
      [{ ...memory({ id, memory: 'I collect stamps', run_id: 'r1', session_id: 'r1' }), score: expect.any(Number) }],
    ]);
    for (let n = 0; n < 5; n += 1)
      await app.remember(`A word of Lisbon and much else that is told at length, number ${n}`);
    const scores = async (more: object) =>
      (
        (
          await call('POST', '/v2/memories/search/', {
            query: 'stamps Lisbon garden winter holiday',
            filters,
            top_k: 50,
            ...more,
          })
        ).body as unknown as { score: number }[]
      ).map(({ score }) => score);
    const everything = await scores({ threshold: 0 });
    expect(everything.some((score) => score < 0.3)).toBe(true);
    expect(await scores({ threshold: 0.3 })).toEqual(everything.filter((score) => score >= 0.3));
    expect((await scores({})).length).toBeGreaterThan(0);
    const refused = await call('POST', '/v2/memories/search/', { query: 'stamps', filters: {} });
    expect([refused.status, refused.body]).toEqual([400, told(noEntity)]);
  });

  it('row 6, POST /v1/memories/search/: takes ids beside the query; results and relations with output_format v1.1', async () => {
    const id = await app.remember('I collect stamps', { metadata: { a: 1 } });
    await app.remember('I collect stamps', { user_id: 'kay' });
    const search = (more: object) =>
      call('POST', '/v1/memories/search/', { query: 'stamps', user_id: 'rosa', fields: ['id'], ...more });
    expect(
      (await search({ metadata: { a: 1 }, only_metadata_based_search: false, filter_memories: false })).body,
    ).toEqual([{ id }]);
    expect((await search({ metadata: { a: 2 } })).body).toEqual([]);
    expect((await search({ output_format: 'v1.1' })).body).toEqual({ results: [{ id }], relations: [] });
    const { status, body } = await search({ user_id: undefined });
    expect([status, body]).toEqual([400, told(problem)]);
  });
});
