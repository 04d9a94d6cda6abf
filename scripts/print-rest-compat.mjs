// Writes the tables of documented operations, with the tests that cover them, between the markers of their pages.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';

const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
const [begin, end] = ['<!-- table: begin -->', '<!-- table: end -->'];

const printed = spawnSync(process.execPath, [tsx, 'scripts/lib/print-rest-compat.ts'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
const tables = printed.status === 0 ? Object.entries(JSON.parse(printed.stdout)) : [];
if (tables.length === 0) fail('The tables could not be printed; no page was changed.');
for (const [page, table] of tables) {
  const file = join(root, page);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(begin) || !text.includes(end)) fail(`${page} has no place for its table; it is unchanged.`);
  else writeFileSync(file, `${text.slice(0, text.indexOf(begin))}${begin}\n${table}\n${text.slice(text.indexOf(end))}`);
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
