// Builds the workspace packages that others may install: one file each, without imports of the workspace.
import { build } from 'esbuild';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { packageAliases, root } from '../build.mjs';

const readSource = (...path) => readFileSync(join(root, 'packages', ...path), 'utf8');

/** Writes the packages `importers` and `mcp` into a folder. @returns the folder of each, and its path in the repository */
export async function stagePublicPackages(destination) {
  const importers = await stage('importers', { entry: 'index', destination });
  writeTypes('importers', importers.folder);
  const mcp = await stage('mcp', { entry: 'main', destination });
  chmodSync(join(mcp.folder, 'dist/main.js'), 0o755);
  return [importers, mcp];
}

async function stage(name, { entry, destination }) {
  const folder = join(destination, name);
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [join(root, 'packages', name, 'src', `${entry}.ts`)],
    outfile: join(folder, 'dist', `${entry}.js`),
    bundle: true,
    alias: packageAliases(),
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  });
  const manifest = without(JSON.parse(readSource(name, 'package.json')), ['private', 'dependencies', 'exports']);
  const shape = {
    engines: { node: '>=20.19' },
    ...(entry === 'main'
      ? { bin: { 'memory-gateway-mcp': 'dist/main.js' } }
      : { sideEffects: false, exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } } }),
    files: ['dist'],
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, ...shape }, null, 2)}\n`);
  cpSync(join(root, 'packages', name, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  return { folder, path: `packages/${name}` };
}

const without = (object, names) => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** The type of JSON values comes from another package, whose declaration is copied beside the others. */
function writeTypes(name, folder) {
  const toDeclaration = (fileName, source) =>
    ts.transpileDeclaration(source, { fileName, compilerOptions: { declaration: true } }).outputText;
  for (const file of readdirSync(join(root, 'packages', name, 'src')))
    writeFileSync(
      join(folder, 'dist', file.replace(/\.ts$/, '.d.ts')),
      toDeclaration(file, readSource(name, 'src', file)).replace('@memory-gateway/memory-engine', './filter-values.js'),
    );
  const values = readSource('memory-engine/src/filter/filter-values.ts');
  writeFileSync(join(folder, 'dist/filter-values.d.ts'), toDeclaration('filter-values.ts', values));
}
