// The tests that docs/security.md names for hostile input or for faults.
//
//   npm run test:hostile [-- --postgres]
//   npm run test:faults [-- --postgres]
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const [kind, ...rest] = process.argv.slice(2);
const headings = { hostile: 'Hostile input', faults: 'Faults' };
if (!(kind in headings)) throw new Error(`Say which: ${Object.keys(headings).join(' or ')}.`);

const sections = readFileSync('docs/security.md', 'utf8').split(/^## /m);
const section = sections.find((text) => text.startsWith(headings[kind])) ?? '';
// A file of several test files names their folder.
const files = [...section.matchAll(/\]\(\.\.\/((?:packages\/[\w-]+\/)?test\/[\w/.-]+)\)/g)].map(([, file]) =>
  file.endsWith('.test.ts') ? file : dirname(file),
);
const run = spawnSync(process.execPath, ['scripts/test.mjs', ...new Set(files), ...rest], { stdio: 'inherit' });
process.exitCode = run.status ?? 1;
