/** How a request proved who it is; the request log records it under `auth_type`. */
export type AuthMode = 'none' | 'bearer' | 'api_key' | 'oauth' | 'admin_api_key' | 'disabled';

export type McpScope = 'memory:read' | 'memory:write' | 'memory:delete';

/** Every scope, from the least to the most powerful. */
export const mcpScopes: readonly McpScope[] = ['memory:read', 'memory:write', 'memory:delete'];

export interface CallerUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'admin' | 'member';
}

/**
 * The API key behind a caller, or the access token of a connected app, which is bound in the same way. `projectId` null: every
 * project of its owner.
 */
export interface CallerKey {
  readonly id: string;
  readonly prefix: string;
  readonly projectId: string | null;
  readonly readOnly: boolean;
  /** What a connected app may do; absent for API keys, which may do what their owner's role permits. */
  readonly scopes?: ReadonlySet<McpScope>;
}

/**
 * Who is calling. A request without credentials has the caller {@link anonymous}, not null.
 * `isAdmin` holds for the admin key, for disabled authentication and for users with the role admin.
 */
export interface Caller {
  readonly mode: AuthMode;
  readonly user: CallerUser | null;
  readonly key: CallerKey | null;
  /** The session behind a session token. */
  readonly sessionId?: string | undefined;
  readonly isAdmin: boolean;
}

/** The caller of a request without credentials. */
export const anonymous: Caller = { mode: 'none', user: null, key: null, isAdmin: false };

/** Names the caller in audit columns: user id, else key prefix, else the auth mode. At most 64 characters. */
export function callerName(caller: Caller): string {
  return caller.user?.id ?? caller.key?.prefix ?? caller.mode;
}
