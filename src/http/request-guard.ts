import type { FastifyInstance } from 'fastify';
import { isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.js';
import { ForbiddenError } from '../errors.js';

/** Decides by its headers whether a request may come in, before any credential is read. */
export interface RequestGuard {
  /** Returns the reason to refuse the Host header, or null. */
  refuseHost(headers: IncomingHttpHeaders): string | null;
  /** Returns the reason to refuse a write or a WebSocket that another website started, or null. */
  refuseOrigin(headers: IncomingHttpHeaders): string | null;
}

/**
 * Creates the guard against DNS rebinding and cross-site requests.
 *
 * The Host header is checked where a browser on this machine is the only way in (a loopback address), where no credential
 * is needed (`AUTH_DISABLED`), and where `ALLOWED_HOSTS` asks for it. Addresses pass: rebinding needs a name.
 */
export function createRequestGuard({ http, auth }: Pick<Config, 'http' | 'auth'>): RequestGuard {
  const origins = new Set(http.dashboardOrigins);
  const own = [...http.dashboardOrigins, ...(http.publicUrl === null ? [] : [http.publicUrl])];
  const names = new Set(['localhost', ...http.allowedHosts, ...own.map(toHostname), http.host]);
  const checksHost = auth.disabled || http.allowedHosts.length > 0 || http.isLoopbackOnly;
  // Most clients send the same Host header with each request.
  let allowedBefore: string | null = null;
  return {
    refuseHost({ host = '' }) {
      if (!checksHost || host === allowedBefore) return null;
      const name = /^[^@/?#\\]+$/.test(host) && URL.canParse(`http://${host}`) ? toHostname(`http://${host}`) : '';
      if (name !== '' && (isAddress(name) || names.has(name) || name.endsWith('.localhost'))) {
        allowedBefore = host;
        return null;
      }
      return 'This host name is not allowed. Add it to ALLOWED_HOSTS.';
    },
    refuseOrigin({ origin, host, 'sec-fetch-site': site }) {
      if (origin === undefined) return site === 'cross-site' ? foreignSite : null;
      if (origins.has(origin)) return null;
      return URL.canParse(origin) && new URL(origin).host === host ? null : foreignSite;
    },
  };
}

const foreignSite = 'Requests from this website are not allowed. Add its origin to DASHBOARD_URL.';
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses requests with 403 before they are authenticated. Call it before any route scope is opened. */
export function guardRequests(app: FastifyInstance, guard: RequestGuard): void {
  app.addHook('onRequest', ({ headers, method }, _reply, done) => {
    const reason = guard.refuseHost(headers) ?? (readMethods.has(method) ? null : guard.refuseOrigin(headers));
    if (reason === null) done();
    else done(new ForbiddenError(reason));
  });
}

const toHostname = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0;
