import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { callTool, graphql, runCommand } from './callers.js';

const texts = {
  current: 'My tea is green',
  superseded: 'My tea is black',
  merged: 'My tea is, well, black',
  expired: 'My tea is cold',
} as const;

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
  const add = `mutation ($input: AddMemoriesInput!) {
    addMemories(input: $input) { ... on AddMemoriesPayload { results { memoryId } } } }`;
  const remember = async (content: string, more: object = {}) => {
    const input = { userId: 'ada', infer: false, messages: [{ role: 'USER', content }], ...more };
    type Added = { addMemories: { results: [{ memoryId: string }] } };
    return (await graphql<Added>(app, add, { input })).addMemories.results[0].memoryId;
  };
  const newerMemoryId = await remember(texts.current);
  const older = { SUPERSEDES: await remember(texts.superseded), MERGES: await remember(texts.merged) };
  await remember(texts.expired, { expirationDate: '2020-01-01' });
  const link = 'mutation ($input: SetMemoryLinkInput!) { setMemoryLink(input: $input) { __typename } }';
  for (const [relation, olderMemoryId] of Object.entries(older))
    await graphql(app, link, { input: { newerMemoryId, olderMemoryId, relation } });
});
afterAll(() => app.close());

const variations = [
  ['nothing', {}, ['current', 'superseded']],
  ['latest_only', { latest_only: true }, ['current']],
  ['include_merged', { include_merged: true }, ['current', 'superseded', 'merged']],
  ['show_expired', { show_expired: true }, ['current', 'superseded', 'expired']],
] as const;
const toTexts = (names: readonly (keyof typeof texts)[]) => names.map((name) => texts[name]).sort();
const toSwitches = (options: object) => Object.keys(options).map((name) => `--${name.replace('_', '-')}`);

describe.each(variations)('the option of a state: %s', (_name, options, expected) => {
  it.each(['search_memories', 'get_memories'])('selects memories of %s', async (tool) => {
    const input = { ...(tool === 'search_memories' && { query: 'tea' }), user_id: 'ada', ...options };
    const { results } = await callTool<{ results: { memory: string }[] }>(app, tool, input);
    expect(results.map(({ memory }) => memory).sort()).toEqual(toTexts(expected));
  });

  it.each([['search', 'tea'], ['list']])('selects memories of the command %s', async (...command) => {
    const { out } = await runCommand(app, [...command, '--json', ...toSwitches(options)]);
    const found = JSON.parse(out) as { results: { memory: { text: string } }[] } | { text: string }[];
    const memories = Array.isArray(found) ? found : found.results.map(({ memory }) => memory);
    expect(memories.map(({ text }) => text).sort()).toEqual(toTexts(expected));
  });

  it('selects memories of the command export', async () => {
    const lines = (await runCommand(app, ['export', ...toSwitches(options)])).out.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { text: string }).text).sort()).toEqual(toTexts(expected));
  });
});

describe('memory-gateway search', () => {
  it('leaves out results below --threshold, and refuses one that is no score', async () => {
    const find = async (...more: string[]) => (await runCommand(app, ['search', 'green tea', '--json', ...more])).out;
    const { results } = JSON.parse(await find('--threshold', '0')) as { results: { score: number }[] };
    const best = results[0]?.score ?? NaN;
    const above = JSON.parse(await find('--threshold', String(best))) as { results: { score: number }[] };
    expect(results.length).toBeGreaterThan(above.results.length);
    expect(above.results.every(({ score }) => score >= best)).toBe(true);
    expect(await runCommand(app, ['search', 'tea', '--threshold', '2'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Use a number from 0 to 1.'),
    });
  });

  it('prints standing instructions with --json', async () => {
    await runCommand(app, ['add', 'Always answer me in French.', '--user-id', 'eve']);
    const { out } = await runCommand(app, ['search', 'What is the capital of Peru?', '--user-id', 'eve', '--json']);
    expect(JSON.parse(out)).toMatchObject({ instructions: [{ text: 'Always answer me in French.' }] });
  });
});
