/** How the caller authenticated. The request log records it as `auth_type`. */
export type AuthMode = 'none' | 'bearer' | 'api_key' | 'oauth' | 'admin_api_key' | 'disabled';

export type McpScope = 'memory:read' | 'memory:write' | 'memory:delete';

/** All scopes, from least to most powerful. */
export const mcpScopes: readonly McpScope[] = ['memory:read', 'memory:write', 'memory:delete'];

export interface CallerUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'admin' | 'member';
}

/** The caller's API key or app token. `projectId` is null if it opens every project of its owner. */
export interface CallerKey {
  readonly id: string;
  readonly prefix: string;
  readonly projectId: string | null;
  readonly readOnly: boolean;
  /** Scopes of a connected app. Undefined for API keys, which may do what their owner's role permits. */
  readonly scopes?: ReadonlySet<McpScope>;
}

/** The authenticated caller. `isAdmin`: the admin key, disabled authentication, or a user with the role admin. */
export interface Caller {
  readonly mode: AuthMode;
  readonly user: CallerUser | null;
  readonly key: CallerKey | null;
  /** Id of the session that issued the access token. */
  readonly sessionId?: string | undefined;
  readonly isAdmin: boolean;
}

/** The caller of a request without credentials. */
export const anonymous: Caller = { mode: 'none', user: null, key: null, isAdmin: false };

/** Returns the caller's name for audit columns: user id, else key prefix, else auth mode. At most 64 characters. */
export function callerName(caller: Caller): string {
  return caller.user?.id ?? caller.key?.prefix ?? caller.mode;
}
