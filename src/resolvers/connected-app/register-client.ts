import { clientKey } from '../../auth/rate-limit.js';
import { readSignedValue, signValue } from '../../auth/signed-value.js';
import type { AppContext, Services } from '../../context.js';
import { readClientMetadata, type OauthClient } from './oauth-client.js';
import { OauthError } from './oauth-error.js';

interface Registration {
  readonly name: string;
  readonly uri: string | null;
  readonly redirectUris: readonly string[];
  /** Unix seconds. */
  readonly issuedAt: number;
}

/** Maximum length of a client id, which is part of URLs. */
const longest = 4_096;

/** Registers a client (RFC 7591). Its id contains the signed metadata, which needs no storage. @throws OauthError */
export async function registerClient(
  ctx: AppContext,
  metadata: unknown,
): Promise<OauthClient & { readonly issuedAt: number }> {
  await ctx.authRateLimiter.take('registerClient', clientKey(ctx.clientAddress));
  const read = readClientMetadata(metadata);
  const issuedAt = Math.floor(ctx.now().getTime() / 1_000);
  const id = signValue(ctx, 'oauth-client', { ...read, issuedAt } satisfies Registration);
  if (id.length > longest) throw new OauthError('invalid_client_metadata', 'The metadata of the client is too long.');
  return { ...read, id, isVerified: false, issuedAt };
}

/** Returns the registered client with this id, or null if this installation did not issue the id. */
export function findRegisteredClient(services: Pick<Services, 'config'>, id: string): OauthClient | null {
  if (id.length > longest) return null;
  const found = readSignedValue(services, 'oauth-client', id) as Registration | null;
  if (!found) return null;
  const { name, uri, redirectUris } = found;
  return { id, name, uri, redirectUris, isVerified: false };
}
