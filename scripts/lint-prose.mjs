// Checks spelling and terms of all texts for people: documentation, descriptions of the GraphQL schema and the REST
// document, and texts of the dashboard. Writes descriptions and texts to .build/prose as pages first.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, visit, parse } from 'graphql';
import { filesUnder, root } from './build.mjs';

const folder = join(root, '.build/prose');
const read = (file) => readFileSync(join(root, file), 'utf8');

/** Returns every description of the schema. */
function schemaTexts() {
  const source = read('schema.graphql');
  buildSchema(source);
  const texts = new Set();
  visit(parse(source), { enter: (node) => void (node.description && texts.add(node.description.value)) });
  return [...texts];
}

/** Returns every summary and description of the REST document. */
function restTexts() {
  const texts = new Set();
  const collect = (value, key) => {
    if (typeof value === 'string') return void (['summary', 'description'].includes(key) && texts.add(value));
    if (value && typeof value === 'object') for (const [name, inner] of Object.entries(value)) collect(inner, name);
  };
  collect(JSON.parse(read('openapi.json')), '');
  return [...texts];
}

/** Returns the texts of the dashboard: its catalogue, and texts between tags and in common attributes. */
function dashboardTexts() {
  const texts = new Set();
  for (const file of filesUnder('dashboard/src').filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('generated'),
  )) {
    const source = read(file);
    if (file.includes('/texts'))
      for (const [, , text] of source.matchAll(/(['"`])((?:(?!\1)[^\n]){4,})\1/g))
        texts.add(text.replace(/\$\{[^}]*\}/g, ' x '));
    for (const [, text] of source.matchAll(/>\s*([A-Z][^<>{}=;]{3,})\s*</g))
      texts.add(text.replace(/\s+/g, ' ').trim());
    for (const [, , text] of source.matchAll(
      /\b(?:label|title|description|placeholder|message)[=:]\s*(?:\{)?(['"])((?:(?!\1)[^\n]){4,})\1/g,
    ))
      texts.add(text);
  }
  return [...texts];
}

function run(program, args) {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const pages = { 'schema.md': schemaTexts(), 'rest.md': restTexts(), 'dashboard.md': dashboardTexts() };
for (const [name, texts] of Object.entries(pages)) writeFileSync(join(folder, name), `${texts.join('\n\n')}\n`);
const files = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...filesUnder('docs').filter((file) => file.endsWith('.md') && !file.startsWith('docs/evidence/')),
  ...Object.keys(pages).map((name) => `.build/prose/${name}`),
];
const isSpelled = run('cspell/bin.mjs', [
  '--no-progress',
  '--no-summary',
  '--no-gitignore',
  '--config',
  'cspell.json',
  ...files,
]);
const isTermed = run('textlint/bin/textlint.js', files);
process.exitCode = isSpelled && isTermed ? 0 : 1;
