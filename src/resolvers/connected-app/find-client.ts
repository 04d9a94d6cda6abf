import { clientKey } from '../../auth/rate-limit.js';
import type { AppContext, Services } from '../../context.js';
import { DomainError } from '../../errors.js';
import { OutboundError } from '@memory-gateway/outbound';
import { readClientMetadata, type OauthClient } from './oauth-client.js';
import { OauthError } from './oauth-error.js';
import { findRegisteredClient } from './register-client.js';
import { isLoopbackUrl } from './redirect-uri.js';

const fetchTimeoutMs = 5_000;
const documentBytes = 16_384;
const freshMs = 300_000;
const documentsMax = 200;

interface Entry {
  readonly client: OauthClient;
  readonly readAt: number;
}

// One cache per running server. The outbound guard lives as long as its server.
const caches = new WeakMap<Services['outbound'], Map<string, Entry>>();

/**
 * Returns the client with this id: a registered client, or the one described by the metadata document at this URL.
 * @throws OauthError with `invalid_client`; RateLimitedError by client address
 */
export async function findClient(ctx: AppContext, id: string): Promise<OauthClient> {
  if (!/^https?:/i.test(id)) {
    const registered = findRegisteredClient(ctx, id);
    if (!registered) throw invalidClient('The client is not registered here. Register it again.');
    return registered;
  }
  assertDocumentUrl(id);
  const cache = caches.get(ctx.outbound) ?? new Map<string, Entry>();
  caches.set(ctx.outbound, cache);
  const known = cache.get(id);
  if (known && ctx.now().getTime() - known.readAt < freshMs) return known.client;
  // Each cache miss sends a request to a host chosen by an unknown caller, so misses are rate-limited.
  await ctx.authRateLimiter.take('startAuthorization', clientKey(ctx.clientAddress));
  const client = await fetchDocument(ctx, id);
  cache.delete(id);
  cache.set(id, { client, readAt: ctx.now().getTime() });
  const [oldest] = cache.keys();
  if (cache.size > documentsMax && oldest !== undefined) cache.delete(oldest);
  return client;
}

// Loopback URLs pass here. The outbound guard rejects them unless OUTBOUND_ALLOW permits them.
function assertDocumentUrl(id: string): void {
  const url = URL.canParse(id) && id.length <= 500 ? new URL(id) : null;
  const isSafe = url !== null && (url.protocol === 'https:' || isLoopbackUrl(url)) && url.href === id;
  if (
    !isSafe ||
    url.hash !== '' ||
    url.search !== '' ||
    url.username !== '' ||
    url.password !== '' ||
    url.pathname === '/'
  )
    throw invalidClient('A client id that is a URL must be the exact https URL of a metadata document, with a path.');
}

async function fetchDocument(ctx: AppContext, id: string): Promise<OauthClient> {
  try {
    const { status, body } = await ctx.outbound.request({
      url: id,
      method: 'GET',
      headers: { accept: 'application/json' },
      timeoutMs: fetchTimeoutMs,
      maxResponseBytes: documentBytes,
    });
    if (status !== 200) throw invalidClient(`The metadata document of the client responds with status ${status}.`);
    return readDocument(id, JSON.parse(body.toString('utf8')));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    // Logged only: in the response, the reason would let strangers scan this server's network.
    const reason = error instanceof OutboundError ? error.failure : 'invalid_json';
    ctx.log.info({ clientId: id, reason }, 'Reading the metadata document of an MCP client failed.');
    throw invalidClient('The metadata document of the client could not be read.');
  }
}

function readDocument(id: string, value: unknown): OauthClient {
  const read = readClientMetadata(value);
  const { client_id: named, token_endpoint_auth_method: method = 'none' } = value as Record<string, unknown>;
  if (named !== id) throw invalidClient('client_id in the metadata document must equal the URL of the document.');
  if (method !== 'none') throw invalidClient('token_endpoint_auth_method must be none: clients are public.');
  return { ...read, id, isVerified: true };
}

const invalidClient = (message: string): OauthError => new OauthError('invalid_client', message);
