import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** Generates a signing secret: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

export interface SignedParts {
  readonly id: string;
  /** Value of `webhook-timestamp`, in Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Returns the `webhook-signature` header of Standard Webhooks: for each secret `v1,` and the base64 HMAC-SHA256 of
 * `id.timestamp.body`, separated by spaces. Receivers accept a message if any signature is valid.
 */
export function signatureHeader(secrets: readonly string[], { id, timestamp, body }: SignedParts): string {
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return secrets.map(sign).join(' ');
}
