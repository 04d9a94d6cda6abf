import type { FastifyInstance } from 'fastify';
import { isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.js';
import { type DomainError, ForbiddenError, ValidationError } from '../../errors.js';

/** Checks request headers before any credential is read. */
export interface RequestGuard {
  /** Returns the error of a request with this Host header, or null. */
  refuseHost(headers: IncomingHttpHeaders): DomainError | null;
  /** Returns the error of a write or a WebSocket started by another website, or null. */
  refuseOrigin(headers: IncomingHttpHeaders): DomainError | null;
}

/**
 * Creates the guard against DNS rebinding and cross-site requests. It checks the host name on loopback addresses, with
 * `AUTH_DISABLED` and with `ALLOWED_HOSTS`. IP addresses pass, because rebinding needs a name. Elsewhere, any name passes.
 */
export function createRequestGuard({ http, auth }: Pick<Config, 'http' | 'auth'>): RequestGuard {
  const own = [...http.dashboardOrigins, ...(http.publicUrl === null ? [] : [http.publicUrl])];
  const origins = new Set(own);
  const names = new Set(['localhost', ...http.allowedHosts, ...own.map(toHostname), http.host]);
  const checksHost = auth.disabled || http.allowedHosts.length > 0 || http.isLoopbackOnly;
  // Most clients send the same Host header with each request.
  let allowedBefore: string | null = null;
  return {
    refuseHost({ host = '' }) {
      if (host === allowedBefore) return null;
      const name = /^[^@/?#\\]+$/.test(host) && URL.canParse(`http://${host}`) ? toHostname(`http://${host}`) : '';
      const isOwn = name !== '' && (isAddress(name) || names.has(name) || name.endsWith('.localhost'));
      if (checksHost && !isOwn) return new ForbiddenError('This host name is not allowed. Add it to ALLOWED_HOSTS.');
      // HTTP/1.0 has no Host. Other texts would fail where the URL of the request is read.
      if (host !== '' && name === '') return new ValidationError({}, 'The Host header must be a host name.');
      allowedBefore = host;
      return null;
    },
    refuseOrigin({ origin, host, 'sec-fetch-site': site }) {
      if (origin === undefined) return site === 'cross-site' ? new ForbiddenError(foreignSite) : null;
      if (origins.has(origin)) return null;
      return URL.canParse(origin) && new URL(origin).host === host ? null : new ForbiddenError(foreignSite);
    },
  };
}

const foreignSite = 'Requests from this website are not allowed. Add its origin to DASHBOARD_URL.';
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects such requests before authentication. Call it before opening a route scope. */
export function guardRequests(app: FastifyInstance, guard: RequestGuard): void {
  app.addHook('onRequest', ({ headers, method }, _reply, done) => {
    const refusal = guard.refuseHost(headers) ?? (readMethods.has(method) ? null : guard.refuseOrigin(headers));
    done(refusal ?? undefined);
  });
}

const toHostname = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

const isAddress = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0;
