import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openServices, type OpenServices } from '../../src/app/open-services.js';
import { createAuthenticator } from '../../src/auth/authenticate.js';
import { bootstrap } from '../../src/commands/bootstrap.js';
import { loadConfig } from '../../src/config.js';
import { adminKey, as } from '../helpers/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { migratedTemplate } from '../setup/embedded.js';

const start = (DATA_DIR: string): Promise<OpenServices> =>
  openServices(loadConfig({ DATA_DIR, JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', EMBEDDER: 'none' }), {
    log: pino({ level: 'silent' }),
  });

describe('a backup of the embedded database', () => {
  // Starts two databases, each of which takes seconds of CPU time.
  it('is a copy of the folder of a stopped server, and can replace it', { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-backup-'));
    const [data, copy] = [path.join(folder, 'data'), path.join(folder, 'copy')];
    await cp(await migratedTemplate(), data, { recursive: true });
    const before = await start(data);
    const { apiKey, projectId } = await bootstrap(before.services);
    const added = {
      projectId: projectId ?? '',
      userId: 'ada',
      infer: false,
      messages: [{ role: 'user', content: 'Kept in the backup' }],
    };
    await addMemories(as(before.services, adminKey), added);
    await before.close();

    await cp(data, copy, { recursive: true });
    await rm(data, { recursive: true });
    await rename(copy, data);
    const after = await start(data);
    const authenticator = createAuthenticator(after.services);
    const { caller } = await authenticator.authenticate({ apiKey });
    const { rows } = await listMemories(as(after.services, caller), { projectId: projectId ?? '' });
    expect(rows.map(({ text }) => text)).toEqual(['Kept in the backup']);
    await authenticator.close();
    await after.close();
    await rm(folder, { recursive: true });
  });
});
