import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddMemoriesDocument, type Client } from '../../client/index.js';
import { startRunningApp, type RunningApp } from './running-app.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

let app: RunningApp;
let folder: string;
beforeAll(async () => {
  app = await startRunningApp();
  const input = { userId: 'ada', infer: false, messages: [{ role: 'USER' as const, content: 'I live in Lisbon.' }] };
  await app.client().request(AddMemoriesDocument, { input });
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-own-documents-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

/** Writes the files in docs/graphql.md, and a compiler configuration, to an empty folder. */
async function writeExample(): Promise<string[]> {
  const docs = await readFile(path.join(root, 'docs/graphql.md'), 'utf8');
  const files = [...docs.matchAll(/```ts (\S+)\n(.*?)```/gs)].map(([, name = '', text = '']) => ({ name, text }));
  await mkdir(path.join(folder, 'src'));
  for (const { name, text } of files) await writeFile(path.join(folder, name), text);
  await copyFile(path.join(root, 'schema.graphql'), path.join(folder, 'schema.graphql'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    paths: { '@memory-gateway/client': [path.join(root, 'client/index.ts')] },
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  return files.map(({ name }) => name);
}

const tool = (name: string, ...args: string[]) =>
  run(process.execPath, [path.join(root, 'node_modules', name), ...args], { cwd: folder });

describe('documents of an application', () => {
  it('are generated, type-checked and run as docs/graphql.md shows', { timeout: 120_000 }, async () => {
    expect(await writeExample()).toEqual(['codegen.ts', 'src/find.ts']);
    await tool('@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.ts');
    await tool('typescript/bin/tsc', '-p', '.');
    const { find } = (await import(pathToFileURL(path.join(folder, 'src/find.ts')).href)) as {
      find(client: Client, query: string): Promise<string[]>;
    };
    expect(await find(app.client(), 'Where does Ada live?')).toEqual([
      expect.stringMatching(/^\d\.\d\d I live in Lisbon\.$/),
    ]);
    // A variable of the wrong type must not compile.
    const file = path.join(folder, 'src/find.ts');
    await writeFile(file, (await readFile(file, 'utf8')).replace('{ query });', '{ query: 1 });'));
    await expect(tool('typescript/bin/tsc', '-p', '.')).rejects.toMatchObject({
      stdout: expect.stringContaining('src/find.ts'),
    });
  });

  /** As graphql-codegen generates with `documentMode: 'string'`. */
  class TypedDocumentString<Result, Variables> extends String implements DocumentTypeDecoration<Result, Variables> {
    declare __apiType?: (variables: Variables) => Result;
  }

  it('may be strings, which the request log shows by their name', async () => {
    const document = new TypedDocumentString<{ viewer: { isAdmin: boolean } }, Record<string, never>>(
      'query Own { viewer { isAdmin } }',
    );
    expect(await app.client().request(document)).toEqual({ viewer: { isAdmin: true } });
    const rows = () => app.app.services.database.query(`SELECT operation FROM request_logs WHERE operation = 'Own'`);
    await app.app.services.requestLogs.flush();
    expect(await rows()).toEqual([{ operation: 'Own' }]);
  });

  it('may begin with a comment, or with a fragment that has a field `query`', async () => {
    const comment = '# The query that shows the caller, and no mutation at all.\n';
    const fragment = 'fragment Body on RequestLog { query: path operation }\n';
    for (const start of [comment, fragment]) {
      const text = `${start}query Own { viewer { isAdmin } ${start === fragment ? 'requestLogs(first: 1) { nodes { ...Body } } ' : ''}}`;
      const document = new TypedDocumentString<{ viewer: { isAdmin: boolean } }, Record<string, never>>(text);
      expect(await app.client().request(document)).toMatchObject({ viewer: { isAdmin: true } });
    }
  });

  it('are not repeated if they are mutations without a key, whatever stands before the operation', async () => {
    const document = new TypedDocumentString<object, Record<string, never>>(
      '# Adds what a query finds.\nmutation { addMemories(input: { userId: "eva", infer: false, messages: [{ role: USER, content: "I row." }] }) { __typename } }',
    );
    let sent = 0;
    const fetch: typeof globalThis.fetch = async (address, init) => {
      sent += 1;
      await globalThis.fetch(address, init);
      throw new TypeError('fetch failed');
    };
    const client = app.client({ fetch, retry: { delayMs: () => 0 } });
    await expect(client.request(document)).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(sent).toBe(1);
  });
});
