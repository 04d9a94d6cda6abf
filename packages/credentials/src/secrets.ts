import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import bcrypt from 'bcrypt';

const KEY_PREFIX = 'm0sk_';
const BCRYPT_COST = 10;

/** A new API key. Only `secret` can authenticate, and the other fields do not reveal it. */
export interface MintedKey {
  /** The whole key: `m0sk_` and 43 URL-safe characters with 256 random bits. Shown once, never stored. */
  readonly secret: string;
  /** First 12 characters, which identify the key in lists and logs. */
  readonly prefix: string;
  /** bcrypt hash of the whole key. */
  readonly hash: string;
  /** SHA-256 digest of the whole key, for lookups. */
  readonly digest: Buffer;
}

export async function mintApiKey(): Promise<MintedKey> {
  const secret = KEY_PREFIX + randomBytes(32).toString('base64url');
  return { secret, prefix: secret.slice(0, 12), hash: await hashApiKey(secret), digest: getDigest(secret) };
}

/** Hashes a whole API key with bcrypt at the cost of new keys. */
export function hashApiKey(secret: string): Promise<string> {
  return bcrypt.hash(secret, BCRYPT_COST);
}

/** Returns whether a text has the exact format of an API key. Other texts need no lookup. */
export function isApiKeyShaped(text: string): boolean {
  return /^m0sk_[\w-]{43}$/.test(text);
}

/** Returns the loggable prefix of an API key (its first 12 characters), or null for any other text. */
export function getDisplayPrefix(text: string): string | null {
  return /^m0sk_[\w-]{7}/.exec(text)?.[0] ?? null;
}

/** Returns the SHA-256 digest of a secret. A fast hash is safe for keys with 256 random bits. */
export function getDigest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Checks an API key against its bcrypt hash. bcrypt runs off the main thread. */
export function verifyApiKey(secret: string, hash: string): Promise<boolean> {
  return bcrypt.compare(secret, hash);
}

/** Compares two secrets in constant time, regardless of their content and common length. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(getDigest(left), getDigest(right));
}
