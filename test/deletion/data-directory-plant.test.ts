import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { bootstrap } from '../../src/commands/bootstrap.js';
import { loadConfig } from '../../src/config.js';
import { vacuumDatabase } from '../../src/resolvers/deletion/vacuum-database.js';
import { migratedTemplate } from '../setup/embedded.js';
import { idle } from './helpers.js';
import { columnsWith, plantSubject, settled } from './plant-subject.js';

const isEmbedded = inject('databases').kind === 'embedded';
const tag = 'canary-5b20d7';
/** How the IDs and texts of the planted subject begin. */
const texts = ['user', 'agent', 'app', 'run', 'text'].map((end) => `${tag}-${end}`);

let folder: string;
let app: App | undefined;
beforeAll(async () => {
  if (!isEmbedded) return;
  folder = await mkdtemp(join(tmpdir(), 'memory-gateway-plant-'));
  await cp(await migratedTemplate(), join(folder, 'data'), { recursive: true });
  const config = loadConfig({
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    LOG_LEVEL: 'silent',
    EMBEDDER: 'none',
    API_PORT: '0',
    DASHBOARD_PORT: '0',
    OUTBOUND_ALLOW: 'loopback',
  });
  app = await createApp({ ...config, database: { kind: 'embedded', dataDir: join(folder, 'data') } });
});
afterAll(async () => {
  await app?.close();
  if (isEmbedded) await rm(folder, { recursive: true, force: true });
});

/** Returns the files of the data directory that hold an ID or a text of the subject. */
async function filesWithSubject(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (texts.some((text) => content.includes(text))) found.push(file);
  }
  return found;
}

it.runIf(isEmbedded)(
  'after eraseSubject and `vacuum`, no file of the data directory holds an ID or a text of the subject, beside the two columns that docs/privacy.md names',
  { timeout: 240_000 },
  async () => {
    if (!app) throw new Error('The product is not running.');
    const { apiUrl } = await app.listen();
    const { apiKey: key, projectId } = await bootstrap(app.services);
    if (projectId === null) throw new Error('There is no default project.');
    const planted = await plantSubject({ app, apiUrl, key, projectId }, tag);
    const { user, agent, app: appName, run } = planted;
    expect(await filesWithSubject()).not.toEqual([]);
    for (const [type, name] of Object.entries({ USER: user, AGENT: agent, APP: appName, RUN: run })) {
      const query = `mutation { eraseSubject(input: { type: ${type}, name: ${JSON.stringify(name)} }) { __typename } }`;
      const headers = { authorization: `Token ${key}` };
      const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } });
      expect(answer.json()).toEqual({ data: { eraseSubject: { __typename: 'EraseSubjectPayload' } } });
    }
    await idle(app.services);
    await settled(app.services.database);
    await planted.close();

    // What ends with its retention, as docs/privacy.md says.
    await app.services.database.query('DELETE FROM request_logs');
    await app.services.database.query("UPDATE search_hits SET queries = '[]'");
    expect(await columnsWith(app.services.database, texts)).toEqual([]);
    await vacuumDatabase(app.services);
    expect(await filesWithSubject()).toEqual([]);
  },
);
