import { createHash, randomBytes } from 'node:crypto';
import bcrypt from 'bcrypt';
import { ValidationError } from '@memory-gateway/errors';
import { isImportedHash, verifyImportedPassword } from './imported-hash.js';

const BCRYPT_COST = 10;
/** bcrypt ignores all bytes after the first 72. */
const BCRYPT_BYTES = 72;
const SHORTEST = 8;
const LONGEST = 128;

/**
 * Validates a new password and normalizes it to NFC.
 * @throws ValidationError on `password` unless it has 8 to 128 characters without NUL and unpaired surrogates
 */
export function normalizePassword(password: string): string {
  if (typeof password !== 'string' || !isText(password))
    throw new ValidationError({ password: ['A password must be a text without NUL and halves of surrogate pairs.'] });
  const normal = password.normalize('NFC');
  const length = [...normal].length;
  if (length < SHORTEST || length > LONGEST) {
    throw new ValidationError({ password: [`A password has ${SHORTEST} to ${LONGEST} characters.`] });
  }
  return normal;
}

/** Hashes a new password with bcrypt. @throws ValidationError like {@link normalizePassword} */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(forBcrypt(normalizePassword(password)), BCRYPT_COST);
}

/** Checks a password against its hash. Returns false for passwords that the rules never allowed. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (!isText(password) || password.length > 4 * LONGEST) return false;
  if (isImportedHash(hash)) return verifyImportedPassword(password, hash);
  return bcrypt.compare(forBcrypt(password.normalize('NFC')), hash);
}

/** Creates a password of 24 URL-safe characters with 144 random bits. */
export function createRandomPassword(): string {
  return randomBytes(18).toString('base64url');
}

function isText(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}

// Hashes passwords over 72 bytes first, so that every byte counts.
function forBcrypt(password: string): string {
  if (Buffer.byteLength(password) <= BCRYPT_BYTES) return password;
  return createHash('sha256').update(password).digest('base64');
}
