import type { Reader } from './reader.js';

export interface AuthConfig {
  readonly disabled: boolean;
  /** Null if the command needs none, or if authentication is disabled. */
  readonly jwtSecret: string | null;
  /** Secret from which the key of stored secrets is derived. Null: derived from `jwtSecret`. */
  readonly sealingSecret: string | null;
  readonly adminApiKey: string | null;
  /** Whether a user that an admin creates without naming a project becomes READER of the default project. */
  readonly newUsersJoinDefaultProject: boolean;
  /** Whether users may change their own email address, which the server does not verify. Admins always may. */
  readonly emailChangeAllowed: boolean;
  /** Interval at which the credential of an open stream is checked again. */
  readonly recheckMs: number;
}

export interface ConfigNeeds {
  /** True for commands that sign or verify session tokens, such as `serve`. */
  requireAuthSecret?: boolean;
  /** True for `worker`: one process alone uses the embedded database. */
  requirePostgres?: boolean;
}

/** Reads secrets and refuses those that can be guessed. */
export function readAuth(read: Reader, needs: ConfigNeeds): AuthConfig {
  const disabled = read.flag('AUTH_DISABLED', false);
  const jwtSecret = read.text('JWT_SECRET', '');
  const sealingSecret = read.text('SEALING_SECRET', '');
  const adminApiKey = read.text('ADMIN_API_KEY', '', { blankIsAbsent: false });
  if (!disabled && jwtSecret === '' && needs.requireAuthSecret) {
    read.problems.push('JWT_SECRET is required unless AUTH_DISABLED=true. `openssl rand -base64 32` makes a good one.');
  }
  if (!disabled && jwtSecret !== '' && isWeak(jwtSecret)) {
    read.problems.push(
      'JWT_SECRET must be 16 or more characters that cannot be guessed. `openssl rand -base64 32` makes a good one.',
    );
  }
  if (sealingSecret !== '' && isWeak(sealingSecret)) {
    read.problems.push('SEALING_SECRET must be 16 or more characters that cannot be guessed.');
  }
  if (adminApiKey !== '' && isShort(adminApiKey)) {
    read.problems.push('ADMIN_API_KEY must be 16 or more characters, not counting blanks. Leave it out to have none.');
  } else if (adminApiKey !== '' && isWeak(adminApiKey)) {
    read.problems.push(
      'ADMIN_API_KEY is a sample value that anyone can guess. `openssl rand -base64 32` makes a good one.',
    );
  } else if (!/^[\x20-\x7e]{0,512}$/.test(adminApiKey.trim())) {
    read.problems.push('ADMIN_API_KEY must be one line of ASCII characters, 512 at most: no header could send it.');
  }
  return {
    disabled,
    jwtSecret: jwtSecret || null,
    sealingSecret: sealingSecret || null,
    adminApiKey: adminApiKey.trim() || null,
    newUsersJoinDefaultProject: read.flag('NEW_USERS_JOIN_DEFAULT_PROJECT', true),
    emailChangeAllowed: read.flag('EMAIL_CHANGE_ALLOWED', true),
    recheckMs: 1_000 * read.integer('CREDENTIAL_RECHECK_SECONDS', 30, { min: 1, max: 86_400 }),
  };
}

const isShort = (secret: string): boolean => secret.replace(/\s/g, '').length < 16;

/** Whether a secret is too short, a sample value, or made of fewer than six different characters. */
function isWeak(secret: string): boolean {
  const letters = secret.toLowerCase().replace(/[^a-z]/g, '');
  const sample =
    /^(please)?(change|replace|insert|put|set|enter)(me|this|it|your|a)|^(your|my|super|example|sample|test|dummy)[a-z]{0,12}(secret|key)|^(jwt)?secret(key)?$/;
  return isShort(secret) || sample.test(letters) || new Set(secret).size < 6;
}
