import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';

/** Writes a `.env` with a random JWT_SECRET unless authentication is configured, or the folder is read-only. @returns whether it wrote one */
export function writeFirstEnvironment(env: Readonly<Record<string, string | undefined>>): boolean {
  const isAuthDisabled = /^(true|1|yes|on)$/i.test(env.AUTH_DISABLED?.trim() ?? '');
  if (existsSync('.env') || env.JWT_SECRET || isAuthDisabled) return false;
  const secret = randomBytes(32).toString('base64url');
  const lines = ['# Written by the first start. .env.example lists every variable.', `JWT_SECRET=${secret}`];
  try {
    writeFileSync('.env', `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
    return true;
  } catch {
    // In a folder that cannot be written, the start names what is missing.
    return false;
  }
}
