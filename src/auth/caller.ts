/** How a request proved who it is; the request log records it under `auth_type`. */
export type AuthMode = 'none' | 'bearer' | 'api_key' | 'admin_api_key' | 'disabled';

/** The person behind a caller. */
export interface CallerUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'admin' | 'member';
}

/** The API key behind a caller. `projectId` null: every project of its owner. */
export interface CallerKey {
  readonly id: string;
  readonly prefix: string;
  readonly projectId: string | null;
  readonly readOnly: boolean;
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
