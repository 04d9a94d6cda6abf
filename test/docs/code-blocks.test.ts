import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, parse, specifiedRules, validate } from 'graphql';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { listCodeBlocks, pages, readPage, type CodeBlock } from './code-blocks.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const blocks = listCodeBlocks();
const inLanguage = (...languages: string[]) =>
  blocks
    .filter(({ language }) => languages.includes(language))
    .map((block) => ({ ...block, name: `${block.page}:${block.line}` }));
const scripts = Object.keys((JSON.parse(readPage('package.json')) as { scripts: Record<string, string> }).scripts);

// Requests are sent; other commands must exist in this package.
const isRequest = ({ text }: CodeBlock) => /curl -s http:\/\/localhost:8888/.test(text);

describe('requests in the documentation', () => {
  let test: TestApp;
  let apiUrl: string;
  beforeAll(async () => {
    test = await startTestApp();
    ({ apiUrl } = await test.app.listen());
  });
  afterAll(() => test.close());

  it.each(inLanguage('sh').filter(isRequest))('$name is answered without an error', async ({ text }) => {
    const command = text
      .replace(/^export KEY=.*$/m, '')
      .replaceAll('http://localhost:8888', apiUrl)
      .replaceAll('curl -s ', 'curl -sS --max-time 20 -w "\\n%{http_code}" ');
    const { stdout, stderr } = await run(command, { KEY: test.admin.apiKey });
    const status = Number(stdout.trim().split('\n').at(-1));
    expect([Math.floor(status / 100), stderr]).toEqual([2, '']);
    expect(stdout).not.toContain('"errors"');
    expect(stdout).not.toMatch(/"__typename":"\w+Error"/);
  });
});

function run(command: string, env: Record<string, string>): Promise<{ stdout: string; stderr: string }> {
  const child = spawn('/bin/sh', ['-c', command], { env: { PATH: process.env.PATH, ...env } });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text));
  return new Promise((resolve) => child.on('close', () => resolve(texts)));
}

describe('code in the documentation', () => {
  it.each(inLanguage('sh'))('$name calls only npm scripts that exist', ({ text }) => {
    const named = [...text.matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(start|test))/g)].map(
      ([, run, short]) => run ?? short,
    );
    expect(named.filter((name) => name !== undefined && !scripts.includes(name))).toEqual([]);
  });

  it.each(inLanguage('graphql'))('$name fits the schema', ({ text }) => {
    const schema = buildSchema(readPage('schema.graphql'));
    // Pages show fragments of programs with unused parts.
    const rules = specifiedRules.filter(({ name }) => !name.startsWith('NoUnused'));
    expect(validate(schema, parse(text), rules).map(({ message }) => message)).toEqual([]);
  });

  it.each(inLanguage('json'))('$name is JSON', ({ text }) => {
    expect(() => JSON.parse(text.replaceAll('…', '')) as unknown).not.toThrow();
  });

  it.each(inLanguage('python'))('$name is Python', ({ text }) => {
    const { status, stderr } = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
      input: text,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('in TypeScript compiles', { timeout: 120_000 }, () => {
    expect(typeErrors(inLanguage('ts').filter(isInstalled))).toEqual([]);
  });
});

// `npm run frameworks` installs them. CI does, so that it compiles every block.
const { devDependencies } = JSON.parse(readPage('adapters/package.json')) as {
  devDependencies: Record<string, string>;
};
const hasFrameworks = existsSync(path.join(root, 'adapters/node_modules'));
const isInstalled = ({ text, file }: CodeBlock) =>
  file === null &&
  (hasFrameworks || !Object.keys(devDependencies).some((name) => name !== 'zod' && text.includes(`from '${name}`)));

/** Compiles each block as a module, with names that the reader provides. */
function typeErrors(found: readonly (CodeBlock & { name: string })[]): string[] {
  const sources = new Map(
    found.map(({ name, text }, index) => [path.join(root, `adapters/block-${index}.ts`), { name, text }]),
  );
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    paths: {
      '@memory-gateway/client': [path.join(root, 'client/index.ts')],
      '@memory-gateway/ai-sdk': [path.join(root, 'adapters/ai-sdk/index.ts')],
      '@memory-gateway/langchain': [path.join(root, 'adapters/langchain/index.ts')],
    },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.readFile = (file) => sources.get(file)?.text ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const block = sources.get(file);
    return block
      ? ts.createSourceFile(file, `${block.text}\nexport {};\n`, version, true)
      : getSourceFile(file, version, ...rest);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources].flatMap(([file, { name }]) => {
    const source = program.getSourceFile(file);
    const problems = source
      ? [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      : [];
    // `body`, `headers` and `client` are values of the reader.
    return problems
      .map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
      .filter((text) => !/Cannot find name '(body|headers|client|signal|input)'/.test(text));
  });
}

describe('links in the documentation', () => {
  it.each(pages.map((page) => ({ page })))('of $page lead to files and headings that exist', ({ page }) => {
    const links = [...readPage(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !isReachable(page, link))).toEqual([]);
  });
});

function isReachable(page: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
  if (!existsSync(path.join(root, target))) return false;
  return heading === undefined || headingsOf(target).includes(heading);
}

// Generates heading anchors like code hosts do.
function headingsOf(page: string): string[] {
  const headings = [...readPage(page).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text);
  return headings.map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}
