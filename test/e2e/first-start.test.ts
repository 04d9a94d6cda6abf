import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const scripts = fileURLToPath(new URL('../../scripts', import.meta.url));

let checkout: string;

// A checkout of only the start scripts, with a fake server that reports its arguments.
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'memory-gateway-first-'));
  const needed = ['start.mjs', 'build.mjs', 'build-graphiql.mjs', 'native-runtime'];
  for (const name of needed) await cp(join(scripts, name), join(checkout, 'scripts', name), { recursive: true });
  await mkdir(join(checkout, 'dist/src'), { recursive: true });
  await writeFile(join(checkout, 'package.json'), '{"name":"checkout","version":"0.0.0","type":"module"}');
  await writeFile(
    join(checkout, 'dist/src/main.js'),
    'console.log(JSON.stringify({ secret: process.env.JWT_SECRET, args: process.argv.slice(2) }));',
  );
  const stamp = createHash('sha256')
    .update('package.json\0')
    .update(await readFile(join(checkout, 'package.json')));
  await writeFile(join(checkout, 'dist/.stamp'), stamp.digest('hex'));
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

async function start(args: string[] = [], env: Record<string, string> = {}) {
  const { stdout, stderr } = await run(process.execPath, [join(checkout, 'scripts/start.mjs'), ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  return { given: JSON.parse(stdout) as { secret?: string; args: string[] }, stderr };
}

const environment = () => readFile(join(checkout, '.env'), 'utf8').catch(() => null);

describe('the first start on a machine', () => {
  it('writes .env with a random JWT_SECRET for its owner alone, says so, and uses it from then on', async () => {
    const first = await start();
    expect(first.stderr).toBe(
      'Wrote .env with a random JWT_SECRET (mode 0600). Keep it: sessions are signed with it.\n',
    );
    expect(first.given).toEqual({ args: ['serve'], secret: expect.stringMatching(/^[\w-]{43}$/) as string });
    expect(await environment()).toMatch(new RegExp(`\nJWT_SECRET=${first.given.secret}\n$`));
    expect((await stat(join(checkout, '.env'))).mode & 0o777).toBe(0o600);
    const second = await start();
    expect([second.stderr, second.given]).toEqual(['', first.given]);
  });

  it('writes a different secret each time', async () => {
    const { given } = await start();
    await rm(join(checkout, '.env'));
    expect((await start()).given.secret).not.toBe(given.secret);
  });

  it('leaves alone what the operator has set: a .env of any content, a JWT_SECRET, AUTH_DISABLED', async () => {
    await start([], { JWT_SECRET: 'an operators own secret' });
    await start([], { AUTH_DISABLED: 'True' });
    expect(await environment()).toBe(null);
    await writeFile(join(checkout, '.env'), 'LOG_LEVEL=warn\n');
    await chmod(join(checkout, '.env'), 0o640);
    expect((await start()).given.secret).toBe(undefined);
    expect(await environment()).toBe('LOG_LEVEL=warn\n');
  });

  it('is a matter of serving: other commands write nothing and get their arguments', async () => {
    expect((await start(['bootstrap', '--json'])).given.args).toEqual(['bootstrap', '--json']);
    expect(await environment()).toBe(null);
  });
});
