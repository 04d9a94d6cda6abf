// Writes schema.graphql from the sources. Replaces the file only on success.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureGenerated, root } from './build.mjs';

await ensureGenerated();
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
const printed = spawnSync(process.execPath, [tsx, 'src/main.ts', 'schema', 'print'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (printed.status === 0 && printed.stdout.includes('type Query')) {
  writeFileSync(join(root, 'schema.graphql'), `${printed.stdout.trimEnd()}\n`);
} else {
  process.stderr.write('The schema could not be printed; schema.graphql is unchanged.\n');
  process.exitCode = 1;
}
