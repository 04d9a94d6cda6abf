import type { Services } from '../context.js';
import { callerOfAppToken, isAppTokenShaped } from './app-tokens.js';
import { anonymous, type AuthMode, type Caller, type CallerUser } from './caller.js';
import {
  presentedCredential,
  RefusedCredentialError,
  type Credentials,
  type PresentedCredential,
} from './credentials.js';
import { createKeyCache, type KeyCache } from './key-cache.js';
import { createOldestAdmin, type OldestAdmin } from './oldest-admin.js';
import { getDisplayPrefix, isApiKeyShaped, isSameSecret, verifyAccessToken } from '@memory-gateway/credentials';

export { RefusedCredentialError, type Credentials } from './credentials.js';

interface Authentication {
  readonly caller: Caller;
  readonly presented: AuthMode;
  readonly keyPrefix: string | null;
}

export interface Authenticator {
  /**
   * Authenticates a request by its first credential: key, session token, disabled authentication, or none.
   * @throws RefusedCredentialError if the credential is wrong, with the mode that was attempted
   */
  authenticate(credentials: Credentials): Promise<Authentication>;
  /** Unsubscribes from the bus and waits for pending `lastUsedAt` writes. */
  close(): Promise<void>;
}

type Needs = Pick<Services, 'config' | 'stores' | 'bus' | 'now' | 'log'>;

/** Longer texts cannot be API keys, so they are not hashed. */
const LONGEST_KEY = 512;
const LONGEST_TOKEN = 8 * 1024;

export function createAuthenticator(services: Needs): Authenticator {
  const known: Known = { keys: createKeyCache(services), oldestAdmin: createOldestAdmin(services) };
  return {
    async authenticate(credentials) {
      const presented = presentedCredential(credentials);
      if (presented) return authenticateWith(services, known, { ...presented, resource: credentials.resource });
      if (services.config.auth.disabled) return authenticated(await asOldestAdmin(known, 'disabled'));
      return authenticated(anonymous);
    },
    async close() {
      known.oldestAdmin.close();
      await known.keys.close();
    },
  };
}

interface Known {
  readonly keys: KeyCache;
  readonly oldestAdmin: OldestAdmin;
}

async function authenticateWith(
  services: Needs,
  known: Known,
  presented: PresentedCredential & Pick<Credentials, 'resource'>,
): Promise<Authentication> {
  const { value, isBearer, resource } = presented;
  const { adminApiKey } = services.config.auth;
  if (adminApiKey && value.length <= LONGEST_KEY && isSameSecret(value, adminApiKey)) {
    return authenticated(await asOldestAdmin(known, 'admin_api_key'));
  }
  if (isBearer && isAppTokenShaped(value)) return authenticated(await callerOfAppToken(services, value, resource));
  const isToken = isBearer && !value.startsWith('m0sk_');
  return authenticated(isToken ? await byToken(services, value) : await byKey(known.keys, value));
}

async function byKey(keys: KeyCache, secret: string): Promise<Caller> {
  const found = isApiKeyShaped(secret) ? await keys.find(secret) : null;
  // The same message for unknown, revoked and expired keys, so that it does not reveal which keys existed.
  if (!found) throw new RefusedCredentialError('Invalid API key.', 'api_key', getDisplayPrefix(secret));
  return {
    mode: 'api_key',
    user: { id: found.userId, name: found.userName, email: found.userEmail, role: found.userRole },
    key: { id: found.id, prefix: found.keyPrefix, projectId: found.projectId, readOnly: found.readOnly },
    isAdmin: found.userRole === 'admin',
  };
}

async function byToken(services: Needs, token: string): Promise<Caller> {
  const { jwtSecret } = services.config.auth;
  const isPlausible = jwtSecret && token.length <= LONGEST_TOKEN;
  const verified = isPlausible ? await verifyAccessToken(jwtSecret, token, services.now()) : null;
  const [user, isLive] = verified
    ? await Promise.all([
        services.stores.users.find(verified.userId),
        services.stores.refreshTokens.isLive({ ...verified, now: services.now() }),
      ])
    : [null, false];
  // An access token is valid only while its session exists.
  if (!user || !isLive) throw new RefusedCredentialError('Invalid or expired token.', 'bearer');
  return {
    mode: 'bearer',
    user: callerUser(user),
    key: null,
    sessionId: verified?.sessionId,
    isAdmin: user.role === 'admin',
  };
}

async function asOldestAdmin({ oldestAdmin }: Known, mode: AuthMode): Promise<Caller> {
  const admin = await oldestAdmin.find();
  return { mode, user: admin && callerUser(admin), key: null, isAdmin: true };
}

function callerUser({ id, name, email, role }: CallerUser): CallerUser {
  return { id, name, email, role };
}

function authenticated(caller: Caller): Authentication {
  return { caller, presented: caller.mode, keyPrefix: caller.key?.prefix ?? null };
}
