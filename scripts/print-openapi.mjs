// Writes openapi.json from the schemas of the REST routes. Replaces the file only on success.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureGenerated, root } from './build.mjs';

await ensureGenerated();
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
const printed = spawnSync(process.execPath, [tsx, 'scripts/lib/print-openapi.ts'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (printed.status === 0 && printed.stdout.includes('"openapi"')) {
  writeFileSync(join(root, 'openapi.json'), printed.stdout);
} else {
  process.stderr.write('The document could not be printed; openapi.json is unchanged.\n');
  process.exitCode = 1;
}
