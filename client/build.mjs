// Builds the package @memory-gateway/client into client/dist: index.js (ESM), index.cjs, browser.js (one file without imports), types.
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

/**
 * Replaces packages in the browser build. Browsers have WebSocket, and of graphql the client needs only the text and
 * name of its own documents, not a 40 kB parser.
 */
const replacements = {
  ws: 'export const WebSocket = undefined;',
  graphql: `
export const Kind = { OPERATION_DEFINITION: 'OperationDefinition' };
export const print = (document) => document.loc.source.body;
export function parse(body) {
  const value = /(?:query|mutation|subscription) ?(\\w+)/.exec(body)?.[1];
  const definition = { kind: Kind.OPERATION_DEFINITION, name: value && { kind: 'Name', value } };
  return { kind: 'Document', definitions: [definition], loc: { source: { body } } };
}`,
};
const forBrowsers = {
  name: 'for-browsers',
  resolveId(id) {
    // The main entry of graphql-ws includes its server.
    if (id === 'graphql-ws') return this.resolve('graphql-ws/client');
    return id in replacements ? `\0${id}` : null;
  },
  load: (id) => replacements[id.slice(1)] ?? null,
};

// Bundlers read `PURE` comments to drop unused documents.
const annotations = { annotation: true, legal: false, jsdoc: false };

async function bundle({ file, format, external, plugins = [], comments = false }) {
  const build = await rolldown({
    input: join(here, 'index.ts'),
    platform: external.length === 0 ? 'browser' : 'neutral',
    external,
    plugins: [compact, ...plugins],
  });
  await build.write({ file: join(dist, file), format, minify: true, codeSplitting: false, comments });
  await build.close();
}

function writeTypes() {
  const packageFile = createRequire(import.meta.url).resolve('typescript/package.json');
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
await bundle({ file: 'index.js', format: 'esm', external, comments: annotations });
await bundle({ file: 'index.cjs', format: 'cjs', external });
await bundle({ file: 'browser.js', format: 'esm', external: [], plugins: [forBrowsers] });
writeTypes();
