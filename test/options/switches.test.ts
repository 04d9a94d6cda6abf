import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { runCommand } from './callers.js';

const owners = ['--user-id', '--agent-id', '--app-id', '--run-id'];

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
  for (const owner of owners) expect((await run(['add', `Tea for ${owner}`, owner, 'x'])).code).toBe(0);
});
afterAll(() => app.close());

const run = (argv: readonly string[]) => runCommand(app, argv);

describe('a switch of the command line', () => {
  it.each(owners)('narrows to an owner: add, search, list, export %s', async (owner) => {
    const texts = [`Tea for ${owner}`];
    const search = JSON.parse((await run(['search', 'tea', owner, 'x', '--json'])).out) as {
      results: { memory: { text: string } }[];
    };
    expect(search.results.map(({ memory }) => memory.text)).toEqual(texts);
    const list = JSON.parse((await run(['list', owner, 'x', '--json'])).out) as { text: string }[];
    expect(list.map(({ text }) => text)).toEqual(texts);
    const lines = (await run(['export', owner, 'x'])).out.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual(texts);
  });

  it('changes a search, or is refused: --valid-at, --precision, --order, --rerank', async () => {
    const search = (...more: string[]) => run(['search', 'tea', ...more]);
    expect((await search()).out).toContain('Tea');
    expect((await search('--valid-at', '2001-01-01')).out).toBe('');
    expect((await run(['search', 'a parking ticket', '--precision', 'high'])).out).toBe('');
    const sorted = async (order: string) => (await search('--order', order, '--json')).out;
    const idsOf = (out: string) =>
      (JSON.parse(out) as { results: { memory: { id: string } }[] }).results.map(({ memory }) => memory.id);
    const byDate = idsOf(await sorted('date'));
    expect(byDate).toEqual([...byDate].sort());
    expect(new Set(byDate)).toEqual(new Set(idsOf(await sorted('relevance'))));
    expect(await search('--rerank')).toMatchObject({ code: 1, err: expect.stringContaining('No reranker') });
  });

  it('of an add without --infer is named where it has no effect: --timezone', async () => {
    const added = await run(['add', 'I row.', '--user-id', 'li', '--timezone', 'Europe/Berlin']);
    expect([added.code, added.err]).toEqual([0, '--timezone has no effect without --infer.\n']);
  });

  it('limits a key: --expires', async () => {
    const created = await run(['keys', 'create', '--label', 'short', '--expires', '2999-01-01T00:00:00Z', '--json']);
    expect(created.out).toContain('2999-01-01');
  });
});
