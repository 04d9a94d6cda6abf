import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { bootstrap } from '../../src/commands/bootstrap.js';
import { runBootstrapCommand } from '../helpers/run-command.js';
import { serve } from '../../src/commands/serve.js';
import { ConfigError, loadConfig, type Environment } from '../../src/config.js';
import { flatClient } from '../self-hosted/flat-client.js';
import { emptyDatabase, testDatabase } from '../setup/database.js';

const JWT_SECRET = 'a-secret-of-the-test-suite-5d1f0c';
const base = { JWT_SECRET, EMBEDDER: 'none', API_PORT: '0', DASHBOARD_PORT: '0' };
const signals = ['SIGTERM', 'SIGINT'] as const;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly apiUrl?: string;
  readonly dashboardUrl?: string;
}

let lines: Line[];
let running: App | null;

beforeEach(async () => {
  [lines, running] = [[], null];
  await emptyDatabase(await testDatabase());
});
afterEach(stop);

/** Runs the command `serve` in this process. */
async function start(env: Environment): Promise<App> {
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)));
  const config = loadConfig({ ...base, ...env }, { requireAuthSecret: true });
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as Line) });
  try {
    await serve(async () => (running = await createApp(config, { database: await testDatabase(), log })), config);
  } finally {
    for (const signal of signals)
      for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener);
  }
  if (!running) throw new Error('It did not start.');
  return running;
}

async function stop(): Promise<void> {
  await running?.close();
  running = null;
}

const warnings = () => lines.filter(({ level }) => level === 40).map(({ msg }) => msg);
const problems = (env: Environment): readonly string[] => {
  try {
    loadConfig(env, { requireAuthSecret: true });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('3 the start', () => {
  it('is refused without JWT_SECRET, in words that tell how to make one, but not with authentication switched off', () => {
    expect(problems({})).toEqual([expect.stringMatching(/^JWT_SECRET .*openssl rand/)]);
    for (const AUTH_DISABLED of ['1', 'true', 'yes', 'on', 'TRUE', 'Yes', 'ON'])
      expect(problems({ AUTH_DISABLED })).toEqual([]);
    for (const AUTH_DISABLED of ['0', 'false', 'no', 'off']) expect(problems({ AUTH_DISABLED })).toHaveLength(1);
  });

  it('is refused with an ADMIN_API_KEY of fewer than 16 characters, which is not repeated', () => {
    expect(problems({ JWT_SECRET, ADMIN_API_KEY: 'fifteen-letters' })).toEqual([
      expect.stringMatching(/^ADMIN_API_KEY .*16/),
    ]);
    expect(JSON.stringify(problems({ JWT_SECRET, ADMIN_API_KEY: 'fifteen-letters' }))).not.toContain('fifteen-letters');
    expect(problems({ JWT_SECRET, ADMIN_API_KEY: 'sixteen-letters!' })).toEqual([]);
  });

  it('is on the ports 8888 and 3000 unless told otherwise, with the dashboard of this machine as the only origin', () => {
    const { http } = loadConfig({ JWT_SECRET });
    expect([http.port, http.dashboardPort, http.dashboardOrigins]).toEqual([8888, 3000, ['http://localhost:3000']]);
  });

  it('keeps no call longer than 30 days, or as long as it is told', () => {
    expect(loadConfig({}).requestLogRetentionDays).toBe(30);
    expect(loadConfig({ REQUEST_LOG_RETENTION_DAYS: '7' }).requestLogRetentionDays).toBe(7);
    for (const days of ['0', '-1', '1.5', 'many'])
      expect(problems({ JWT_SECRET, REQUEST_LOG_RETENTION_DAYS: days })).toEqual([
        expect.stringMatching(/^REQUEST_LOG_RETENTION_DAYS/),
      ]);
  });

  it('takes no notice of names for what does not exist here, but for POSTGRES_COLLECTION_NAME, which is refused', () => {
    const others = {
      APP_DB_NAME: 'app',
      HISTORY_DB_PATH: '/x/history.db',
      MEM0_TELEMETRY: 'true',
      MEM0_TELEMETRY_STATE_PATH: '/x/t.json',
      NEXT_PUBLIC_API_URL: 'http://x',
      NEXT_PUBLIC_INSTANCE_NAME: 'x',
      API_INTERNAL_URL: 'http://x',
    };
    expect(loadConfig({ JWT_SECRET, ...others })).toEqual(loadConfig({ JWT_SECRET }));
    expect(problems({ JWT_SECRET, POSTGRES_HOST: 'db', POSTGRES_COLLECTION_NAME: 'memories' })).toEqual([
      expect.stringMatching(/^POSTGRES_COLLECTION_NAME is not known here/),
    ]);
  });

  it('takes the key of one of three providers for its model, and says nowhere what it is', () => {
    for (const [name, provider] of [
      ['OPENAI_API_KEY', 'openai'],
      ['ANTHROPIC_API_KEY', 'anthropic'],
      ['GOOGLE_API_KEY', 'gemini'],
    ] as const) {
      const { providers } = loadConfig({
        JWT_SECRET,
        [name]: 'sk-x',
        LLM_MODEL: 'a-model',
        EMBEDDER_MODEL: 'another-model',
      });
      expect([providers.llm, providers.embedder.model, providers[provider].apiKey]).toEqual([
        { provider, model: 'a-model' },
        'another-model',
        'sk-x',
      ]);
    }
  });

  it('says where it answers, and answers on both ports', async () => {
    await start({});
    const { apiUrl, dashboardUrl } = lines.find(({ msg }) => msg === 'memory-gateway is ready') ?? {};
    for (const url of [apiUrl, dashboardUrl]) {
      const answer = await fetch(new URL('/auth/setup-status', url));
      expect([answer.status, await answer.json()]).toEqual([200, { needsSetup: true }]);
    }
  });

  it.each(['API_PORT', 'DASHBOARD_PORT'])(
    'is refused where the port of %s is taken, and leaves the other one free',
    async (name) => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as AddressInfo;
      await expect(start({ [name]: String(port) })).rejects.toThrow(
        new RegExp(`Port ${port} .* in use .* Set ${name}`),
      );
      expect(running?.http.server.listening).toBe(false);
      other.close();
    },
  );
});

describe('3 what is said at the start', () => {
  it('with authentication switched off: a warning, each time, and every call is an admin', async () => {
    for (const turn of [1, 2]) {
      const app = await start({ AUTH_DISABLED: 'yes', JWT_SECRET: '' });
      expect(warnings(), `start ${turn}`).toHaveLength(turn);
      expect((await flatClient(app)('GET /requests')).status).toBe(200);
      await stop();
    }
    expect(new Set(warnings())).toEqual(
      new Set([expect.stringMatching(/^AUTH_DISABLED=true: .*local development only/i)]),
    );
  });

  it('without a user and without a key: the three ways out, until there is one', async () => {
    const app = await start({});
    expect(warnings()).toEqual([expect.stringMatching(/bootstrap.*ADMIN_API_KEY.*AUTH_DISABLED=true/)]);
    expect((await flatClient(app)('GET /entities')).status).toBe(401);
    await bootstrap(app.services);
    await stop();
    await start({});
    expect(warnings()).toHaveLength(1);
  });

  it('with a shared key: nothing, and the key works at once', async () => {
    const ADMIN_API_KEY = 'an-admin-key-of-the-test-suite';
    const app = await start({ ADMIN_API_KEY });
    expect(warnings()).toEqual([]);
    expect((await flatClient(app, { 'x-api-key': ADMIN_API_KEY })('GET /requests')).status).toBe(200);
  });

  it('after the first memory: one line that points at the dashboard', async () => {
    const ADMIN_API_KEY = 'an-admin-key-of-the-test-suite';
    const app = await start({ ADMIN_API_KEY, DASHBOARD_URL: 'https://memory.example.org' });
    const call = flatClient(app, { 'x-api-key': ADMIN_API_KEY });
    for (const content of ['tea', 'coffee'])
      await call('POST /memories', { messages: [{ role: 'user', content }], user_id: 'ada', infer: false });
    const pointed = () =>
      lines.filter(
        ({ msg, dashboardUrl }) => msg.startsWith('The first memory') && dashboardUrl === 'https://memory.example.org',
      );
    await expect.poll(pointed).toHaveLength(1);
  });

  it('nothing is reported to anybody: no variable switches that, and no provider is called', async () => {
    const calls: unknown[] = [];
    const counter = createServer((request, response) => {
      calls.push(request.url);
      response.end('{}');
    });
    await new Promise<void>((resolve) => counter.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(counter.address() as AddressInfo).port}/v1`;
    const app = await start({
      OPENAI_API_KEY: 'sk-x',
      OPENAI_BASE_URL: url,
      LLM_PROVIDER: 'local',
      OUTBOUND_ALLOW: 'loopback',
    });
    const call = flatClient(app);
    const pair = (
      await call<{ access_token: string }>('POST /auth/register', {
        name: 'Ada',
        email: 'ada@example.org',
        password: 'a long enough secret',
      })
    ).body;
    expect(
      (
        await call(
          'POST /auth/onboarding-complete',
          { use_case: 'tests' },
          { authorization: `Bearer ${pair.access_token}` },
        )
      ).status,
    ).toBe(200);
    expect([calls, lines.filter(({ msg }) => /telemetry/i.test(msg))]).toEqual([[], []]);
    counter.close();
  });
});

describe('3 bootstrap', () => {
  it('prints addresses, e-mail, password, key, and a call to try that works as it is printed', async () => {
    const app = await start({});
    const printed = { out: '', err: '' };
    const io = {
      stdout: { write: (text: string) => (printed.out += text) },
      stderr: { write: (text: string) => (printed.err += text) },
    };
    const code = await runBootstrapCommand(
      [],
      io,
      async () => ({ services: app.services, close: async () => undefined }),
      { apiUrl: 'http://localhost:8888', dashboardUrl: 'http://localhost:3000' },
    );
    expect([code, printed.err]).toEqual([0, '']);
    for (const shown of ['http://localhost:8888', 'http://localhost:3000', 'admin@example.com', 'm0sk_'])
      expect(printed.out).toContain(shown);
    const [, url = '', key = '', body = ''] =
      /curl -X POST (\S+) -H 'X-API-Key: (\S+)' [^\n]+\\\n +-d '(.+)'\n/.exec(printed.out) ?? [];
    const answer = await flatClient(app)<{ results: unknown[] }>(`POST ${new URL(url).pathname}`, JSON.parse(body), {
      'x-api-key': key,
    });
    expect([answer.status, answer.body.results.length]).toEqual([200, 1]);
  });
});
