import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

export interface SignedParts {
  /** `webhook-id`. */
  readonly id: string;
  /** `webhook-timestamp`, Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The header `webhook-signature` of Standard Webhooks: for each secret `v1,` and the base64 of HMAC-SHA256 over
 * `id.timestamp.body`, separated by spaces. A receiver accepts a message when any of them is right.
 */
export function signatureHeader(secrets: readonly string[], { id, timestamp, body }: SignedParts): string {
  const sign = (secret: string): string => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return secrets.map(sign).join(' ');
}
