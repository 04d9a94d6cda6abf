type Environment = Readonly<Record<string, string | undefined>>;

const expected = [
  'ConfigError',
  'DataDirError',
  'DataDirLockedError',
  'MigrationError',
  'RequirementError',
  'DatabaseUnavailableError',
  'ListenError',
  'TrustedDocumentsError',
  'DocumentToolsError',
  'BridgeError',
];

/** SQLSTATE of a refused login or a missing database. */
const REFUSED_LOGIN = /^(28...|3D000)$/;

/** SQLSTATE of a missing right. */
const FORBIDDEN = '42501';

const remedies: Readonly<Record<string, string>> = {
  // Read-only transaction, as on a standby.
  '25006': 'Name the primary, or end its read-only mode.',
  '53100': 'Free space on the disk of Postgres.',
  '53300': 'Lower DATABASE_POOL_SIZE of the servers, or let Postgres accept more connections.',
  '57P03': 'Try again when Postgres has started.',
};

/** Returns the text to print when a command fails: the message if the operator can fix the error, else the stack. */
export function explainFailure(error: unknown, env: Environment): string {
  if (!(error instanceof Error)) return String(error);
  return describeFailure(error, env) ?? error.stack ?? error.message;
}

/** Returns the cause and what to do if the operator can fix the error, else null. */
export function describeFailure(error: unknown, env: Environment): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'DirectUrlError')
    return describeConnection(error.cause, 'DATABASE_DIRECT_URL') ?? describeRefusal(error.cause);
  const variable = databaseVariable(env);
  const connection = variable === null ? null : describeConnection(error, variable);
  if (connection !== null) return connection;
  return expected.includes(error.name) ? error.message : describeFileFailure(error);
}

/** Describes an error of the file system by its path: a file that a command was given. */
function describeFileFailure({ message, ...error }: Error): string | null {
  const { path: file, code } = error as NodeJS.ErrnoException;
  const reason = /^E\w+: ([^,]+),/.exec(message)?.[1];
  return file === undefined || reason === undefined ? null : `${file}: ${reason} (${code}).`;
}

function describeConnection(error: unknown, variable: string): string | null {
  if (!(error instanceof Error)) return null;
  const isUnavailable = error.name === 'DatabaseUnavailableError';
  const { code = '', severity, message = '' } = (isUnavailable ? (error.cause ?? {}) : error) as ErrorParts;
  if (!isUnavailable && severity === undefined) return null;
  if (REFUSED_LOGIN.test(code))
    return `${variable}: Postgres refused the connection: ${message}. Check the user, the password and the name of the database.`;
  if (code === FORBIDDEN)
    return `${variable}: ${message}. The tables of the server must belong to the role of this connection.`;
  if (NOT_AGREED.test(message) || NOT_TRUSTED.test(code))
    return `${variable}: Postgres and this process do not agree on a connection: ${message}.`;
  if (!isUnavailable) return null;
  if (severity === undefined)
    return `${variable}: Postgres cannot be reached${code && ` (${code})`}. Check the address, and that the server runs.`;
  const remedy = remedies[code];
  return `${variable}: Postgres does not serve this process: ${message}.${remedy === undefined ? '' : ` ${remedy}`}`;
}

/** A statement that Postgres refused for a reason of its own, such as a right that a setting needs. */
const describeRefusal = (error: unknown): string | null =>
  error instanceof Error
    ? `DATABASE_DIRECT_URL: ${error.message}. Use the role and the database of DATABASE_URL, on Postgres itself.`
    : null;

interface ErrorParts {
  readonly code?: string;
  /** Only errors that Postgres or a pooler sent have one. */
  readonly severity?: string;
  readonly message?: string;
}

// Errors of the driver and of TLS: a missing password, a server without TLS, a certificate.
const NOT_AGREED = /^(SASL:|The server does not support SSL connections)/;
const NOT_TRUSTED = /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF|UNABLE_TO_|CERT_|ERR_TLS_)/;

function databaseVariable(env: Environment): string | null {
  if (env.DATABASE_URL?.trim()) return 'DATABASE_URL';
  return env.POSTGRES_HOST?.trim() ? 'POSTGRES_HOST' : null;
}
