import { spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLocalServer, type LocalServer } from '../../scripts/lib/local-server.js';
import { root } from '../../scripts/build.mjs';
import { emptyDatabase, testConnectionString, testDatabase } from '../setup/database.js';
import { migratedTemplate } from '../setup/embedded.js';
import { listCodeBlocks, pages, readPage, type CodeBlock } from './code-blocks.js';

// Runs every block of these pages, in their order, against one server. A block that does not run says why, visibly.
const folders =
  /^docs\/(?:quick-starts|recipes|migrate)\/|^docs\/(?:index|concepts|troubleshooting|compare|search|rest-compat|self-hosted|audit|privacy|backup-and-upgrade|cli|federation)\.md$/;
const isProgram = ({ language }: CodeBlock) => Object.keys(commands).includes(language);
const isExplained = ({ before, after, page }: CodeBlock) =>
  [before, after].some((text) => text.startsWith('*Not run in the tests')) ||
  readPage(page).includes('*None of the commands on this page runs in the tests');

const blocks = listCodeBlocks().filter(({ page }) => folders.test(page));
const commands: Readonly<Record<string, readonly [file: string, ...command: string[]]>> = {
  sh: ['block.sh', '/bin/sh', '-e'],
  bash: ['block.bash', 'bash', '-e'],
  js: ['block.mjs', process.execPath],
  ts: ['block.mts', process.execPath, '--import', 'tsx'],
  python: ['block.py', 'python3'],
};

describe('the programs of the documentation', () => {
  let server: LocalServer;
  let folder: string;
  let environment: Record<string, string | undefined>;
  beforeAll(async () => {
    const env: Record<string, string> = { LOG_LEVEL: 'warn' };
    if (inject('databases').kind === 'postgres') {
      await emptyDatabase(await testDatabase());
      env['DATABASE_URL'] = testConnectionString();
    }
    server = await createLocalServer({ env, data: await migratedTemplate() });
    const { apiKey, projectId } = await server.bootstrap();
    await server.start();
    await mkdir(path.join(root, '.build'), { recursive: true });
    folder = await mkdtemp(path.join(root, '.build/docs-'));
    const program = path.join(folder, 'memory-gateway');
    await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${path.join(root, 'dist/src/main.js')}" "$@"\n`);
    await chmod(program, 0o755);
    const paths = { '@memory-gateway/client': [path.join(root, 'client/index.ts')] };
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { paths, target: 'es2023' } }),
    );
    environment = {
      ...server.environment,
      HOME: folder,
      PATH: `${folder}:${process.env.PATH}`,
      TSX_TSCONFIG_PATH: path.join(folder, 'tsconfig.json'),
      MEMORY_GATEWAY_URL: server.url,
      MEMORY_GATEWAY_API_KEY: apiKey,
      KEY: apiKey,
      PROJECT_ID: projectId,
      NEW_PASSWORD: 'a-new-password-of-the-tests',
      ...(await accountOf(server.url, apiKey)),
    };
    // Data folders of other servers, on which commands of the pages work.
    for (const name of ['restored', 'another'])
      await cp(await migratedTemplate(), path.join(folder, name), { recursive: true });
  }, 120_000);
  afterAll(async () => {
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** Names this server, and leaves a data folder to a command that names one. */
  const withPlaces = (text: string) =>
    text.replaceAll('http://localhost:8888', server.url).replaceAll('DATA_DIR=', 'env -u DATABASE_URL DATA_DIR=');

  /** Runs a block. @returns its output, and its errors if it failed */
  async function run({ language, text }: CodeBlock): Promise<string> {
    const [file, ...command] = commands[language] ?? ['block'];
    await writeFile(path.join(folder, file), withPlaces(text));
    const child = spawn(command[0] ?? '', [...command.slice(1), file], { cwd: folder, env: environment });
    const texts = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (data: string) => (texts.stdout += data));
    child.stderr.setEncoding('utf8').on('data', (data: string) => (texts.stderr += data));
    const code = await new Promise((resolve) => child.on('close', resolve));
    return code === 0 ? texts.stdout : `exit code ${String(code)}\n${texts.stdout}${texts.stderr}`;
  }

  const withBlocks = pages.filter((page) => blocks.some((block) => block.page === page && isProgram(block)));
  it.each(withBlocks)(
    'of %s run in their order, with the output that the page shows',
    { timeout: 120_000 },
    async (page) => {
      const own = blocks.filter((block) => block.page === page);
      for (const [index, block] of own.entries()) {
        const saved = /[Ss]ave .*`([\w.-]+\.json)`:$/s.exec(block.before)?.[1];
        if (saved) await writeFile(path.join(folder, saved), block.text);
        if (!isProgram(block) || isExplained(block)) continue;
        const output = await run(block);
        const next = own[index + 1];
        const name = `${page}:${block.line}`;
        if (next?.language === 'text' && next.before.endsWith('```'))
          expect(normalize(output), name).toBe(normalize(next.text));
        expect(output, name).not.toMatch(/^exit code|"errors"|"detail":/);
      }
    },
  );

  it('are each run, or say why they are not', () => {
    const counts = { run: 0, explained: 0 };
    for (const block of blocks.filter(isProgram)) counts[isExplained(block) ? 'explained' : 'run'] += 1;
    expect(counts.run).toBeGreaterThan(20);
    // Nine of them are the recipes for Python, whose packages a machine without PyPI does not have.
    expect(counts.explained).toBeLessThan(19);
  });
});

/** IDs, times, scores and the width of columns differ from run to run. */
function normalize(output: string): string {
  return output
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\b0\.\d\d\b/g, 'SCORE')
    .replace(/ +/g, ' ')
    .trim();
}

async function accountOf(
  url: string,
  apiKey: string,
): Promise<Record<'ORGANIZATION_ID' | 'EMAIL', string | undefined>> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ query: '{ organizations(first: 1) { nodes { id } } users(first: 1) { nodes { email } } }' }),
  });
  const { data } = (await response.json()) as {
    data: { organizations: { nodes: { id: string }[] }; users: { nodes: { email: string }[] } };
  };
  return { ORGANIZATION_ID: data.organizations.nodes[0]?.id, EMAIL: data.users.nodes[0]?.email };
}
