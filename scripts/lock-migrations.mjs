// Writes the checksum of each new migration to prisma/migrations/checksums.txt, in the format of sha256sum.
//
//   npm run migrations:lock              add the new migrations
//   npm run migrations:lock -- --check   only compare
//
// A line never changes once it is merged: databases remember the checksum of what they applied.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';

const folder = join(root, 'prisma/migrations');
const list = join(folder, 'checksums.txt');

/** Compares the migrations with their recorded checksums. @returns new lines, and what is wrong, by migration */
export function compareMigrations(directory = folder) {
  const file = join(directory, 'checksums.txt');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const recorded = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const present = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${name}/migration.sql`)
    .sort();
  const problems = [...recorded.keys()]
    .filter((name) => !present.includes(name))
    .map((name) => `${name} is gone. Restore it: databases have applied it.`);
  const added = [];
  for (const name of present) {
    const checksum = createHash('sha256')
      .update(readFileSync(join(directory, name)))
      .digest('hex');
    const known = recorded.get(name);
    if (known === undefined) added.push(`${checksum}  ${name}`);
    else if (known !== checksum)
      problems.push(`${name} was edited. Restore it and add a new migration; if it was never merged, delete its line.`);
  }
  const last = [...recorded.keys()].at(-1) ?? '';
  for (const line of added)
    if (line.slice(66) < last) problems.push(`${line.slice(66)} comes before ${last}. Give it a later number.`);
  return { added, problems, lines };
}

function main() {
  const { added, problems, lines } = compareMigrations();
  const isCheck = process.argv.includes('--check');
  if (isCheck) problems.push(...added.map((line) => `${line.slice(66)} has no checksum: run npm run migrations:lock.`));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) return 1;
  if (added.length > 0) writeFileSync(list, `${[...lines, ...added].join('\n')}\n`);
  for (const line of added) process.stdout.write(`${line}\n`);
  return 0;
}

if (process.argv[1] === import.meta.filename) process.exitCode = main();
