import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig, type Config } from '../src/config.js';
import { problemsOf } from './helpers/config-problems.js';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const secret = 'n0t-4-real-secret-Zx81qP';

describe('loadConfig', () => {
  it('has a default for everything but the secret of sessions', () => {
    expect(loadConfig({ JWT_SECRET: secret }, { requireAuthSecret: true })).toEqual({
      http: {
        host: '127.0.0.1',
        isLoopbackOnly: true,
        port: 8888,
        dashboardPort: 3000,
        dashboardOrigins: ['http://localhost:3000'],
        allowedHosts: [],
        publicUrl: null,
        bodyLimitBytes: 2_097_152,
        trustProxy: false,
        shutdownGraceMs: 10_000,
        callsPerMinute: 0,
        wrongCredentialsPerMinute: 300,
        metricsToken: null,
      },
      database: { kind: 'embedded', dataDir: './.data' },
      dataDir: './.data',
      auth: {
        disabled: false,
        jwtSecret: secret,
        sealingSecret: null,
        adminApiKey: null,
        newUsersJoinDefaultProject: true,
        emailChangeAllowed: true,
        recheckMs: 30_000,
      },
      graphql: {
        introspection: true,
        maxDepth: 12,
        maxAliases: 30,
        maxTokens: 2_000,
        maxComplexity: 10_000,
        trustedDocuments: null,
        federation: false,
        draftStatus: false,
        mcpTools: null,
        mcpToolset: 'standard',
      },
      load: {
        concurrency: { add: 4, search: 32, read: 64, document: 8 },
        maxQueueWaitMs: 1_000,
        maxEventLoopDelayMs: 500,
        sockets: { perAddress: 2_000, perCredential: 1_000, messagesPerSecond: 100, messagesPerSecondOfAddress: 2_000 },
      },
      log: { level: 'info', format: 'auto' },
      requestLogAddresses: 'off',
      traceUrl: null,
      backup: null,
      auditHeadsFile: null,
      requestLogRetentionDays: 30,
      changeRetentionDays: 7,
      rerank: null,
      deletionUndoMs: 0,
      embedder: 'local',
      embedderIdleMs: 300_000,
      providers: {
        llm: { provider: 'local', model: null },
        embedder: { model: null, dimensions: null, folder: null },
        openai: { apiKey: null, baseUrl: null },
        anthropic: { apiKey: null, baseUrl: null },
        gemini: { apiKey: null, baseUrl: null },
        timeoutMs: 60_000,
        retries: 2,
        outageLimitMs: 12 * 3_600_000,
        concurrency: 20,
      },
      outboundAllow: [],
      warnings: [],
    });
  });

  it('warns of a variable that has no effect: with the prefix of the product, or one edit away from a known name', () => {
    const env = {
      JWT_SECRET: secret,
      API_PROT: '9000',
      LOG_LEVELS: 'info',
      MEMORY_GATEWAY_PORT: '9000',
      MEMORY_GATEWAY_API_KEY: 'm0sk_x',
      PORT: '9000',
      PATH: '/usr/bin',
    };
    expect(loadConfig(env).warnings).toEqual([
      'API_PROT has no effect. Did you mean API_PORT?',
      'LOG_LEVELS has no effect. Did you mean LOG_LEVEL?',
      'MEMORY_GATEWAY_PORT has no effect. .env.example lists every variable.',
    ]);
  });

  it('reports every problem at once, each by the name of its variable', () => {
    const env = {
      API_PORT: 'http',
      DASHBOARD_PORT: '70000',
      DASHBOARD_URL: '*',
      AUTH_DISABLED: 'maybe',
      ADMIN_API_KEY: 'short',
      LOG_LEVEL: 'loud',
      POSTGRES_HOST: 'db',
      POSTGRES_COLLECTION_NAME: 'memories',
      TRUST_PROXY: 'everyone',
      GRAPHQL_MAX_DEPTH: '-1',
      REQUEST_LOG_RETENTION_DAYS: '0',
      EMBEDDER: 'remote',
      OUTBOUND_ALLOW: 'https://hooks.internal/',
      TRACE_URL: 'javascript:alert({traceId})',
    };
    const problems = problemsOf(env, { requireAuthSecret: true });
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(
      [...Object.keys(env).filter((name) => name !== 'POSTGRES_HOST'), 'JWT_SECRET'].sort(),
    );
  });

  it('never repeats a value in a problem', () => {
    const names = [...read('.env.example').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map((match) => match[1] ?? '');
    const value = fc.stringMatching(/^[0-9a-f]{12}@@[0-9a-f]{4}$/);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (env) => {
        const text = problemsOf(env).join('\n');
        expect(Object.values(env).filter((candidate) => text.includes(candidate))).toEqual([]);
      }),
    );
  });

  it('reads what may be called beyond the public internet, and refuses what it does not understand', () => {
    const allow = 'loopback, Private,10.1.0.0/16,fd12::/48, hooks.internal:8080 ,[fd12::1]:8080,10.0.0.1';
    expect(loadConfig({ OUTBOUND_ALLOW: allow }).outboundAllow).toEqual([
      'loopback',
      'private',
      '10.1.0.0/16',
      'fd12::/48',
      'hooks.internal:8080',
      '[fd12::1]:8080',
      '10.0.0.1',
    ]);
    for (const bad of [
      '*',
      '10.0.0.0/33',
      'a b',
      'http://hooks.internal',
      'hooks.internal/path',
      '-x',
      'user@host',
      '*.internal',
    ])
      expect(problemsOf({ OUTBOUND_ALLOW: bad })).toHaveLength(1);
  });

  it('takes the language model that there is a key for, unless another is named', () => {
    expect(loadConfig({ OPENAI_API_KEY: 'k', GOOGLE_API_KEY: 'g' }).providers.llm).toEqual({
      provider: 'openai',
      model: null,
    });
    expect(loadConfig({ ANTHROPIC_API_KEY: 'k', LLM_MODEL: 'claude-opus-5' }).providers.llm).toEqual({
      provider: 'anthropic',
      model: 'claude-opus-5',
    });
    expect(loadConfig({ OPENAI_API_KEY: 'k', LLM_PROVIDER: 'local' }).providers.llm.provider).toBe('local');
    // An API key enables extraction by a provider; embeddings stay local until configured.
    expect(loadConfig({ OPENAI_API_KEY: 'k' }).embedder).toBe('local');
  });

  it('refuses a base URL of a provider that is none', () => {
    expect(loadConfig({ OPENAI_BASE_URL: 'http://models.internal:11434/v1/' }).providers.openai.baseUrl).toBe(
      'http://models.internal:11434/v1',
    );
    for (const bad of ['models.internal', 'ftp://models', 'http://me@models/v1', 'https://models/v1?a=b'])
      expect(problemsOf({ OPENAI_BASE_URL: bad })).toHaveLength(1);
  });

  it('treats a blank value as absent', () => {
    expect(loadConfig({ API_PORT: ' ', DATABASE_URL: '', ADMIN_API_KEY: '', POSTGRES_HOST: '' })).toEqual(
      loadConfig({}),
    );
  });
});

describe('authentication settings', () => {
  it('ask for JWT_SECRET only where sessions are signed, and not with authentication disabled', () => {
    expect(problemsOf({}, { requireAuthSecret: true })).toEqual([
      expect.stringMatching(/^JWT_SECRET is required unless AUTH_DISABLED=true/),
    ]);
    expect(problemsOf({})).toEqual([]);
    for (const AUTH_DISABLED of ['True', '1', 'YES', 'on'])
      expect(problemsOf({ AUTH_DISABLED }, { requireAuthSecret: true })).toEqual([]);
    for (const AUTH_DISABLED of ['False', '0', 'no', 'OFF'])
      expect(loadConfig({ AUTH_DISABLED }).auth.disabled).toBe(false);
  });

  const flags = [
    ['AUTH_DISABLED', (config: Config) => config.auth.disabled],
    ['GRAPHQL_INTROSPECTION', (config: Config) => config.graphql.introspection],
    ['GRAPHQL_FEDERATION', (config: Config) => config.graphql.federation],
    ['GRAPHQL_DRAFT_STATUS', (config: Config) => config.graphql.draftStatus],
  ] as const;

  it.each(flags)('%s takes eight spellings, and no other value counts as either', (name, isOn) => {
    for (const value of ['true', '1', 'yes', 'on', 'TRUE', ' Yes ', 'ON'])
      expect([value, isOn(loadConfig({ [name]: value }))]).toEqual([value, true]);
    for (const value of ['false', '0', 'no', 'off', 'FALSE', ' No ', 'Off'])
      expect([value, isOn(loadConfig({ [name]: value }))]).toEqual([value, false]);
    for (const value of ['y', 'n', 't', 'f', '2', '-1', 'enabled', 'disabled', 'tru', 'true false', 'null', '"true"'])
      expect([value, problemsOf({ [name]: value })]).toEqual([
        value,
        [`${name} must be true or false; 1, yes, on, 0, no and off count too.`],
      ]);
  });

  it('AUTH_DISABLED_ON_NETWORK takes the same spellings', () => {
    const open = { AUTH_DISABLED: 'yes', API_HOST: '0.0.0.0' };
    for (const AUTH_DISABLED_ON_NETWORK of ['true', '1', 'yes', 'on'])
      expect(problemsOf({ ...open, AUTH_DISABLED_ON_NETWORK })).toEqual([]);
    for (const AUTH_DISABLED_ON_NETWORK of ['false', '0', 'no', 'off', 'y', 'enabled'])
      expect(problemsOf({ ...open, AUTH_DISABLED_ON_NETWORK })).toContainEqual(
        expect.stringMatching(/^AUTH_DISABLED=true serves this machine only/),
      );
    expect(problemsOf({ AUTH_DISABLED_ON_NETWORK: 'y' })).toEqual([
      expect.stringMatching(/^AUTH_DISABLED_ON_NETWORK must be true or false/),
    ]);
  });

  it.each([
    'short',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'change-me-in-production',
    'your_jwt_secret_here_123',
    'supersecretsupersecret',
    'CHANGEME-CHANGEME',
    'jwt-secret-12345678',
  ])('refuse the guessable JWT_SECRET %j', (JWT_SECRET) => {
    expect(problemsOf({ JWT_SECRET })).toEqual([expect.stringMatching(/^JWT_SECRET must be 16 or more/)]);
  });

  it('ignore blanks in the length of ADMIN_API_KEY, and trim it like a header', () => {
    expect(problemsOf({ ADMIN_API_KEY: '     x         y     ' })).toEqual([
      expect.stringMatching(/^ADMIN_API_KEY must be 16/),
    ]);
    expect(problemsOf({ ADMIN_API_KEY: '                    ' })).toEqual([
      expect.stringMatching(/^ADMIN_API_KEY must be 16/),
    ]);
    expect(loadConfig({ ADMIN_API_KEY: ` ${secret}\n` }).auth.adminApiKey).toBe(secret);
  });

  it('refuse an ADMIN_API_KEY that no request could send', () => {
    for (const ADMIN_API_KEY of [`${secret}\n${secret}`, `schlüssel-${secret}`, secret.repeat(30)])
      expect(problemsOf({ ADMIN_API_KEY })).toEqual([
        expect.stringMatching(/^ADMIN_API_KEY must be one line of ASCII characters, 512 at most/),
      ]);
    expect(problemsOf({ ADMIN_API_KEY: secret.repeat(30).slice(0, 512) })).toEqual([]);
  });

  it('restrict an open server to this machine by default', () => {
    expect(loadConfig({ AUTH_DISABLED: 'true' }).http.host).toBe('127.0.0.1');
    expect(problemsOf({ AUTH_DISABLED: 'true', API_HOST: '::' })).toEqual([
      expect.stringMatching(/^AUTH_DISABLED=true serves this machine only: .*AUTH_DISABLED_ON_NETWORK=true/),
    ]);
    expect(problemsOf({ AUTH_DISABLED: 'true', PUBLIC_URL: 'https://memory.example.com' })).toEqual([
      expect.stringMatching(/^AUTH_DISABLED=true serves this machine only: unset API_HOST and PUBLIC_URL, or /),
    ]);
    expect(problemsOf({ AUTH_DISABLED: 'true', PUBLIC_URL: 'http://localhost:9000' })).toEqual([]);
    const onNetwork = { AUTH_DISABLED: 'true', API_HOST: '::', AUTH_DISABLED_ON_NETWORK: 'true' };
    expect(loadConfig(onNetwork).http.host).toBe('::');
  });

  it('name the hosts that requests may carry', () => {
    expect(loadConfig({ ALLOWED_HOSTS: 'memory.example.com, API.example.com' }).http.allowedHosts).toEqual([
      'memory.example.com',
      'api.example.com',
    ]);
    expect(problemsOf({ ALLOWED_HOSTS: 'https://memory.example.com' })).toEqual([
      expect.stringMatching(/^ALLOWED_HOSTS must be host names/),
    ]);
  });

  it('read PUBLIC_URL as an origin', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://Memory.example.com/' }).http.publicUrl).toBe('https://memory.example.com');
    expect(problemsOf({ PUBLIC_URL: 'https://memory.example.com/mcp' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL must be an origin/),
    ]);
  });
});

describe('network settings', () => {
  it('take several exact origins for the dashboard', () => {
    const { dashboardOrigins } = loadConfig({
      DASHBOARD_URL: 'https://Memory.example.com/, http://10.0.0.5:3000',
    }).http;
    expect(dashboardOrigins).toEqual(['https://memory.example.com', 'http://10.0.0.5:3000']);
  });

  it.each([
    '*',
    'https://*.example.com',
    'https://example.com/app',
    'ftp://example.com',
    'https://user@example.com',
    'http://a,,http://b',
  ])('refuse %j as an origin', (DASHBOARD_URL) => {
    expect(problemsOf({ DASHBOARD_URL })).toEqual([expect.stringMatching(/^DASHBOARD_URL must be an origin/)]);
  });

  it.each([
    ['true', true],
    ['2', 2],
    ['loopback, 10.0.0.0/8', 'loopback,10.0.0.0/8'],
    ['fd00::/8', 'fd00::/8'],
  ])('read TRUST_PROXY=%s', (TRUST_PROXY, expected) => {
    expect(loadConfig({ TRUST_PROXY }).http.trustProxy).toEqual(expected);
  });

  it('keep the two ports apart, and allow any free port for both', () => {
    expect(problemsOf({ API_PORT: '3000' })).toEqual(['DASHBOARD_PORT must differ from API_PORT.']);
    expect(loadConfig({ API_PORT: '0', DASHBOARD_PORT: '0' }).http).toMatchObject({ port: 0, dashboardPort: 0 });
  });
});

describe('.env.example', () => {
  const entries = [...read('.env.example').matchAll(/^(#?)([A-Z][A-Z_]+)=(.*)$/gm)];
  const names = entries.map((entry) => entry[2] ?? '');

  it('lists exactly the variables that are read, each after a line that explains it', () => {
    const asked = new Set<string>();
    const env = new Proxy<Record<string, string | undefined>>(
      {},
      {
        get(_target, name) {
          asked.add(String(name));
          return undefined;
        },
      },
    );
    loadConfig(env);
    expect([...names].sort()).toEqual([...asked].sort());
    expect(read('.env.example').match(/^# .+\n#?[A-Z_]+=/gm)).toHaveLength(names.length);
  });

  it('changes nothing when it is used as it is', () => {
    const active = entries.filter((entry) => entry[1] === '');
    const env = Object.fromEntries(active.map((entry): [string, string] => [entry[2] ?? '', entry[3] ?? '']));
    expect(loadConfig(env)).toEqual(loadConfig({}));
  });

  it('names the same variables and defaults as the table in docs/configuration.md', () => {
    const rows = [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`)?/gm)].map(
      ([, name, fallback]) => `${name}=${fallback ?? ''}`,
    );
    const listed = entries.map(([, commented, name, value]) =>
      commented && name !== 'API_HOST' && !/_(PORT|DB|USER)$/.test(name ?? '') ? `${name}=` : `${name}=${value}`,
    );
    expect(rows).toEqual(listed);
  });
});
