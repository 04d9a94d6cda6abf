// Compares schema.graphql with that of the newest version tag. Fails for a breaking change that the newest two sections
// of CHANGELOG.md do not mention as the type or `Type.field`. Before the first release there is no tag, and every
// change passes.
import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

function git(...args) {
  const result = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return result.status === 0 ? result.stdout : '';
}

function main() {
  const now = readFileSync(join(root, 'schema.graphql'), 'utf8');
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*').trim();
  const before = tag === '' ? '' : git('show', `${tag}:schema.graphql`);
  const unnamed = before === '' ? [] : unnamedBreakingChanges({ before, now, changelog });
  for (const description of unnamed)
    process.stderr.write(`Breaking change that CHANGELOG.md does not name: ${description}\n`);
  process.exitCode = unnamed.length > 0 ? 1 : 0;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main();
