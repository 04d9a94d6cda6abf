// Writes client/generated/lists.ts from the lists of the server. Replaces the file only on success.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';

const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
const printed = spawnSync(process.execPath, [tsx, 'scripts/lib/print-lists.ts'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (printed.status === 0 && printed.stdout.includes('export const roles')) {
  writeFileSync(join(root, 'client/generated/lists.ts'), printed.stdout);
} else {
  process.stderr.write('The lists could not be printed; client/generated/lists.ts is unchanged.\n');
  process.exitCode = 1;
}
