import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Services } from '../context.js';

/** Signs values if no secret is set, which only `AUTH_DISABLED` allows. Such values become invalid at a restart. */
const processSecret = randomBytes(32).toString('base64url');

/** Purpose of a signed value. A value is invalid for any other purpose. */
export type SignedPurpose = 'oauth-client' | 'oauth-request';

type Signer = Pick<Services, 'config'>;

/** Encodes `value` as signed text that clients can read but not change. */
export function signValue(services: Signer, purpose: SignedPurpose, value: object): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${body}.${sign(services, purpose, body).toString('base64url')}`;
}

/** Returns the value of {@link signValue}, or null for text that this installation did not sign for this purpose. */
export function readSignedValue(services: Signer, purpose: SignedPurpose, text: string): unknown {
  const [body = '', signature = '', ...rest] = text.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(services, purpose, body);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as unknown;
}

function sign({ config }: Signer, purpose: SignedPurpose, body: string): Buffer {
  return createHmac('sha256', config.auth.jwtSecret ?? processSecret)
    .update(`${purpose}\n${body}`)
    .digest();
}
