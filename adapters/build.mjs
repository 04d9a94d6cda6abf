// Builds an adapter into its folder dist/: index.js without the code of its framework, and types.
//
//   node adapters/build.mjs [NAME …]     (default: all)
//
// Needs no framework: each file states the types of what it exports.
import { build } from 'esbuild';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const here = dirname(fileURLToPath(import.meta.url));

/** Names of the adapters, which are their folders. */
export const adapters = readdirSync(here)
  .filter((name) => existsSync(join(here, name, 'package.json')))
  .sort();

/** Builds one adapter. @throws Error for a file whose exports have no stated type */
export async function buildAdapter(name) {
  const folder = join(here, name);
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  await build({
    entryPoints: [join(folder, 'index.ts')],
    outfile: join(dist, 'index.js'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  });
  for (const part of [name, 'shared']) {
    mkdirSync(join(dist, part), { recursive: true });
    for (const file of readdirSync(join(here, part)).filter((each) => each.endsWith('.ts')))
      writeFileSync(join(dist, part, file.replace(/\.ts$/, '.d.ts')), toDeclaration(join(here, part, file)));
  }
}

function toDeclaration(file) {
  const compilerOptions = { declaration: true, isolatedDeclarations: true, target: ts.ScriptTarget.ES2022 };
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions,
    reportDiagnostics: true,
  });
  const [problem] = diagnostics;
  if (problem) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
  return outputText;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  for (const name of names.length > 0 ? names : adapters) await buildAdapter(name);
}
