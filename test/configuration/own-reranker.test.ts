import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTinyReranker } from '../../packages/local-embedder/test/tiny-model.js';
import { loadConfig } from '../../src/config.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const words = { wohne: [2, 0], live: [2, 0], tea: [0, 2] };
const environment = { JWT_SECRET: 'a secret of at least thirty-two characters', RERANK_PROVIDER: 'local' };
const root = mkdtempSync(join(tmpdir(), 'own-reranker-'));
const folder = join(root, 'two-languages');

interface Hit {
  readonly score: number;
  readonly isReranked: boolean;
  readonly memory: { readonly text: string };
}

let gateway: TestApp;
beforeAll(async () => {
  writeTinyReranker(folder, { words });
  gateway = await startTestApp({ rerank: loadConfig({ ...environment, RERANK_MODEL: folder }).rerank });
});
afterAll(async () => {
  await gateway.close();
  rmSync(root, { recursive: true });
});

describe('RERANK_PROVIDER=local with the folder of a cross-encoder', () => {
  it('orders the results of a search with `rerank: true` by that model', async () => {
    const client = gateway.as(gateway.admin.apiKey);
    for (const content of ['Mara trinkt Tea', 'I live in Rotterdam, sage ich'])
      await client.rest('POST', '/v3/memories/add/', {
        messages: [{ role: 'user', content }],
        user_id: 'rosa',
        infer: false,
      });
    const find = async (rerank: boolean) => {
      const { body } = await client.rest<{ data: { searchMemories: { results: Hit[] } } }>('POST', '/graphql', {
        query: `query ($rerank: Boolean) {
          searchMemories(query: "Wo wohne ich, Mara trinkt", threshold: 0, rerank: $rerank) { results { score isReranked memory { text } } }
        }`,
        variables: { rerank },
      });
      return body.data.searchMemories.results.map(({ score, isReranked, memory }) => [
        memory.text,
        isReranked,
        isReranked && Number(score.toFixed(2)),
      ]);
    };
    expect(await find(true)).toEqual([
      ['I live in Rotterdam, sage ich', true, 0.98],
      ['Mara trinkt Tea', true, 0.51],
    ]);
    expect((await find(false))[0]).toEqual(['Mara trinkt Tea', false, false]);
  });

  it('is refused at the start with the reason if the folder is of no use', () => {
    const problem = 'RERANK_MODEL must be the folder of an ONNX model';
    expect(() => loadConfig(environment)).toThrow(`${problem} when RERANK_PROVIDER is local.`);
    const missing = join(root, 'missing');
    expect(() => loadConfig({ ...environment, RERANK_MODEL: missing })).toThrow(
      `${problem}: ${missing} is not a folder.`,
    );
  });
});
