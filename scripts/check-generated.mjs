// Regenerates everything that is committed although generated, and fails when a file changed by that. The new state stays.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, root } from './build.mjs';

const generated = [
  'schema.graphql',
  'client/generated',
  'openapi.json',
  'docs/evidence/hosted-api.md',
  'docs/evidence/self-hosted-api.md',
];
const contents = () =>
  new Map(generated.flatMap(filesUnder).map((file) => [file, readFileSync(join(root, file), 'utf8')]));

const before = contents();
for (const script of ['schema:print', 'codegen', 'lists:print', 'openapi:print', 'rest-compat:print']) {
  const run = spawnSync('npm', ['run', '--silent', script], { cwd: root, stdio: ['ignore', 2, 2] });
  if (run.status !== 0) {
    process.stderr.write(`npm run ${script} failed.\n`);
    process.exit(1);
  }
}
const after = contents();
const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
  (file) => before.get(file) !== after.get(file),
);
for (const file of changed) process.stderr.write(`${file} was not up to date. It is now: commit it.\n`);
process.exitCode = changed.length > 0 ? 1 : 0;
