const expected = [
  'ConfigError',
  'DataDirError',
  'DataDirLockedError',
  'MigrationError',
  'DatabaseUnavailableError',
  'ListenError',
  'TrustedDocumentsError',
  'DocumentToolsError',
];

/** SQLSTATE of a refused login or a missing database. */
const REFUSED_LOGIN = /^(28...|3D000)$/;

/** Returns the text to print when a command fails: the message if the operator can fix the error, else the stack. */
export function explainFailure(error: unknown, env: Readonly<Record<string, string | undefined>>): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && REFUSED_LOGIN.test(code))
    return `${databaseVariable(env)}: Postgres refused the connection: ${error.message}.`;
  if (error.name === 'DatabaseUnavailableError') return explainUnavailable(error, env);
  return expected.includes(error.name) ? error.message : (error.stack ?? error.message);
}

function explainUnavailable(error: Error, env: Readonly<Record<string, string | undefined>>): string {
  const variable = databaseVariable(env);
  if (variable === null) return error.message;
  const { code } = (error.cause ?? {}) as { code?: string };
  return `${variable}: Postgres cannot be reached${code ? ` (${code})` : ''}. Check the address, and that the server runs.`;
}

function databaseVariable(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env.DATABASE_URL?.trim()) return 'DATABASE_URL';
  return env.POSTGRES_HOST?.trim() ? 'POSTGRES_HOST' : null;
}
