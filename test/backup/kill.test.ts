import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listBackups, pruneBackups } from '../../src/resolvers/backup/backup-directory.js';
import { verifyBackup } from '../../src/resolvers/backup/restore-backup.js';
import { startChild } from '../helpers/child-program.js';
import { migratedTemplate } from '../setup/embedded.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-kill-'));
  await cp(await migratedTemplate(), path.join(folder, 'data'), { recursive: true });
  await mkdir(path.join(folder, 'backups'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('a killed backup leaves no file that looks complete', { timeout: 60_000 }, async () => {
  const directory = path.join(folder, 'backups');
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DATA_DIR: path.join(folder, 'data') };
  const child = await startChild(new URL('backup-child.ts', import.meta.url), [directory], env);
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  // Kills in the middle of the next backup, as soon as its unfinished file exists.
  for (;;) {
    const names = await readdir(directory);
    if (names.some((name) => name.endsWith('.partial'))) break;
  }
  child.kill('SIGKILL');
  await ended;
  const whole = await listBackups(directory, new Date());
  expect(whole.length).toBeGreaterThan(0);
  for (const name of whole) await expect(verifyBackup(path.join(directory, name))).resolves.toBeDefined();
  await pruneBackups(directory, { keep: 1, now: new Date() });
  expect(await readdir(directory)).toEqual(whole.slice(-1));
});
