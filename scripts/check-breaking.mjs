// Compares schema.graphql with that of the newest version in test/upgrade/fixtures. Fails for a breaking change that the newest two sections
// of CHANGELOG.md do not mention as the type or `Type.field`.
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { buildSchema, findBreakingChanges } from 'graphql';
import { root } from './build.mjs';

const newestSections = (changelog) => changelog.split(/^## /m).slice(1, 3).join('\n');

/** Returns the descriptions of breaking changes between two printed schemas that the changelog does not mention. */
export function unnamedBreakingChanges({ before, now, changelog }) {
  const named = newestSections(changelog);
  return findBreakingChanges(buildSchema(before), buildSchema(now))
    .map((change) => change.description)
    .filter((description) => {
      // Descriptions contain the changed `Type`, `Type.field` or "Type.field(arg:)".
      const subjects =
        description.match(/[A-Za-z_]\w*\.[A-Za-z_]\w*/g) ?? description.match(/\b[A-Z]\w*/g)?.slice(0, 2) ?? [];
      return !subjects.some((subject) => new RegExp(`\\b${subject.replace('.', '\\.')}\\b`).test(named));
    });
}

function readNewestFixture() {
  const folder = join(root, 'test/upgrade/fixtures');
  const versions = readdirSync(folder).sort((left, right) => left.localeCompare(right, undefined, { numeric: true }));
  return gunzipSync(readFileSync(join(folder, versions.at(-1), 'schema.graphql.gz'))).toString('utf8');
}

function main() {
  const before = readNewestFixture();
  const now = readFileSync(join(root, 'schema.graphql'), 'utf8');
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const unnamed = unnamedBreakingChanges({ before, now, changelog });
  for (const description of unnamed)
    process.stderr.write(`Breaking change that CHANGELOG.md does not name: ${description}\n`);
  process.exitCode = unnamed.length > 0 ? 1 : 0;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main();
