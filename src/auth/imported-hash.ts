import bcrypt from 'bcrypt';

// Tells a password that was hashed elsewhere from ours, which hash long ones in another way.
const MARK = 'imported:';
const bcryptHash = /^\$2[aby]\$(?:0[4-9]|1[0-6])\$[./A-Za-z0-9]{53}$/;

/** A bcrypt hash of another server in the form that is known here, or null when it is none. */
export function importedBcryptHash(hash: unknown): string | null {
  // 2y is the name that some programs give to 2b.
  return typeof hash === 'string' && bcryptHash.test(hash) ? hash.replace(/^\$2y/, '$2b') : null;
}

/** The same of a password, marked: its first sign-in replaces it by a hash of ours. */
export function importedPasswordHash(hash: unknown): string | null {
  const known = importedBcryptHash(hash);
  return known && MARK + known;
}

/** Whether a stored password hash came from another server. */
export function isImportedHash(hash: string): boolean {
  return hash.startsWith(MARK);
}

/** Checks a password as the other server did: as it was typed, and no further than bcrypt looks (72 bytes). */
export function verifyImportedPassword(password: string, hash: string): Promise<boolean> {
  return bcrypt.compare(password, hash.slice(MARK.length));
}
