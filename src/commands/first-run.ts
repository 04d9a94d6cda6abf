import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';

/**
 * Prepares a first start in an empty folder: writes a `.env` with a random JWT_SECRET, unless there is one or the environment says how
 * callers are authenticated.
 * @returns whether it wrote the file
 */
export function writeFirstEnvironment(env: Readonly<Record<string, string | undefined>>): boolean {
  const isAuthDisabled = /^(true|1|yes|on)$/i.test(env.AUTH_DISABLED?.trim() ?? '');
  if (existsSync('.env') || env.JWT_SECRET || isAuthDisabled) return false;
  const secret = randomBytes(32).toString('base64url');
  const lines = ['# Written by the first start. .env.example lists every variable.', `JWT_SECRET=${secret}`];
  writeFileSync('.env', `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  return true;
}
