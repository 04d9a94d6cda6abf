import { Command } from 'commander';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openBesideServer } from '../import/run-import.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCommands, type CommandMeans as Means } from '../../src/commands/index.js';
import { runCommandLine } from '@memory-gateway/cli';
import { loadConfig } from '../../src/config.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
import { idle } from '../deletion/helpers.js';
import { connectApp, oauthClient, startConnection, startRequest } from '../mcp/oauth-client.js';
import { commandCases, type CommandMeans } from './walk-commands.js';
import { createWalkWorld, type WalkWorld } from './walk-world.js';

let test: RunningApp;
let world: WalkWorld;
let folder: string;
beforeAll(async () => {
  test = await startRunningApp();
  world = createWalkWorld(test);
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-walk-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

/** Actions that `work` writes, jobs of earlier work excluded. */
async function actionsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { database } = test.app.services;
  await idle(test.app.services);
  const [end] = await database.query<{ position: number }>(
    'SELECT coalesce(max(position), 0) AS position FROM audit_logs',
  );
  await work();
  const rows = await database.query<{ action: string; targetType: string }>(
    'SELECT action, target_type FROM audit_logs WHERE position > $1 ORDER BY position',
    [end?.position],
  );
  for (const { action, targetType } of rows) expect(targetType).toBe(action.split('.', 1)[0]);
  return rows.map(({ action }) => action);
}

describe('OAuth', () => {
  const client = () => oauthClient(test);
  const exchange = (form: Readonly<Record<string, string>>) => async () => {
    expect((await client().token(form)).status).toBe(200);
  };

  it('writes nothing for a registration, which is a signed ID that the server does not store', async () => {
    expect(await actionsOf(() => startRequest(test))).toEqual([]);
  });

  it('writes one row for the consent, after that of the sign-in', async () => {
    expect(await actionsOf(() => startConnection(test))).toEqual(['session.begin', 'connected_app.create']);
  });

  it('writes nothing for tokens, which continue the consent', async () => {
    const { clientId, code, verifier } = await startConnection(test);
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, client_id: clientId };
    expect(await actionsOf(exchange({ ...form, redirect_uri: 'http://127.0.0.1:7777/callback' }))).toEqual([]);
    const { refresh, clientId: client_id } = await connectApp(test);
    const again = { grant_type: 'refresh_token', refresh_token: refresh, client_id };
    expect(await actionsOf(exchange(again))).toEqual([]);
  });

  it('writes one row when a refresh token is used a second time, which ends the access', async () => {
    const { refresh, clientId: client_id } = await connectApp(test);
    const form = { grant_type: 'refresh_token', refresh_token: refresh, client_id };
    await client().token(form);
    expect(
      await actionsOf(async () => {
        expect((await client().token(form)).status).toBe(400);
      }),
    ).toEqual(['connected_app.revoke']);
  });

  it('writes one row for a revocation, and nothing for a token that is not known', async () => {
    const { refresh, clientId: client_id } = await connectApp(test);
    const revoke = (token: string) => async () => {
      expect((await client().post('/oauth/revoke', { token, client_id })).status).toBe(200);
    };
    expect(await actionsOf(revoke('mgr_unknown'))).toEqual([]);
    expect(await actionsOf(revoke(refresh))).toEqual(['connected_app.revoke']);
  });
});

describe('the session of the dashboard', () => {
  const request = (method: 'PUT' | 'POST' | 'DELETE', cookie: string | null, payload?: object) =>
    test.app.inject({
      method,
      url: '/dashboard/session',
      headers: cookie === null ? {} : { cookie },
      ...(payload && { payload }),
    });
  const cookieOf = (response: { headers: Record<string, unknown> }) =>
    String(response.headers['set-cookie']).split(';', 1)[0] ?? '';

  it('writes nothing when the cookie is set or renewed, and one row when the session ends', async () => {
    const { refreshToken } = await world.session();
    let cookie = '';
    expect(
      await actionsOf(async () => {
        const stored = await request('PUT', null, { refreshToken });
        expect(stored.statusCode).toBe(200);
        const renewed = await request('POST', cookieOf(stored));
        expect(renewed.statusCode).toBe(200);
        cookie = cookieOf(renewed);
      }),
    ).toEqual([]);
    expect(await actionsOf(() => request('DELETE', cookie))).toEqual(['session.end']);
    expect(await actionsOf(() => request('DELETE', null))).toEqual([]);
  });
});

describe('each MCP tool writes exactly the rows of its case', () => {
  type Arguments = Readonly<Record<string, unknown>>;
  interface ToolCase {
    readonly input: () => Arguments | Promise<Arguments>;
    readonly action?: string;
  }
  const byMemory = async () => ({ memory_id: await world.memory('rosa') });
  const cases: Readonly<Record<string, ToolCase>> = {
    add_memory: { input: () => ({ text: 'A lamp.', user_id: 'rosa', infer: false }), action: 'memory.add' },
    search_memories: { input: () => ({ query: 'lamp', user_id: 'rosa' }) },
    get_memories: { input: () => ({ user_id: 'rosa' }) },
    get_memory: { input: byMemory },
    update_memory: { input: async () => ({ ...(await byMemory()), text: 'Another lamp.' }), action: 'memory.update' },
    delete_memory: { input: byMemory, action: 'memory.delete' },
    delete_all_memories: {
      input: async () => {
        await world.memory('tom');
        return { user_id: 'tom' };
      },
      action: 'deletion.accept',
    },
    delete_entities: {
      input: async () => {
        await world.memory('kim');
        return { user_id: 'kim' };
      },
      action: 'deletion.accept',
    },
    list_entities: { input: () => ({}) },
    list_events: { input: () => ({}) },
    get_event_status: {
      input: async () => ({
        event_id: (
          await world.post('/v3/memories/add/', { messages: [{ role: 'user', content: 'x' }], user_id: 'rosa' })
        ).event_id,
      }),
    },
  };
  const call = async (method: string, params: object) => {
    const { status, text } = await oauthClient(test).mcp(test.admin.apiKey, method, params);
    expect(status).toBe(200);
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return (JSON.parse(data) as { result: Record<string, unknown> }).result;
  };

  it('and each tool has a case', async () => {
    const { tools } = (await call('tools/list', {})) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(cases).sort());
  });

  for (const [name, { input, action }] of Object.entries(cases))
    it(name, async () => {
      const given = await input();
      const run = async (more: Arguments = {}) => {
        const result = await call('tools/call', { name, arguments: { ...given, ...more } });
        expect(result.isError ?? false, JSON.stringify(result)).toBe(false);
        return result.structuredContent as { confirmation?: string };
      };
      let confirmation: string | undefined;
      const first = await actionsOf(async () => void ({ confirmation } = await run()));
      if (confirmation === undefined) return expect(first).toEqual(action ? [action] : []);
      expect(first, 'a preview').toEqual([]);
      const rows = await actionsOf(() => run({ confirmation }));
      // The job that follows a deletion writes rows of its own.
      expect(rows.filter((row) => row !== 'deletion.finish')).toEqual([action]);
    });
});

describe('each command writes exactly the rows of its case', () => {
  const unused = () => Promise.reject(new Error('The command starts a server.'));
  const means = (): Means => ({
    version: '0.0.0',
    server: { serve: unused, work: unused, openWorker: unused, printSchema: unused, printSubgraph: unused },
    remote: { url: test.url, key: test.admin.apiKey },
    open: async () => ({ services: test.app.services, close: async () => undefined }),
    openForImport: openBesideServer(test.app.services),
    openDatabase: async () => ({ ...test.app.services.database, close: async () => undefined }),
    load: async () => loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', EMBEDDER: 'none' }),
    explain: () => null,
  });
  const commandWorld: CommandMeans = {
    file: (name) => path.join(folder, name),
    email: async () => (await world.user()).email,
    apiKeyId: () => world.apiKeyId(),
    emptyProject: () => world.project(),
    async exportedProject() {
      const file = path.join(folder, 'to-import.jsonl');
      // Of another project: the memories of this one exist here already.
      await run('project export', [file, '--project', await world.project()]);
      return file;
    },
    async oldRequest() {
      await test.app.services.database.query(
        `INSERT INTO request_logs (method, path, status_code, latency_ms, request_id, created_at)
         VALUES ('GET', '/v1/ping/', 200, 1, 'r', now() - interval '40 days')`,
      );
    },
    async removeUsers() {
      await test.app.services.database.query('DELETE FROM users');
    },
  };
  async function run(name: string, argv: readonly string[]): Promise<void> {
    const printed = { out: '', err: '' };
    const code = await runCommandLine(allCommands(means()), [...name.split(' '), ...argv], {
      stdout: { write: (text: string) => (printed.out += text) },
      stderr: { write: (text: string) => (printed.err += text) },
      stdin: Readable.from(['']) as unknown as NodeJS.ReadStream,
    });
    expect(code, printed.err).toBe(0);
  }
  const namesOf = (command: Command, parents: readonly string[] = []): string[] =>
    command.commands.flatMap((child) =>
      child.commands.length > 0 ? namesOf(child, [...parents, child.name()]) : [[...parents, child.name()].join(' ')],
    );

  it('and each command has a case', () => {
    const program = new Command('memory-gateway');
    const io = { stdout: process.stdout, stderr: process.stderr };
    for (const define of allCommands(means())) define(program, { io, run: () => async () => undefined });
    expect(Object.keys(commandCases).sort()).toEqual(namesOf(program).sort());
    const unusual = Object.entries(commandCases).filter(([, { actions, why }]) => actions.length !== 1 && !why);
    expect(unusual).toEqual([]);
  });

  for (const [name, { argv, actions }] of Object.entries(commandCases))
    if (argv)
      it(name, async () => {
        const given = await argv(commandWorld);
        const written = await actionsOf(() => run(name, given));
        // Jobs that follow an add or an import write rows of their own.
        expect(written.filter((action) => !action.endsWith('.finish'))).toEqual(actions);
      });
});
