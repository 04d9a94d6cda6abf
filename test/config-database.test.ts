import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { loadConfig, type Environment } from '../src/config.js';
import { problemsOf } from './helpers/config-problems.js';

const secret = 'n0t-4-real-secret-Zx81qP';

function postgresUrl(env: Environment): string {
  const { database } = loadConfig(env);
  return database.kind === 'postgres' ? database.connectionString : 'embedded';
}

describe('database settings', () => {
  it('select Postgres by POSTGRES_HOST, with any character in the password', () => {
    const url = postgresUrl({
      POSTGRES_HOST: 'db.internal',
      POSTGRES_PORT: '5433',
      POSTGRES_DB: 'a b',
      POSTGRES_USER: 'me',
      POSTGRES_PASSWORD: 'p@ss/w:o#r?d%',
    });
    expect(new pg.Client(url)).toMatchObject({
      host: 'db.internal',
      port: 5433,
      database: 'a b',
      user: 'me',
      password: 'p@ss/w:o#r?d%',
    });
  });

  it('accept the folder of a unix socket and an IPv6 address as host', () => {
    expect(new pg.Client(postgresUrl({ POSTGRES_HOST: '/run/postgresql' }))).toMatchObject({
      host: '/run/postgresql',
      database: 'postgres',
      user: 'postgres',
    });
    expect(postgresUrl({ POSTGRES_HOST: '::1' })).toBe('postgresql://postgres@[::1]:5432/postgres');
  });

  it('leave out what Kubernetes sets for a Service named postgres', () => {
    const service = {
      POSTGRES_SERVICE_HOST: '10.0.0.7',
      POSTGRES_SERVICE_PORT: '5432',
      POSTGRES_SERVICE_PORT_SQL: '5432',
      POSTGRES_PORT: 'tcp://10.0.0.7:5432',
      POSTGRES_PORT_5432_TCP: 'tcp://10.0.0.7:5432',
      POSTGRES_PORT_5432_TCP_PROTO: 'tcp',
      POSTGRES_PORT_5432_TCP_PORT: '5432',
      POSTGRES_PORT_5432_TCP_ADDR: '10.0.0.7',
      POSTGRES_RO_PORT: 'tcp://10.0.0.8:5432',
    };
    for (const own of [{}, { DATABASE_URL: 'postgres://h/d' }, { POSTGRES_HOST: 'postgres' }])
      expect(loadConfig({ ...own, ...service })).toEqual(loadConfig(own));
    expect(problemsOf({ POSTGRES_HOST: 'postgres', POSTGRES_PORT: 'high', POSTGRES_NAME: 'memory' })).toEqual([
      'POSTGRES_PORT must be a whole number from 1 to 65535.',
      expect.stringMatching(/^POSTGRES_NAME is not known here\./),
    ]);
  });

  it('use DATABASE_URL unchanged', () => {
    expect(
      loadConfig({ DATABASE_URL: `postgres://u:${secret}@h/d?sslmode=require`, DATABASE_POOL_SIZE: '3' }).database,
    ).toEqual({
      kind: 'postgres',
      connectionString: `postgres://u:${secret}@h/d?sslmode=require`,
      directConnectionString: `postgres://u:${secret}@h/d?sslmode=require`,
      maxConnections: 3,
      partitions: null,
      replica: null,
      rowSecurity: true,
      sharedRateLimits: false,
    });
  });

  it('split a new database on Postgres only', () => {
    expect(loadConfig({ DATABASE_URL: 'postgres://h/d', PARTITIONS: '16' }).database).toMatchObject({ partitions: 16 });
    expect(problemsOf({ SHARED_RATE_LIMITS: 'true' })).toEqual([
      'SHARED_RATE_LIMITS has no effect without DATABASE_URL.',
    ]);
    expect(problemsOf({ PARTITIONS: '16' })).toEqual(['PARTITIONS has no effect without DATABASE_URL.']);
  });

  it('refuse settings that contradict each other or would have no effect', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://h/d', POSTGRES_HOST: 'db' })).toEqual([
      'DATABASE_URL and POSTGRES_HOST are both set; keep one of them.',
    ]);
    expect(problemsOf({ POSTGRES_PASSWORD: secret })).toEqual([
      'POSTGRES_PASSWORD has no effect without POSTGRES_HOST.',
    ]);
    expect(problemsOf({ DATABASE_READ_URL: 'postgres://h/d' })).toEqual([
      'DATABASE_READ_URL has no effect without DATABASE_URL.',
    ]);
    expect(problemsOf({ DATABASE_URL: 'postgres://h/d', DATABASE_READ_URL: 'h' })).toEqual([
      expect.stringMatching(/^DATABASE_READ_URL must be a URL/),
    ]);
    expect(problemsOf({ DATABASE_URL: 'mysql://h/d' })).toEqual([expect.stringMatching(/^DATABASE_URL must be a URL/)]);
  });
});
