import type { FastifyRequest } from 'fastify';
import type { CallerKey } from '../../auth/caller.js';

const metaKey = 'io.modelcontextprotocol/clientInfo';
const credentialsMax = 1_000;

interface ClientInfo {
  readonly name: string;
  readonly version: string | null;
}

interface Message {
  readonly method?: unknown;
  readonly params?: { readonly clientInfo?: unknown; readonly _meta?: Readonly<Record<string, unknown>> };
}

/**
 * Returns a function that records the client name of an MCP request for the request log.
 * Clients of revision 2026-07-28 send their name with each message. Older clients send it in the handshake only, so a
 * credential's last handshake names its later requests.
 */
export function createClientNames(): (request: FastifyRequest, key: CallerKey | null) => void {
  const handshakes = new Map<string, ClientInfo>();
  return ({ body, audit }, key) => {
    const { method, params } = (body ?? {}) as Message;
    const stated = toClientInfo(params?._meta?.[metaKey] ?? (method === 'initialize' ? params?.clientInfo : undefined));
    if (stated && key && method === 'initialize') remember(handshakes, key.id, stated);
    const info = stated ?? (key ? handshakes.get(key.id) : undefined);
    audit.client = info?.name ?? null;
    audit.clientVersion = info?.version ?? null;
  };
}

// A Map iterates in insertion order, so its first entry is the oldest handshake.
function remember(handshakes: Map<string, ClientInfo>, keyId: string, info: ClientInfo): void {
  handshakes.delete(keyId);
  handshakes.set(keyId, info);
  const [oldest] = handshakes.keys();
  if (handshakes.size > credentialsMax && oldest !== undefined) handshakes.delete(oldest);
}

function toClientInfo(value: unknown): ClientInfo | null {
  const { name, version } = (value ?? {}) as { name?: unknown; version?: unknown };
  if (typeof name !== 'string' || name === '') return null;
  return { name: name.slice(0, 200), version: typeof version === 'string' ? version.slice(0, 64) : null };
}
