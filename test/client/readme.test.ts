import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AddMemoriesDocument, createClient, SearchMemoriesDocument } from '../../client/index.js';
import { startRunningApp, type RunningApp } from './running-app.js';

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

const fileText = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

it('runs the lines of the README', async () => {
  const block = /```ts\n(import \{ createClient.*?)```/s.exec(fileText('../../README.md'))?.[1] ?? '';
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  expect(lines).toHaveLength(4);
  // The code below equals the README except for the import of the client and the URL of the server.
  const here = fileText('readme.test.ts')
    .split('\n')
    .map((line) => line.trim());
  expect(lines.slice(2).filter((line) => !here.includes(line))).toEqual([]);

  const client = createClient({ url: app.url, apiKey: app.admin.apiKey });
  const messages = [{ role: 'USER' as const, content: 'I live in Lisbon since March.' }];
  await client.request(AddMemoriesDocument, { input: { userId: 'ada', infer: false, messages } });
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  // The README has this statement on one line.
  // oxfmt-ignore
  const { searchMemories } = await client.request(SearchMemoriesDocument, { query: 'Where does Ada live?', filter: { userId: { eq: 'ada' } } });
  for (const { score, memory } of searchMemories.results) console.log(score.toFixed(2), memory.text);
  expect(print.mock.calls).toEqual([[expect.stringMatching(/^\d\.\d\d$/), 'I live in Lisbon since March.']]);
  print.mockRestore();
});
