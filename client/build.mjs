// Builds the package @memory-gateway/client into client/dist: index.js (ESM), index.cjs, bundler.js (for bundlers of web
// pages), browser.js (one file without imports), types.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { compactDocuments, documentLine } from './build/compact-documents.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, 'dist');
const compact = {
  name: 'compact-documents',
  transform: { filter: { id: /generated.graphql\.ts$/ }, handler: (source) => compactDocuments(source) },
};
// Browsers get documents as text, which need no parser of 40 kB, and have WebSocket.
const compactTexts = {
  ...compact,
  transform: { ...compact.transform, handler: (source) => compactDocuments(source, { asText: true }) },
};
const forBrowsers = {
  name: 'for-browsers',
  resolveId(id) {
    // The main entry of graphql-ws includes its server.
    if (id === 'graphql-ws') return this.resolve('graphql-ws/client');
    // Of graphql, the client only prints documents of the application.
    if (id === 'graphql') return this.resolve('graphql/language/printer.mjs');
    return id === 'ws' ? '\0ws' : null;
  },
  load: (id) => (id === '\0ws' ? 'export const WebSocket = undefined;' : null),
};
const forBundlers = {
  name: 'for-bundlers',
  resolveId: (id) =>
    id === 'graphql' || id === 'graphql-ws'
      ? { id: id === 'graphql' ? './printer.js' : 'graphql-ws/client', external: true }
      : null,
};

// Bundlers read `PURE` comments to drop unused documents.
const annotations = { annotation: true, legal: false, jsdoc: false };

// Node prints the line of an uncaught error: it must not be the whole file.
const keepLines = {
  compress: true,
  mangle: { keepNames: { class: true, function: false } },
  codegen: { removeWhitespace: false },
};

async function bundle({
  file,
  input = join(here, 'index.ts'),
  format,
  external,
  plugins = [],
  comments = false,
  isForBrowsers = false,
  minify = true,
}) {
  const build = await rolldown({
    input,
    platform: external.length === 0 ? 'browser' : 'neutral',
    external,
    plugins: [isForBrowsers ? compactTexts : compact, ...plugins],
  });
  await build.write({ file: join(dist, file), format, minify, codeSplitting: false, comments });
  await build.close();
}

function writeTypes() {
  const packageFile = createRequire(import.meta.url).resolve('typescript-native/package.json');
  const args = [
    join(dirname(packageFile), 'bin/tsc'),
    '-p',
    join(here, '../tsconfig.client.json'),
    '--outDir',
    join(dist, 'types'),
  ];
  execFileSync(process.execPath, args, { cwd: here, stdio: 'inherit' });
  const made = join(dist, 'types');
  const folder = existsSync(join(made, 'client')) ? join(made, 'client') : made;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.d.ts')))
    cpSync(join(folder, file), join(dist, file));
  rmSync(join(dist, 'types'), { recursive: true });
  mkdirSync(join(dist, 'generated'));
  const generated = readFileSync(join(here, 'generated/graphql.ts'), 'utf8');
  // The compiler would write out every document.
  writeFileSync(join(dist, 'generated/graphql.d.ts'), generated.replace(documentLine, 'export declare const $1: $3;'));
  // TypeScript requires a .d.cts file for types of require().
  writeFileSync(join(dist, 'index.d.cts'), "export * from './index.js' with { 'resolution-mode': 'import' };\n");
}

rmSync(dist, { recursive: true, force: true });
const external = ['graphql', 'graphql-ws', 'ws'];
await bundle({ file: 'index.js', format: 'esm', external, comments: annotations, minify: keepLines });
await bundle({ file: 'index.cjs', format: 'cjs', external, minify: keepLines });
// Of graphql, the client only prints documents of the application.
await bundle({ file: 'printer.js', input: 'graphql/language/printer.mjs', format: 'esm', external: [] });
await bundle({
  file: 'bundler.js',
  format: 'esm',
  external: ['graphql-ws/client'],
  plugins: [forBundlers, forBrowsers],
  comments: annotations,
  isForBrowsers: true,
});
await bundle({ file: 'browser.js', format: 'esm', external: [], plugins: [forBrowsers], isForBrowsers: true });
writeTypes();
