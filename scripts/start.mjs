// Runs a command of memory-gateway from a checkout: builds what is missing, loads .env, then runs the command in this
// process.
//
//   node scripts/start.mjs                     serve; on a fresh checkout, first writes a .env with a random JWT_SECRET
//   node scripts/start.mjs COMMAND [ARGS]      any command, see `node scripts/start.mjs help`
//   node scripts/start.mjs dev [ARGS]          serves from the sources and restarts after each change
//
// Prints to stderr only. stdout belongs to the command.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureGenerated, root } from './build.mjs';

function writeFirstEnvironment() {
  const authDisabled = /^(true|1|yes|on)$/i.test(process.env.AUTH_DISABLED?.trim() ?? '');
  if (existsSync('.env') || process.env.JWT_SECRET || authDisabled) return;
  const lines = [
    '# Written by the first start. .env.example lists every variable.',
    `JWT_SECRET=${randomBytes(32).toString('base64url')}`,
  ];
  writeFileSync('.env', `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  process.stderr.write('Wrote .env with a random JWT_SECRET (mode 0600). Keep it: sessions are signed with it.\n');
}

// Runs in this process, so that signals, exit code and the lock on the data folder belong to one process id.
async function become(entry, args) {
  process.argv.splice(1, process.argv.length, entry, ...args);
  await import(pathToFileURL(entry).href);
}

function watch(args) {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const child = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/main.ts', 'serve', ...args], {
    stdio: 'inherit',
  });
  // The terminal also sends Ctrl-C to the child. A SIGTERM reaches only this process.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

const [command, ...args] = process.argv.slice(2);
process.chdir(root);
if (command === undefined || command === 'dev' || command.startsWith('-')) writeFirstEnvironment();
if (existsSync('.env')) process.loadEnvFile('.env');

try {
  if (command === 'dev') {
    await ensureGenerated();
    watch(args);
  } else {
    await ensureBuilt();
    const given =
      command === undefined || command.startsWith('-') ? ['serve', ...process.argv.slice(2)] : [command, ...args];
    await become(join(root, 'dist/src/main.js'), given);
  }
} catch (error) {
  process.stderr.write(`${error.stack ?? error}\n`);
  process.exitCode = 1;
}
