// Makes dist/ and the generated database client, when they are missing or older than their sources.
//
//   node scripts/build.mjs               build unless up to date
//   node scripts/build.mjs --generate    the generated database client alone
//   node scripts/build.mjs --if-possible as `npm ci` needs it: quiet about sources or build tools that are not there
//
// Prints to stderr only, since commands whose stdout is read by programs build on demand.
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
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

const schema = ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'];
const sources = [
  'src',
  'rest-compat',
  'client',
  'dashboard',
  'prisma',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'tsconfig.client.json',
];
const generatedStamp = 'src/generated/.stamp';
const distStamp = 'dist/.stamp';

/** Every file below a path, the path itself when it is a file, nothing when it is absent. Sorted. */
export function filesUnder(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

// Contents and not times: a checkout or a copy into an image changes times without a change of the sources.
function stampOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesUnder).filter((name) => name !== generatedStamp)) {
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
    // The program may call others by name, as Prisma calls its generators; npm has them on the path, a bare `node` has not.
    const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
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

/** Brings dist/ up to date. Throws when the sources do not compile. */
export async function ensureBuilt() {
  await ensureGenerated();
  const value = stampOf(sources);
  if (isCurrent(distStamp, value)) return;
  process.stderr.write('Building dist/.\n');
  // Made aside and put in place whole: several processes may build at once, and servers may be starting from the last build.
  const made = join('.build', String(process.pid));
  try {
    await compile(made);
    writeStamp(join(made, '.stamp'), value);
    putInPlace(made, value);
  } finally {
    rmSync(join(root, made), { recursive: true, force: true });
  }
}

async function compile(folder) {
  const projects = ['tsconfig.build.json'];
  if (existsSync(join(root, 'client'))) projects.push('tsconfig.client.json');
  await Promise.all(projects.map((project) => runTool('typescript', 'tsc', ['-p', project, '--outDir', folder])));
  if (existsSync(join(root, 'dashboard')))
    await runTool('vite', 'vite', [
      'build',
      'dashboard',
      '--logLevel',
      'warn',
      '--emptyOutDir',
      '--outDir',
      join(root, folder, 'dashboard'),
    ]);
  compressDashboard(join(root, folder, 'dashboard'));
  copyAssets(folder);
  chmodSync(join(root, folder, 'src/main.js'), 0o755);
}

/** Writes each file of the dashboard compressed beside itself, as the server hands it to browsers that take it so. */
function compressDashboard(folder) {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { recursive: true }).filter((name) => /\.(js|css|html|svg)$/.test(name));
  for (const file of files.map((name) => join(folder, name))) {
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

function putInPlace(made, value) {
  const former = join(root, `${made}-former`);
  try {
    if (isCurrent(distStamp, value)) return;
    if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), former);
    renameSync(join(root, made), join(root, 'dist'));
  } catch (error) {
    // Another process was faster, with the same result.
    if (!isCurrent(distStamp, value)) throw error;
  } finally {
    rmSync(former, { recursive: true, force: true });
  }
}

// Files found relative to a module are at the same place seen from src/ and from dist/src/.
function copyAssets(folder) {
  const assets = ['src', 'rest-compat', 'prisma/migrations']
    .flatMap(filesUnder)
    .filter((file) => !/\.tsx?$|\.stamp$/.test(file));
  for (const file of assets) cpSync(join(root, file), join(root, folder, file));
  // The page /docs; the rest of the package (source maps, other bundles) is 10 MB.
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
  const missing = ['src/main.ts', 'tsconfig.build.json'].filter((file) => !existsSync(join(root, file)));
  if (!isInstalled('typescript')) missing.push('typescript');
  if (missing.length > 0) process.stderr.write(`Not building: no ${missing.join(', ')} here.\n`);
  return missing.length === 0;
}

async function main(options) {
  if (options.includes('--generate')) return ensureGenerated();
  if (options.includes('--if-possible') && !isBuildable()) return ensureGenerated();
  return ensureBuilt();
}

const startedFile = process.argv[1] ? realpathSync(process.argv[1]) : '';
if (relative(startedFile, fileURLToPath(import.meta.url)) === '') {
  await main(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
