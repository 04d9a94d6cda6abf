import { describe, expect, it } from 'vitest';
import {
  createRandomPassword,
  getDigest,
  getDisplayPrefix,
  hashPassword,
  isApiKeyShaped,
  isSameSecret,
  mintApiKey,
  normalizePassword,
  verifyApiKey,
  verifyPassword,
} from '@memory-gateway/credentials';
import { ValidationError } from '../../src/errors.js';
import { useFullHashCost } from '../setup/cheap-hashes.js';

describe('API keys', () => {
  it('have the documented format, and are found and verified by their stored values', async () => {
    const useCheapHashes = useFullHashCost();
    const { secret, prefix, hash, digest } = await mintApiKey().finally(useCheapHashes);
    expect(secret).toMatch(/^m0sk_[A-Za-z0-9_-]{43}$/);
    expect(isApiKeyShaped(secret)).toBe(true);
    expect(prefix).toBe(secret.slice(0, 12));
    expect(digest.equals(getDigest(secret))).toBe(true);
    expect(hash).toMatch(/^\$2b\$10\$/);
    expect(await verifyApiKey(secret, hash)).toBe(true);
    expect(await verifyApiKey(`${secret.slice(0, -2)}AA`, hash)).toBe(false);
  });

  it('are unique', async () => {
    const [one, two] = await Promise.all([mintApiKey(), mintApiKey()]);
    expect(one.secret).not.toBe(two.secret);
  });

  it('show a prefix only where the text begins like a key', () => {
    expect(getDisplayPrefix('m0sk_abcdefgHIJ')).toBe('m0sk_abcdefg');
    expect(getDisplayPrefix('m0sk_ab\n\u0000defgh')).toBeNull();
    expect(getDisplayPrefix('an admin key of another user')).toBeNull();
  });

  it('are compared whatever their lengths', () => {
    expect(isSameSecret('one', 'one')).toBe(true);
    expect(isSameSecret('one', 'one and more')).toBe(false);
    expect(isSameSecret('', 'one')).toBe(false);
  });
});

describe('passwords', () => {
  it.each([
    ['seven characters', 'sevench'],
    ['129 characters', 'x'.repeat(129)],
    ['a megabyte', 'x'.repeat(1_000_000)],
    ['NUL', 'password\u0000'],
    ['half a surrogate pair', 'password\ud800'],
  ])('with %s are refused, and match nothing', async (_what, password) => {
    expect(() => normalizePassword(password)).toThrow(ValidationError);
    expect(await verifyPassword(password, await hashPassword('password one'))).toBe(false);
  });

  it('count in characters, not in code units', () => {
    expect(normalizePassword('🗝'.repeat(8))).toBe('🗝'.repeat(8));
    expect(() => normalizePassword('🗝'.repeat(7))).toThrow('8 to 128');
  });

  it('mean the same in every Unicode form', async () => {
    expect(await verifyPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).toBe(true);
  });

  it('count to the last byte beyond the 72 that bcrypt looks at', async () => {
    const hash = await hashPassword(`${'x'.repeat(72)}a`);
    expect(await verifyPassword(`${'x'.repeat(72)}a`, hash)).toBe(true);
    expect(await verifyPassword(`${'x'.repeat(72)}b`, hash)).toBe(false);
  });

  it('made at random can be used', async () => {
    const password = createRandomPassword();
    expect(password).toHaveLength(24);
    expect(await verifyPassword(password, await hashPassword(password))).toBe(true);
  });
});
