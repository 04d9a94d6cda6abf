import bcrypt from 'bcrypt';

// Marks imported password hashes, because native hashes treat passwords over 72 bytes differently.
const MARK = 'imported:';
const bcryptHash = /^\$2[aby]\$(?:0[4-9]|1[0-6])\$[./A-Za-z0-9]{53}$/;

/** Returns a bcrypt hash from another server in the `$2b$` form, or null if it is not a bcrypt hash. */
export function importedBcryptHash(hash: unknown): string | null {
  // `$2y$` is the PHP name of `$2b$`.
  return typeof hash === 'string' && bcryptHash.test(hash) ? hash.replace(/^\$2y/, '$2b') : null;
}

/** Returns an imported password hash with its mark. The first sign-in replaces it with a native hash. */
export function importedPasswordHash(hash: unknown): string | null {
  const known = importedBcryptHash(hash);
  return known && MARK + known;
}

/** Returns whether a stored password hash was imported from another server. */
export function isImportedHash(hash: string): boolean {
  return hash.startsWith(MARK);
}

/** Checks a password without normalization, like the original server. bcrypt ignores bytes after the first 72. */
export function verifyImportedPassword(password: string, hash: string): Promise<boolean> {
  return bcrypt.compare(password, hash.slice(MARK.length));
}
