// Makes a release: version, changelog, image tag, packages and a tag in git, and checks that they agree.
//
//   npm run release -- 0.2.0 --dry-run   in a copy of the last commit; nothing here changes
//   npm run release -- 0.2.0             changes this checkout, commits and tags; publishes nothing
//
// Without a version, the next minor one is meant. Afterwards make the upgrade fixture of the version: test/upgrade/make-fixture.ts.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';

const git = (folder, ...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const readJson = (folder, file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** Folders of packages that have the version of the product. */
export const packages = (folder) => [
  '.',
  'client',
  'packages/importers',
  'packages/mcp',
  ...readdirSync(join(folder, 'adapters'))
    .map((name) => join('adapters', name))
    .filter((path) => existsSync(join(folder, path, 'package.json'))),
];

/** Returns the next version: the given one, or the next minor version. @throws Error if it is none, or not a later one */
export function nextVersion(current, given) {
  const [major, minor] = current.split('.').map(Number);
  const next = given ?? `${major}.${minor + 1}.0`;
  if (!/^\d+\.\d+\.\d+$/.test(next)) throw new Error(`"${next}" must be a version such as 0.2.0.`);
  if (next.localeCompare(current, undefined, { numeric: true }) <= 0)
    throw new Error(`${next} must come after ${current}.`);
  return next;
}

/** Turns the section "Unreleased" into that of a version. @throws Error if it is empty */
export function releaseChangelog(text, version, date) {
  const [, body = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text) ?? [];
  if (!/^- /m.test(body)) throw new Error('CHANGELOG.md has nothing under "Unreleased".');
  return text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`);
}

function setVersions(folder, current, version) {
  for (const path of packages(folder)) {
    const file = join(folder, path, 'package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(`"version": "${current}"`, `"version": "${version}"`));
  }
  const lock = readJson(folder, 'package-lock.json');
  for (const entry of [lock, ...packages(folder).map((path) => lock.packages[path === '.' ? '' : path])])
    if (entry?.version === current) entry.version = version;
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  const compose = join(folder, 'compose.yaml');
  writeFileSync(
    compose,
    readFileSync(compose, 'utf8').replace(`memory-gateway:${current}`, `memory-gateway:${version}`),
  );
  const changelog = join(folder, 'CHANGELOG.md');
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(changelog, releaseChangelog(readFileSync(changelog, 'utf8'), version, date));
}

/** Lists where a checkout does not have the version. */
export function findDisagreements(folder, version) {
  const found = packages(folder)
    .filter((path) => readJson(folder, join(path, 'package.json')).version !== version)
    .map((path) => `${join(path, 'package.json')} has another version.`);
  if (readJson(folder, 'package-lock.json').packages[''].version !== version)
    found.push('package-lock.json has another version.');
  if (!readFileSync(join(folder, 'compose.yaml'), 'utf8').includes(`memory-gateway:${version}\n`))
    found.push('compose.yaml has another image tag.');
  if (!readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version} (`))
    found.push('CHANGELOG.md has no section of the version.');
  return found;
}

/** Builds and packs a checkout. @throws Error if the packages are not of the version */
function packAll(folder, version) {
  const destination = mkdtempSync(join(tmpdir(), 'memory-gateway-release-'));
  try {
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: ['ignore', 2, 2] });
    execFileSync(process.execPath, ['scripts/pack.mjs', destination], { cwd: folder, stdio: ['ignore', 2, 2] });
    const made = readdirSync(destination);
    for (const name of packages(folder).map((path) => readJson(folder, join(path, 'package.json')).name)) {
      const file = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
      if (!made.includes(file)) throw new Error(`${file} was not packed, but ${made.join(', ')}.`);
    }
    const program = execFileSync(process.execPath, ['dist/src/main.js', '--version'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (program.trim() !== version) throw new Error(`The program says that it is ${program.trim()}.`);
  } finally {
    rmSync(destination, { recursive: true, force: true });
  }
}

function release(folder, version) {
  const current = readJson(folder, 'package.json').version;
  setVersions(folder, current, version);
  const problems = findDisagreements(folder, version);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  for (const [script, ...args] of [
    ['lock-migrations.mjs', '--check'],
    ['check-breaking.mjs'],
    ['check-containers.mjs'],
  ])
    execFileSync(process.execPath, [join('scripts', script), ...args], { cwd: folder, stdio: ['ignore', 2, 2] });
  packAll(folder, version);
}

function main(args) {
  const isDry = args.includes('--dry-run');
  const current = readJson(root, 'package.json').version;
  const version = nextVersion(
    current,
    args.find((each) => !each.startsWith('--')),
  );
  if (!isDry && git(root, 'status', '--porcelain') !== '')
    throw new Error('The checkout has changes. Commit them first.');
  if (git(root, 'tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} exists.`);
  if (!isDry) {
    release(root, version);
    git(root, 'commit', '-qam', `Version ${version}`);
    git(root, 'tag', '-a', `v${version}`, '-m', `Version ${version}`);
    return process.stdout.write(
      `Version ${version} is committed and tagged. Push it, and publish the packages of \`npm run pack:all\`.\n`,
    );
  }
  const copy = mkdtempSync(join(tmpdir(), 'memory-gateway-dry-run-'));
  try {
    git(root, 'worktree', 'add', '--quiet', '--detach', copy);
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    release(copy, version);
    return process.stdout.write(
      `${git(copy, 'diff', '--stat')}\nVersion ${version} can be released: everything agrees.\n`,
    );
  } finally {
    git(root, 'worktree', 'remove', '--force', copy);
    rmSync(copy, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
