import { UnauthenticatedError } from '../errors.js';
import type { AuthMode } from './caller.js';
import { getDisplayPrefix, isSameSecret } from './secrets.js';

/** Credentials as sent: headers of a request, or the same fields in the first message of a WebSocket. */
export interface Credentials {
  readonly authorization?: string | undefined;
  /** X-API-Key. */
  readonly apiKey?: string | undefined;
  /** URL of the MCP endpoint that the request came to. Access tokens of connected apps are valid at their own endpoint only. */
  readonly resource?: string | undefined;
}

export interface PresentedCredential {
  readonly value: string;
  /** Whether it came as `Bearer`, and so may be a token. */
  readonly isBearer: boolean;
}

/** A credential was presented and is wrong. Carries what the request log records of the attempt. */
export class RefusedCredentialError extends UnauthenticatedError {
  constructor(
    message: string,
    readonly mode: AuthMode,
    readonly keyPrefix: string | null = null,
  ) {
    super(message);
  }
}

/**
 * Picks the credential of a request. Blank headers count as absent, and so does a scheme of Authorization that is not ours
 * when there is an X-API-Key.
 * @throws RefusedCredentialError when it is malformed, or when two headers do not say the same
 */
export function presentedCredential(credentials: Credentials): PresentedCredential | null {
  const apiKey = credentials.apiKey?.trim() || null;
  const header = credentials.authorization?.trim() ? credentials.authorization : null;
  const scheme = header && /^(?:token|bearer)(?=\s|$)/i.exec(header)?.[0].toLowerCase();
  if (header && !scheme && !apiKey) {
    throw new RefusedCredentialError(
      'Unknown authorization scheme: send "Token <key>" or "Bearer <token or key>".',
      'none',
    );
  }
  if (!header || !scheme) return apiKey ? { value: apiKey, isBearer: false } : null;
  const isBearer = scheme === 'bearer';
  const value = /^[a-z]+ (\S.*)$/i.exec(header)?.[1] ?? null;
  if (value === null || /\s$/.test(value)) {
    throw new RefusedCredentialError(
      'Malformed Authorization header: send the scheme, one space and the credential.',
      isBearer ? 'bearer' : 'api_key',
    );
  }
  if (apiKey && !isSameSecret(apiKey, value)) {
    const mode = isBearer && !value.startsWith('m0sk_') ? 'bearer' : 'api_key';
    throw new RefusedCredentialError(
      'Ambiguous credentials: Authorization and X-API-Key differ.',
      mode,
      getDisplayPrefix(value),
    );
  }
  return { value, isBearer };
}
