import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTinyModel } from '../../packages/local-embedder/test/tiny-model.js';
import { loadConfig } from '../../src/config.js';
import { settleConfiguration } from '../../src/resolvers/configuration/update-configuration.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

/** Words of two languages: those with the same meaning have the same vector. */
const words = {
  live: [1, 0, 0, 0],
  wohne: [1, 0, 0, 0],
  tea: [0, 1, 0, 0],
  tee: [0, 1, 0, 0],
  tennis: [0, 0, 1, 0],
  cat: [0, 0, 0, 1],
};
const environment = { JWT_SECRET: 'a secret of at least thirty-two characters' };
const root = mkdtempSync(join(tmpdir(), 'own-model-'));
const folder = join(root, 'two-languages');

let gateway: TestApp;
beforeAll(async () => {
  writeTinyModel(folder, { words });
  const { providers } = loadConfig({ ...environment, EMBEDDER_MODEL: folder });
  gateway = await startTestApp({ embedder: 'local', providers });
  await settleConfiguration(gateway.app.services);
  await gateway.app.services.providers.refresh();
});
afterAll(async () => {
  await gateway.close();
  rmSync(root, { recursive: true });
});

describe('EMBEDDER_MODEL with the folder of a model', () => {
  it('embeds memories and queries with that model', async () => {
    const client = gateway.as(gateway.admin.apiKey);
    for (const content of ['I live in Rotterdam.', 'I drink tea.', 'My cat is called Miso.'])
      await client.rest('POST', '/v3/memories/add/', {
        messages: [{ role: 'user', content }],
        user_id: 'rosa',
        infer: false,
      });
    const find = async (query: string) => {
      const filters = { user_id: 'rosa' };
      const { body } = await client.rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', {
        query,
        filters,
      });
      return body.results[0]?.memory;
    };
    expect([await find('Wo wohne ich?'), await find('Tee')]).toEqual(['I live in Rotterdam.', 'I drink tea.']);
  });

  it('is shown to admins by its name, without the path', async () => {
    const { status, body } = await gateway.as(gateway.admin.apiKey).rest('GET', '/configure');
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toMatch(/two-languages-[0-9a-f]{8}/);
    expect(JSON.stringify(body)).not.toContain(root);
  });

  it('is refused at the start with the reason if the folder is of no use', () => {
    expect(() => loadConfig({ ...environment, EMBEDDER_MODEL: join(root, 'missing') })).toThrow(
      `EMBEDDER_MODEL must be the folder of an ONNX model: ${join(root, 'missing')} is not a folder.`,
    );
  });

  it('is the name of a model, not a folder, for every other provider', () => {
    const { providers } = loadConfig({ ...environment, EMBEDDER: 'openai', EMBEDDER_MODEL: 'team/embed-x' });
    expect(providers.embedder).toEqual({ model: 'team/embed-x', dimensions: null, folder: null });
  });
});
