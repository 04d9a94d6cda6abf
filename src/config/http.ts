import { isNetwork } from './network.js';
import type { Reader } from './reader.js';

export interface HttpConfig {
  readonly host: string;
  /** Whether `host` is reachable from this machine only. */
  readonly isLoopbackOnly: boolean;
  readonly port: number;
  readonly dashboardPort: number;
  /** Exact origins that browsers may call from, never a wildcard. The first one is shown as the dashboard's address. */
  readonly dashboardOrigins: readonly string[];
  /** Accepted `Host` names besides loopback names and those of `dashboardOrigins`. Empty: see `ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[];
  /** Origin under which clients reach the server. Null: the origin of each request. */
  readonly publicUrl: string | null;
  readonly bodyLimitBytes: number;
  /** Proxies trusted for the client's address: none, all, a number of hops, or a comma-separated list of addresses. */
  readonly trustProxy: boolean | number | string;
  readonly shutdownGraceMs: number;
  /** Requests per minute of one API key, or of one user with sessions, in one process or over all. 0: unlimited. */
  readonly callsPerMinute: number;
  /** Wrong credentials per minute from one address, in one process or over all. More get 429. 0: unlimited. */
  readonly wrongCredentialsPerMinute: number;
  readonly metricsToken: string | null;
}

/** Reads the addresses, origins and limits of the HTTP server. */
export function readHttp(read: Reader): HttpConfig {
  const host = read.text('API_HOST', '127.0.0.1');
  const port = read.integer('API_PORT', 8888, { min: 0, max: 65_535 });
  const dashboardPort = read.integer('DASHBOARD_PORT', 3000, { min: 0, max: 65_535 });
  if (port === dashboardPort && port !== 0) read.problems.push('DASHBOARD_PORT must differ from API_PORT.');
  return {
    // Loopback by default, so that only this machine can connect.
    host,
    isLoopbackOnly: host === 'localhost' || host === '::1' || host.startsWith('127.'),
    port,
    dashboardPort,
    dashboardOrigins: readOrigins(read, dashboardPort),
    allowedHosts: readAllowedHosts(read),
    publicUrl: readPublicUrl(read),
    bodyLimitBytes: read.integer('BODY_LIMIT_BYTES', 2_097_152, { min: 1_024, max: 1_073_741_824 }),
    trustProxy: readTrustProxy(read),
    shutdownGraceMs: 1_000 * read.integer('SHUTDOWN_GRACE_SECONDS', 10, { min: 0, max: 3_600 }),
    callsPerMinute: read.integer('CALLS_PER_MINUTE', 0, { min: 0, max: 1_000_000 }),
    wrongCredentialsPerMinute: read.integer('WRONG_CREDENTIALS_PER_MINUTE', 300, { min: 0, max: 1_000_000 }),
    metricsToken: read.text('METRICS_TOKEN', '') || null,
  };
}

function readOrigins(read: Reader, dashboardPort: number): string[] {
  const origins = read
    .text('DASHBOARD_URL', `http://localhost:${dashboardPort || 3000}`)
    .split(',')
    .map((part) => toOrigin(part.trim()));
  const valid = origins.filter((origin) => origin !== null);
  if (valid.length < origins.length) {
    read.problems.push(
      'DASHBOARD_URL must be an origin such as http://localhost:3000, or several with commas between them, without paths.',
    );
  }
  return valid;
}

function readAllowedHosts(read: Reader): string[] {
  const names = read
    .text('ALLOWED_HOSTS', '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  if (!names.every((name) => /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name))) {
    read.problems.push('ALLOWED_HOSTS must be host names without ports, with commas between them.');
  }
  return names;
}

function readPublicUrl(read: Reader): string | null {
  const given = read.text('PUBLIC_URL', '');
  const origin = given === '' ? null : toOrigin(given);
  if (given !== '' && origin === null)
    read.problems.push('PUBLIC_URL must be an origin such as https://memory.example.com, without a path.');
  return origin;
}

function toOrigin(text: string): string | null {
  if (!/^https?:\/\/[^/?#@*]+\/?$/i.test(text) || !URL.canParse(text)) return null;
  return new URL(text).origin;
}

function readTrustProxy(read: Reader): boolean | number | string {
  const value = read.text('TRUST_PROXY', 'false');
  if (/^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const parts = value.split(',').map((part) => part.trim());
  if (!parts.every(isProxyAddress)) {
    read.problems.push(
      'TRUST_PROXY must be true, false, a number of hops, or addresses and networks with commas between them.',
    );
  }
  return parts.join(',');
}

function isProxyAddress(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text);
}
