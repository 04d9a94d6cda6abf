import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import bcrypt from 'bcrypt';

const KEY_PREFIX = 'm0sk_';
const BCRYPT_COST = 10;

/** A new API key. Nothing but `secret` can authenticate, and nothing else here gives it back. */
export interface MintedKey {
  /** The whole key: `m0sk_` and 43 url-safe characters that carry 256 random bits. Shown once, never stored. */
  readonly secret: string;
  /** First 12 characters, to recognise a key by. */
  readonly prefix: string;
  /** bcrypt over the whole key. */
  readonly hash: string;
  /** SHA-256 over the whole key, to find it by. */
  readonly digest: Buffer;
}

/** Makes an API key. */
export async function mintApiKey(): Promise<MintedKey> {
  const secret = KEY_PREFIX + randomBytes(32).toString('base64url');
  return { secret, prefix: secret.slice(0, 12), hash: await hashApiKey(secret), digest: getDigest(secret) };
}

/** bcrypt over the whole key, as new keys have it. */
export function hashApiKey(secret: string): Promise<string> {
  return bcrypt.hash(secret, BCRYPT_COST);
}

/** Whether a text has the exact shape of an API key; no other text needs to be looked up. */
export function isApiKeyShaped(text: string): boolean {
  return /^m0sk_[\w-]{43}$/.test(text);
}

/** What the logs may say of a presented credential: the first 12 characters of something that begins like an API key. */
export function getDisplayPrefix(text: string): string | null {
  return /^m0sk_[\w-]{7}/.exec(text)?.[0] ?? null;
}

/** SHA-256 of a secret. Enough for a key of 256 random bits: there is nothing to guess. */
export function getDigest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Checks an API key against its bcrypt hash, off the main thread. */
export function verifyApiKey(secret: string, hash: string): Promise<boolean> {
  return bcrypt.compare(secret, hash);
}

/** Compares two secrets in a time that depends on neither's content nor on their lengths in common. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(getDigest(left), getDigest(right));
}
