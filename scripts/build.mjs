// Builds dist/ and the generated database client if they are missing or older than their sources.
//
//   node scripts/build.mjs               builds unless up to date
//   node scripts/build.mjs --generate    builds only the generated database client
//   node scripts/build.mjs --if-possible for `npm ci`: ignores missing sources and build tools, and installs ONNX Runtime
//
// Prints to stderr only, because commands with machine-readable stdout build on demand.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildGraphiql } from './build-graphiql.mjs';
import { installNativeRuntimeIfPossible } from './native-runtime/install.mjs';

/** Folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const schema = ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'];
const sources = [
  ...schema,
  'src',
  'rest-compat',
  'client',
  'packages',
  'dashboard',
  'prisma',
  'package.json',
  'tsconfig.json',
];
const generated = 'packages/database/src/generated/';
const generatedStamp = `${generated}.stamp`;
const distStamp = 'dist/.stamp';

/** Returns all files below a path, sorted: the path itself for a file, an empty list if it does not exist. */
export function filesUnder(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

// Compares contents, because a checkout or an image changes file times without changing the sources. The database client is
// not compared: it is made from the schema, at the same time as the rest.
function stampOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesUnder).filter((name) => !name.startsWith(generated))) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

const isCurrent = (stamp, value) => existsSync(join(root, stamp)) && readFileSync(join(root, stamp), 'utf8') === value;

function writeStamp(stamp, value) {
  mkdirSync(dirname(join(root, stamp)), { recursive: true });
  writeFileSync(join(root, stamp), value);
}

/** Runs the command line program of an installed package. Its stdout goes to our stderr. */
function runTool(packageName, bin, args) {
  const manifestPath = join(root, 'node_modules', packageName, 'package.json');
  const manifest = require(manifestPath);
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin];
  return new Promise((resolve, reject) => {
    // Programs may run others by name, such as Prisma its generators. npm adds this folder to the PATH; plain `node`
    // does not.
    // With another NODE_ENV, such as that of a test, Vite builds the pages with the checks of React.
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      // Prisma asks its vendor for a newer version otherwise.
      CHECKPOINT_DISABLE: '1',
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    };
    const child = spawn(process.execPath, [join(dirname(manifestPath), file), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 2, 2],
    });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${bin} ${args.join(' ')} failed.`))));
  });
}

const isInstalled = (packageName) => existsSync(join(root, 'node_modules', packageName, 'package.json'));

/** Generates the database client from prisma/schema.prisma unless it is up to date. */
export async function ensureGenerated() {
  if (!existsSync(join(root, 'prisma/schema.prisma')) || !isInstalled('prisma')) return;
  const value = stampOf(schema);
  if (isCurrent(generatedStamp, value)) return;
  process.stderr.write('Generating the database client.\n');
  await runTool('prisma', 'prisma', ['generate', '--no-hints']);
  writeStamp(generatedStamp, value);
}

/** Builds dist/ unless it is up to date, without checking types. @throws if a source cannot be parsed */
export async function ensureBuilt() {
  const value = stampOf(sources);
  if (isCurrent(distStamp, value)) return ensureGenerated();
  process.stderr.write('Building dist/.\n');
  // Built in a temporary folder and then moved: several processes may build at once, and a server that starts meanwhile
  // reads one whole build.
  const made = join('.build', String(process.pid));
  try {
    await compile(made);
    writeStamp(join(made, '.stamp'), value);
    putInPlace(made, value);
  } finally {
    rmSync(join(root, made), { recursive: true, force: true });
  }
}

let built;
/** Like `ensureBuilt`, once in a process: for tests and benches, during which no source changes. It reads every source. */
export const ensureBuiltOnce = () => (built ??= ensureBuilt());

async function compile(folder) {
  // The dashboard does not need the database client: the two take their time on two cores.
  await Promise.all([ensureGenerated().then(() => compileServer(folder, programs)), buildDashboard(folder)]);
  copyAssets(folder);
  chmodSync(join(root, folder, 'src/main.js'), 0o755);
}

/** Programs, and the files that they start as a thread or a process. */
const programs = [
  'src/main.ts',
  'packages/embedded-postgres/src/create-database-process.ts',
  'packages/embedded-postgres/src/database-worker.ts',
  'packages/local-embedder/src/embed-process.ts',
];

/**
 * Removes types and joins modules: a start reads dozens of files instead of 900. All files are in one folder, where programs
 * find each other; code that several of them load is in `chunk-*.js`. `npm run types` checks types: that takes longer than
 * everything else in `npm ci`.
 * @param entries TypeScript files
 */
async function compileServer(folder, entries) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    entryNames: '[name]',
    outdir: join(folder, 'src'),
    bundle: true,
    splitting: true,
    alias: packageAliases(),
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  });
}

/** Builds a program of the tests with the product's code in a build of its own, without pages. */
export async function buildWithProduct(folder, program) {
  await compileServer(folder, [...programs, program]);
  copyAssets(folder);
}

/** Returns the entries of the workspace packages: `@memory-gateway/x` to `packages/x/src/index.ts`. */
export function listPackages() {
  const folders = readdirSync(join(root, 'packages')).filter((name) =>
    existsSync(join(root, 'packages', name, 'package.json')),
  );
  const entries = folders.flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
    return Object.entries(exports).map(([path, file]) => [join(name, path), join('packages', folder, file)]);
  });
  return new Map(entries);
}

/** Returns the file of each workspace package for esbuild, so that a build needs no links. */
export const packageAliases = () =>
  Object.fromEntries([...listPackages()].map(([name, file]) => [name, join(root, file)]));

async function buildDashboard(folder) {
  if (!existsSync(join(root, 'dashboard'))) return;
  const files = join(root, folder, 'dashboard');
  await runTool('vite', 'vite', ['build', 'dashboard', '--logLevel', 'warn', '--emptyOutDir', '--outDir', files]);
  await Promise.all([compressDashboard(files), buildGraphiql(root, join(root, folder))]);
}

/** Writes each dashboard file compressed next to itself. The server sends these files to browsers that accept them. */
async function compressDashboard(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\.(js|css|html|svg)$/.test(name));
  const compress = async (file) => {
    const content = readFileSync(file);
    const [withBrotli, withGzip] = await Promise.all([
      compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      compressGzip(content, { level: 9 }),
    ]);
    writeFileSync(`${file}.br`, withBrotli);
    writeFileSync(`${file}.gz`, withGzip);
  };
  await Promise.all(names.map((name) => compress(join(folder, name))));
}

function putInPlace(made, value) {
  const former = join(root, `${made}-former`);
  try {
    if (isCurrent(distStamp, value)) return;
    if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), former);
    renameSync(join(root, made), join(root, 'dist'));
  } catch (error) {
    // Another process finished first, with the same result.
    if (!isCurrent(distStamp, value)) throw error;
  } finally {
    rmSync(former, { recursive: true, force: true });
  }
}

function copyAssets(folder) {
  // The packages find their prompts, word lists, readers and new database in the folder beside their code.
  cpSync(join(root, 'packages/models/prompts'), join(root, folder, 'prompts'), { recursive: true });
  cpSync(join(root, 'packages/local-embedder/words'), join(root, folder, 'words'), { recursive: true });
  cpSync(join(root, 'packages/local-embedder/readers'), join(root, folder, 'readers'), { recursive: true });
  const newDatabase = join(root, 'packages/embedded-postgres/new-database');
  cpSync(newDatabase, join(root, folder, 'new-database'), { recursive: true });
  cpSync(join(root, 'prisma/migrations'), join(root, folder, 'prisma/migrations'), { recursive: true });
  // Files of the page /docs. The rest of the package (source maps, other bundles) is 10 MB.
  for (const file of [
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'LICENSE',
    'NOTICE',
  ])
    cpSync(join(root, 'node_modules/swagger-ui-dist', file), join(root, folder, 'docs-page', file));
  const { name, version, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(root, folder, 'package.json'), `${JSON.stringify({ name, version, type })}\n`);
}

function isBuildable() {
  const missing = ['src/main.ts'].filter((file) => !existsSync(join(root, file)));
  if (!isInstalled('esbuild')) missing.push('esbuild');
  if (missing.length > 0) process.stderr.write(`Not building: no ${missing.join(', ')} here.\n`);
  return missing.length === 0;
}

async function main(options) {
  if (options.includes('--generate')) return ensureGenerated();
  if (!options.includes('--if-possible')) return ensureBuilt();
  await Promise.all([
    installNativeRuntimeIfPossible(join(root, 'node_modules')),
    isBuildable() ? ensureBuilt() : ensureGenerated(),
  ]);
}

const startedFile = process.argv[1] ? realpathSync(process.argv[1]) : '';
if (relative(startedFile, fileURLToPath(import.meta.url)) === '') {
  await main(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
