import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalServer } from '../../scripts/lib/local-server.js';
import { root } from '../../scripts/build.mjs';
import { openEngine } from '../../packages/embedded-postgres/src/engine.js';
import { unpackDatabase } from '../../packages/embedded-postgres/src/packed-database.js';
import { builtProgram } from '../helpers/built-program.js';
import { builtPrograms } from '../setup/built-programs.js';

const run = promisify(execFile);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-new-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Returns the content of each file of a database besides what Postgres draws and when, and the names of the other files. */
async function readFiles(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries.map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name))).sort();
  const isAlike = (name: string) => name !== 'global/pg_control' && !name.startsWith('pg_wal/');
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const alike = files.filter((file) => isAlike(path.relative(directory, file)));
  const contents = await Promise.all(alike.map(async (file) => (await readFile(file)).toString('latin1')));
  return { names, contents: new Map(alike.map((file, at) => [path.relative(directory, file), contents[at]])) };
}

describe('the packed new database', { timeout: 120_000 }, () => {
  it('is the one that the installed engine creates, byte for byte', async () => {
    const [created, unpacked] = [path.join(folder, 'created'), path.join(folder, 'unpacked')];
    const engine = await openEngine(created);
    await engine.close();
    // After an update of PGlite, `npm run new-database` writes it.
    expect(unpackDatabase(unpacked)).toBe(true);
    const [expected, found] = [await readFiles(created), await readFiles(unpacked)];
    expect(found.names).toEqual(expected.names);
    const differing = [...expected.contents].filter(([name, content]) => found.contents.get(name) !== content);
    expect(differing.map(([name]) => name)).toEqual([]);
    expect(expected.contents.size).toBeGreaterThan(900);
  });
});

describe('a build', { timeout: 120_000 }, () => {
  const copy = path.join(root, builtPrograms(process.ppid), 'without-new-database');
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('creates a database if its new one is damaged', async () => {
    const dist = path.dirname(path.dirname(await builtProgram()));
    await cp(dist, copy, { recursive: true, filter: (file) => !file.includes('/dashboard/') });
    const place = path.join(copy, 'new-database');
    const file = path.join(place, (await readdir(place))[0] ?? '');
    const packed = await readFile(file);
    await writeFile(file, packed.subarray(0, packed.length / 2));
    const env = { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'data') };
    const { stderr } = await run(process.execPath, [path.join(copy, 'src/main.js'), 'migrate'], { cwd: folder, env });
    expect(stderr).toMatch(
      /pglite-.*\.br cannot be read, so the new database takes some seconds longer: The file is damaged\./,
    );
    expect(await readdir(env.DATA_DIR)).toEqual(['database']);
  });
});

describe('a first start that is killed', { timeout: 120_000 }, () => {
  it.each(['while the database is unpacked', 'while it is migrated'])(
    'is repeated by the next start: %s',
    async (moment) => {
      const server = await createLocalServer({ env: { EMBEDDER: 'none' } });
      const dataDir = server.environment.DATA_DIR ?? '';
      const list = (): Promise<string[]> => readdir(dataDir).catch(() => []);
      const isReached = async () => {
        const names = await list();
        return moment === 'while it is migrated'
          ? names.includes('database') && existsSync(path.join(dataDir, 'socket/.s.PGSQL.5432'))
          : names.some((name) => name.startsWith('database'));
      };
      try {
        const killed = server.start().catch((error: unknown) => error);
        await expect.poll(isReached, { interval: 2, timeout: 60_000 }).toBe(true);
        await server.kill();
        expect(await killed).toBeInstanceOf(Error);
        await server.start();
        expect((await list()).filter((name) => name.startsWith('database'))).toEqual(['database']);
        await server.bootstrap();
      } finally {
        await server.remove();
      }
    },
  );
});
