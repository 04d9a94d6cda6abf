// Packs the server, the client, the adapters, the importers, the MCP program and ONNX Runtime as npm tarballs, and prints their paths.
//
//   node scripts/pack.mjs [FOLDER]     into FOLDER (default: the working directory)
//   REPOSITORY_URL=https://…           writes repository, homepage and bugs, and makes relative links absolute
//   RUNTIME_PLATFORMS=linux/x64,…      ONNX Runtime for these platforms (default: this one; `all`; empty for none)
//
// The server's tarball contains its dependencies (bundleDependencies) without files that no server reads: source maps,
// types, engines of other databases. The installation is half the size of a normal one and resolves and compiles
// nothing.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { adapters, buildAdapter } from '../adapters/build.mjs';
import { ensureBuilt, listPackages, root } from './build.mjs';
import { buildSite } from '../site/build.mjs';
import { locked, platforms, unpackRuntime } from './native-runtime/install.mjs';
import { stagePublicPackages } from './pack/public-packages.mjs';
import { addRepository } from './pack/repository.mjs';

const stage = join(root, '.build', 'package');
const readManifest = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
/** Workspace packages are a part of the build: what they depend on, the server depends on. */
const isOwn = (name) => listPackages().has(name);
const ownFolder = (name) => dirname(dirname(listPackages().get(name)));

/** Returns where Node finds a package from a folder, or null if it is not installed. */
function findPackage(name, from) {
  if (isOwn(name)) return ownFolder(name);
  const candidate = join(from, 'node_modules', name);
  if (existsSync(join(root, candidate, 'package.json'))) return candidate;
  return from === '' || from === '.' ? null : findPackage(name, dirname(from));
}

/** Returns the folders of all production packages, relative to the root. */
function productionPackages() {
  const seen = new Set();
  const follow = (folder) => {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = readManifest(folder);
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys(dependencies), ...peers]) {
      const found = findPackage(name, folder);
      if (found === null || seen.has(found) || name.startsWith('@types/')) continue;
      seen.add(found);
      follow(found);
    }
  };
  follow('');
  return [...seen].filter((folder) => folder.startsWith('node_modules/'));
}

/** Files that no server reads, by path below node_modules. Licenses are always included. */
const unneeded = [
  /\.(map|d\.ts|d\.mts|d\.cts|tsbuildinfo|flow)$/,
  /\.(ts|mts|cts)$/,
  /(^|\/)(test|tests|__tests__|example|examples|docs|\.github)\//,
  /\.(md|markdown)$/i,
  /(^|\/)(benchmarks?|bench|\.claude)\//,
  // Packages with each file as a module of ECMAScript and of CommonJS, of which the server loads one.
  /^(@envelop\/[^/]+|@graphql-tools\/[^/]+|@whatwg-node\/server|graphql-scalars|graphql-yoga)\/cjs\//,
  /^@pothos\/[^/]+\/lib\//,
  /^@modelcontextprotocol\/server\/dist\/.*\.cjs$/,
  /^zod\/.*\.cjs$/,
  /^graphql\/.*\.mjs$/,
  /^@whatwg-node\/node-fetch\/esm\//,
  // The AI SDK has five copies for downloads of attachments, which the server downloads itself.
  /\/node_modules\/undici\/(?!package\.json$)/,
  // Prisma contains engines for six databases, each twice and in four formats.
  /@prisma\/client\/runtime\/query_compiler_fast_/,
  /@prisma\/client\/runtime\/query_compiler_small_bg\.(?!postgresql)/,
  /@prisma\/client\/runtime\/query_compiler_small_bg\.postgresql\.(wasm-base64\.)?js$/,
  /@prisma\/client\/runtime\/(index-browser|edge|react-native|wasm)/,
  // The build has its files.
  /@graphql-yoga\/render-graphiql\/(cjs|esm)\//,
  /@electric-sql\/pglite[^/]*\/dist\/.*\.cjs$/,
  /@electric-sql\/pglite\/dist\/(?!vector|btree_gin|pglite|initdb|index|fs|contrib|chunk|worker|pg_trgm|nodefs|opfs|live|tempdb|utils|templating)[\w-]+\.tar\.gz$/,
];
const isLicence = (path) => /(^|\/)(licen[cs]e|notice|copying)[^/]*$/i.test(path);
const isNeeded = (path) => isLicence(path) || !unneeded.some((pattern) => pattern.test(path));

function copyPackages() {
  for (const folder of productionPackages()) {
    cpSync(join(root, folder), join(stage, folder), {
      recursive: true,
      dereference: true,
      filter: (source) => {
        const path = relative(join(root, folder), source);
        // Nested packages are copied separately, if the server uses them.
        if (path === 'node_modules' || path.startsWith('node_modules/')) return false;
        return statSync(source).isDirectory() || isNeeded(relative(join(root, 'node_modules'), source));
      },
    });
  }
}

function allDependencies(manifest) {
  const all = Object.entries(manifest.dependencies).flatMap(([name, version]) =>
    isOwn(name) ? Object.entries(readManifest(ownFolder(name)).dependencies ?? {}) : [[name, version]],
  );
  return Object.fromEntries(all.filter(([name]) => !isOwn(name)).sort());
}

function copyOwnFiles() {
  const manifest = readManifest('');
  const { name, version, description, keywords, license, type, engines, bin } = manifest;
  const dependencies = allDependencies(manifest);
  const packed = { name, version, description, keywords, license, type, engines, bin, dependencies };
  const bundleDependencies = Object.keys(dependencies);
  writeFileSync(
    join(stage, 'package.json'),
    `${JSON.stringify({ ...packed, files: ['dist', ...manifest.files], bundleDependencies }, null, 2)}\n`,
  );
  for (const file of ['LICENSE', 'README.md', ...manifest.files].filter((name) => existsSync(join(root, name))))
    cpSync(join(root, file), join(stage, file), {
      recursive: true,
      filter: (source) => !/\.(map|d\.ts)$/.test(source),
    });
}

/** Adds the documentation that the server shows at /docs/guide. */
function copyGuide() {
  cpSync(buildSite(), join(stage, 'dist/guide'), { recursive: true });
}

/** Copies the published files of a package that was built in its folder. @returns the copy */
function copyBuilt(folder) {
  const copy = join(root, '.build', 'packages', folder);
  const manifest = { ...readManifest(folder), scripts: undefined };
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(copy, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of ['dist', 'README.md']) cpSync(join(root, folder, name), join(copy, name), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(copy, 'LICENSE'));
  return copy;
}

/** Packs folders, with one start of npm. @returns paths of the tarballs */
function pack(folders, destination) {
  if (folders.length === 0) return [];
  const args = ['pack', ...folders, '--json', '--ignore-scripts', '--pack-destination', destination];
  const packed = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }));
  return packed.map(({ filename }) => join(destination, filename));
}

/** Packs ONNX Runtime for each platform: the server loads the package if it is installed. @returns paths of the tarballs */
async function packRuntimes(destination) {
  const given = process.env.RUNTIME_PLATFORMS ?? `${process.platform}/${process.arch}`;
  const wanted = given === 'all' ? platforms : given.split(',').filter((platform) => platforms.includes(platform));
  const work = join(root, '.build', 'runtimes');
  rmSync(work, { recursive: true, force: true });
  if (wanted.length === 0) return [];
  mkdirSync(work, { recursive: true });
  await unpackRuntime(work, wanted, join(root, 'node_modules'));
  const folders = wanted.map((platform) => toRuntimePackage(join(work, platform), platform));
  const tarballs = pack(folders, destination);
  rmSync(work, { recursive: true, force: true });
  return tarballs;
}

/** Adds a manifest to unpacked libraries. The two packages are bundled, so npm neither downloads them nor runs their scripts. */
function toRuntimePackage(folder, platform) {
  const [os, cpu] = platform.split('/');
  const names = ['onnxruntime-common', 'onnxruntime-node'];
  mkdirSync(join(folder, 'node_modules'));
  for (const name of names) renameSync(join(folder, name), join(folder, 'node_modules', name));
  const manifest = {
    name: `@memory-gateway/onnxruntime-${os}-${cpu}`,
    version: locked('onnxruntime-node').version,
    description: `ONNX Runtime for ${os} on ${cpu}, which memory-gateway embeds texts with.`,
    license: 'MIT',
    os: [os],
    cpu: [cpu],
    ...(os === 'linux' && { libc: ['glibc'] }),
    main: 'index.cjs',
    files: ['index.cjs'],
    dependencies: Object.fromEntries(names.map((name) => [name, locked(name).version])),
    bundleDependencies: names,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'index.cjs'), "module.exports = require('onnxruntime-node');\n");
  // The install script of the package downloads libraries of graphics processors.
  const bundled = join(folder, 'node_modules/onnxruntime-node/package.json');
  const { name, version, license, main } = JSON.parse(readFileSync(bundled, 'utf8'));
  writeFileSync(bundled, `${JSON.stringify({ name, version, license, main }, null, 2)}\n`);
  return folder;
}

await ensureBuilt();
const destination = resolve(process.argv[2] ?? '.');
mkdirSync(destination, { recursive: true });
rmSync(stage, { recursive: true, force: true });
mkdirSync(stage, { recursive: true });
copyOwnFiles();
copyGuide();
copyPackages();
execFileSync(process.execPath, [join(root, 'client/build.mjs')], { stdio: ['ignore', 2, 2] });
for (const name of adapters) await buildAdapter(name);
const staged = [
  { folder: stage, path: '' },
  ...['client', ...adapters.map((name) => `adapters/${name}`)].map((path) => ({ folder: copyBuilt(path), path })),
  ...(await stagePublicPackages(join(root, '.build', 'packages', 'packages'))),
];
for (const { folder, path } of staged) addRepository(folder, { url: process.env.REPOSITORY_URL, path });
const folders = staged.map(({ folder }) => folder);
const tarballs = pack(folders, destination);
rmSync(join(root, '.build', 'packages'), { recursive: true, force: true });
process.stdout.write(`${[...tarballs, ...(await packRuntimes(destination))].join('\n')}\n`);
rmSync(stage, { recursive: true, force: true });
