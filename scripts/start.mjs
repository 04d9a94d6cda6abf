// Runs a command of memory-gateway from a checkout: builds what is missing, then runs the command in this process.
//
//   node scripts/start.mjs                     serve; on a fresh checkout, first writes a .env with a random JWT_SECRET
//   node scripts/start.mjs COMMAND [ARGS]      any command, see `node scripts/start.mjs help`
//   node scripts/start.mjs dev [ARGS]          serves from the sources and restarts after each change
//
// Prints to stderr only. stdout belongs to the command.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureGenerated, root } from './build.mjs';

// Runs in this process, so that signals, exit code and the lock on the data folder belong to one process id.
async function become(entry, args) {
  process.argv.splice(1, process.argv.length, entry, ...args);
  await import(pathToFileURL(entry).href);
}

function watch(args) {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const child = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'src/main.ts', ...args], {
    stdio: 'inherit',
  });
  // The terminal also sends Ctrl-C to the child. A SIGTERM reaches only this process.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

const [command, ...args] = process.argv.slice(2);
process.chdir(root);

try {
  if (command === 'dev') {
    await ensureGenerated();
    watch(args);
  } else {
    await ensureBuilt();
    await become(join(root, 'dist/src/main.js'), process.argv.slice(2));
  }
} catch (error) {
  process.stderr.write(`${error.stack ?? error}\n`);
  process.exitCode = 1;
}
