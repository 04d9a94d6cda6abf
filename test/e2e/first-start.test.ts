import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtProgram } from '../helpers/built-program.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-gateway-first-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

// The data directory lies below a file, so that the start ends once its environment is complete.
async function start(args: string[] = [], env: Record<string, string> = {}): Promise<string> {
  const given = { cwd: folder, env: { PATH: process.env.PATH, DATA_DIR: '/dev/null/data', ...env } };
  const program = await builtProgram();
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], given, (_error, _stdout, stderr) => resolve(stderr));
  });
}

const environment = () => readFile(join(folder, '.env'), 'utf8').catch(() => null);
const refused = 'DATA_DIR: /dev/null/data is a file or lies below one';

describe('the first start on a machine', { timeout: 240_000 }, () => {
  it('writes .env with a random JWT_SECRET for its owner alone, says so, and uses it from then on', async () => {
    const [wrote, ended] = (await start()).split('\n');
    expect(wrote).toBe('Wrote .env with a random JWT_SECRET (mode 0600). Keep it: sessions are signed with it.');
    expect(ended).toContain(refused);
    const written = await environment();
    expect(written).toMatch(/\nJWT_SECRET=[\w-]{43}\n$/);
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
    expect(await start(['--port', '9000'])).toMatch(new RegExp(`^${refused}`));
    expect(await environment()).toBe(written);
    await rm(join(folder, '.env'));
    await start(['--port', '9000']);
    expect(await environment()).not.toBe(written);
  });

  it('leaves alone what the operator has set: a .env of any content, a JWT_SECRET, AUTH_DISABLED', async () => {
    await start([], { JWT_SECRET: 'an operators own secret' });
    await start([], { AUTH_DISABLED: 'True' });
    expect(await environment()).toBe(null);
    await writeFile(join(folder, '.env'), 'LOG_LEVEL=warn\n');
    await chmod(join(folder, '.env'), 0o640);
    expect(await start()).toContain('JWT_SECRET is required');
    expect(await environment()).toBe('LOG_LEVEL=warn\n');
  });

  it('is a start without the word serve: other commands write nothing', async () => {
    await start(['serve']);
    await start(['bootstrap', '--json']);
    expect(await environment()).toBe(null);
  });
});

describe('the start script of a checkout', () => {
  const scripts = fileURLToPath(new URL('../../scripts', import.meta.url));

  it.each(['', '--port 9000', 'bootstrap --json'])('runs the program with its arguments: %s', async (line) => {
    const args = line.split(' ').filter(Boolean);
    // A checkout of only the start scripts, with a program that prints its arguments.
    const needed = ['start.mjs', 'build.mjs', 'build-graphiql.mjs', 'native-runtime'];
    for (const name of needed) await cp(join(scripts, name), join(folder, 'scripts', name), { recursive: true });
    await mkdir(join(folder, 'dist/src'), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"name":"checkout","version":"0.0.0","type":"module"}');
    await writeFile(join(folder, 'dist/src/main.js'), 'console.log(JSON.stringify(process.argv.slice(2)));');
    const stamp = createHash('sha256')
      .update('package.json\0')
      .update(await readFile(join(folder, 'package.json')));
    await writeFile(join(folder, 'dist/.stamp'), stamp.digest('hex'));
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'scripts/start.mjs'), ...args]);
    expect(JSON.parse(stdout)).toEqual(args);
  });
});
