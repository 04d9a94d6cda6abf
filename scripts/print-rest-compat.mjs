// Writes the table of operations, with the tests that show them, between the markers of docs/rest-compat.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';

const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
const printed = spawnSync(process.execPath, [tsx, 'scripts/lib/print-rest-compat.ts'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const file = join(root, 'docs/rest-compat.md');
const [begin, end] = ['<!-- table: begin -->', '<!-- table: end -->'];
const text = readFileSync(file, 'utf8');
if (printed.status === 0 && printed.stdout.startsWith('|') && text.includes(begin) && text.includes(end)) {
  writeFileSync(file, `${text.slice(0, text.indexOf(begin))}${begin}\n${printed.stdout}\n${text.slice(text.indexOf(end))}`);
} else {
  process.stderr.write('The table could not be printed; docs/rest-compat.md is unchanged.\n');
  process.exitCode = 1;
}
