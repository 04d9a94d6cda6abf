import { spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { createLocalServer, type LocalServer } from '../../scripts/lib/local-server.js';
import { root } from '../../scripts/build.mjs';
import { findFreePort } from '../helpers/free-port.js';
import { emptyDatabase, testConnectionString, testDatabase } from '../setup/database.js';
import { migratedTemplate } from '../setup/embedded.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A server for the programs of the documentation, and the folder that they run in. */
export interface DocsServer {
  readonly url: string;
  readonly folder: string;
  readonly apiKey: string;
  readonly projectId: string;
  readonly environment: Environment;
  /** Environment of a server or command with a database and ports of its own, so that it does not touch this server. */
  readonly apart: Environment & { readonly API_PORT: string };
  close(): Promise<void>;
}

/** Starts a server. `files`: files of the folder, one of which has the tools of the server. */
export async function startDocsServer(files: Readonly<Record<string, string>>): Promise<DocsServer> {
  await mkdir(path.join(root, '.build'), { recursive: true });
  const folder = await mkdtemp(path.join(root, '.build/docs-'));
  await writeFiles(folder, files);
  const env: Record<string, string> = { LOG_LEVEL: 'warn', OUTBOUND_ALLOW: 'loopback' };
  env['MCP_TOOLS'] = path.join(folder, 'mcp-tools.json');
  if (inject('databases').kind === 'postgres') {
    await emptyDatabase(await testDatabase());
    env['DATABASE_URL'] = testConnectionString();
  }
  const server = await createLocalServer({ env, data: await migratedTemplate() });
  // The command joins the database of a running server, instead of opening it a second time.
  await server.start();
  const { apiKey, projectId } = await server.bootstrap();
  await writePrograms(folder);
  // Data folders of other servers, on which commands of the pages work.
  for (const name of ['restored', 'another', 'apart'])
    await cp(await migratedTemplate(), path.join(folder, name), { recursive: true });
  const environment = { ...server.environment, ...toEnvironment(server, folder), KEY: apiKey, PROJECT_ID: projectId };
  return {
    url: server.url,
    folder,
    apiKey,
    projectId,
    environment: { ...environment, MEMORY_GATEWAY_API_KEY: apiKey, ...(await findAccount(server.url, apiKey)) },
    apart: {
      ...environment,
      DATABASE_URL: undefined,
      MCP_TOOLS: undefined,
      DATA_DIR: path.join(folder, 'apart'),
      API_PORT: String(await findFreePort()),
      DASHBOARD_PORT: String(await findFreePort()),
    },
    async close() {
      await server.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function toEnvironment(server: LocalServer, folder: string): Environment {
  return {
    HOME: folder,
    PATH: `${folder}:${process.env.PATH}`,
    MEMORY_GATEWAY_URL: server.url,
    MEM0_TELEMETRY: 'false',
    NEW_PASSWORD: 'a-new-password-of-the-tests',
  };
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** Programs that the pages call by their names. npm and npx run this checkout, whose packages are installed. */
async function writePrograms(folder: string): Promise<void> {
  const main = path.join(root, 'dist/src/main.js');
  const programs = {
    'memory-gateway': `exec "${process.execPath}" "${main}" "$@"`,
    npm: `[ "$1" = ci ] && exit 0\nPATH="${process.env.PATH}"; cd "${root}"; exec npm "$@"`,
    npx: `[ "$1 $2" = "--no --" ] || exit 1\nshift 2; exec "$@"`,
  };
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${text}\n`);
    await chmod(path.join(folder, name), 0o755);
  }
}

async function findAccount(
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

/** A started program, with what it printed so far. */
export interface Started {
  readonly output: { stdout: string; stderr: string };
  readonly ended: Promise<number | null>;
  /** Stops the program with everything that it started. */
  stop(): Promise<void>;
}

/** Starts a program in a process group of its own. */
export function startProgram(
  [command = '', ...args]: readonly string[],
  options: { readonly cwd: string; readonly env: Environment },
): Started {
  const child = spawn(command, args, { ...options, detached: true });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (data: string) => (output.stdout += data));
  child.stderr.setEncoding('utf8').on('data', (data: string) => (output.stderr += data));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    output,
    ended,
    async stop() {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}
