import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareMigrations } from '../../scripts/lock-migrations.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-checksums-'));
  await cp('prisma/migrations', folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function add(name: string): Promise<void> {
  await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, name, 'migration.sql'), 'SELECT 1;\n');
}

describe('the checksums of migrations', () => {
  it('are recorded for every migration, and none has changed (npm run migrations:lock)', () => {
    expect(compareMigrations()).toMatchObject({ added: [], problems: [] });
  });

  it('refuse an edited migration', async () => {
    await appendFile(path.join(folder, '0001_initial', 'migration.sql'), '-- one more line\n');
    expect(compareMigrations(folder).problems).toEqual([
      '0001_initial/migration.sql was edited. Restore it and add a new migration; if it was never merged, delete its line.',
    ]);
  });

  it('refuse a migration that was removed', async () => {
    await rm(path.join(folder, '0001_initial'), { recursive: true });
    expect(compareMigrations(folder).problems).toEqual([
      '0001_initial/migration.sql is gone. Restore it: databases have applied it.',
    ]);
  });

  it('refuse a migration before a recorded one, and take one after', async () => {
    await add('0000_early');
    await add('9000_late');
    const { added, problems } = compareMigrations(folder);
    expect(problems).toEqual([expect.stringMatching(/^0000_early\/migration.sql comes before .* later number/)]);
    expect(added.at(-1)).toMatch(/^[0-9a-f]{64} {2}9000_late\/migration.sql$/);
  });
});
