// Makes a release: version, changelog, image tag, documents, packages and a tag in git, and checks that they agree.
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
const isOwn = (name) => name.startsWith('@memory-gateway/');
const readJson = (folder, file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** Folders of packages that are published. */
const published = (folder) => ['.', 'client', 'packages/importers', 'packages/mcp', ...packagesIn(folder, 'adapters')];

const packagesIn = (folder, parent) =>
  readdirSync(join(folder, parent))
    .map((name) => `${parent}/${name}`)
    .filter((path) => existsSync(join(folder, path, 'package.json')));

/** Folders of packages in package-lock.json: '' is the product. */
const locked = (folder) => ['', 'client', ...packagesIn(folder, 'packages')];

/** Files that state the version, each with a pattern whose first group is the version. */
function listPlaces(folder) {
  const manifests = [...locked(folder), ...packagesIn(folder, 'adapters')].map((path) => join(path, 'package.json'));
  const pages = git(folder, 'ls-files', '*.md')
    .split('\n')
    .filter((file) => file !== 'CHANGELOG.md');
  return [
    ...manifests.map((file) => [file, /"(?:version|@memory-gateway\/[a-z-]+)": "([^"]+)"/g]),
    ['plugins/coding-agents/.claude-plugin/plugin.json', /"version": "([^"]+)"/g],
    ['compose.yaml', /memory-gateway:(\d+\.\d+\.\d+)/g],
    ...pages.map((file) => [file, /memory-gateway-[a-z-]+-(\d+\.\d+\.\d+)\.tgz/g]),
  ];
}

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

function setVersions(folder, version) {
  for (const [file, pattern] of listPlaces(folder)) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(pattern, (whole, found) => whole.replace(found, version));
    if (changed !== text) writeFileSync(path, changed);
  }
  const lock = readJson(folder, 'package-lock.json');
  lock.version = version;
  for (const path of locked(folder)) {
    lock.packages[path].version = version;
    const { dependencies = {} } = lock.packages[path];
    for (const name of Object.keys(dependencies)) if (isOwn(name)) dependencies[name] = version;
  }
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  const changelog = join(folder, 'CHANGELOG.md');
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(changelog, releaseChangelog(readFileSync(changelog, 'utf8'), version, date));
}

/** Lists where a checkout does not have the version. */
export function findDisagreements(folder, version) {
  const found = listPlaces(folder).flatMap(([file, pattern]) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)]
      .filter(([, stated]) => stated !== version)
      .map(([whole]) => `${file} has ${whole}.`),
  );
  const lock = readJson(folder, 'package-lock.json');
  for (const path of locked(folder)) {
    const { version: stated, dependencies = {} } = lock.packages[path];
    const others = Object.entries(dependencies).filter(([name, each]) => isOwn(name) && each !== version);
    if (stated !== version || others.length > 0)
      found.push(`package-lock.json has another version of ${path === '' ? 'the product' : path}.`);
  }
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
    for (const name of published(folder).map((path) => readJson(folder, join(path, 'package.json')).name)) {
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
  setVersions(folder, version);
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
