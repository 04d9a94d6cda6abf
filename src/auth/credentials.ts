import { UnauthenticatedError } from '../errors.js';
import type { AuthMode } from './caller.js';
import { getDisplayPrefix, isSameSecret } from '@memory-gateway/credentials';

/** Credentials as sent: request headers, or the same fields in the first message of a WebSocket. */
export interface Credentials {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
  /** URL of the requested MCP endpoint. Access tokens of connected apps are valid at their own endpoint only. */
  readonly resource?: string | undefined;
}

export interface PresentedCredential {
  readonly value: string;
  /** Whether the credential was sent as `Bearer`, so that it may be a token. */
  readonly isBearer: boolean;
}

/** Thrown for a wrong credential. Carries what the request log records about the attempt. */
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
 * Returns the credential of a request, or null. With an `X-API-Key`, an unknown Authorization scheme is ignored.
 * @throws RefusedCredentialError if the credential is malformed, or if two headers differ
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
