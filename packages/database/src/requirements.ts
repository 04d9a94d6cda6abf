import { withDirectDatabase } from './direct-database.js';
import type { Database, Queryable } from './open-database.js';
import { IDENTITY } from './replica.js';

/** The database lacks something that the server needs. The message names it, and what to do. */
class RequirementError extends Error {
  override readonly name = 'RequirementError';
}

const LOWEST_SERVER = 150_000;
const LOWEST_VECTOR = '0.8.0';
/** First version with half precision. One whose library is newer searches as wanted. */
const LOWEST_INSTALLED_VECTOR = '0.7.0';

const FACTS = `
SELECT current_setting('server_version') AS server, current_setting('server_version_num')::int AS server_number,
  current_setting('server_encoding') AS encoding, quote_ident(current_database()) AS name,
  (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector,
  (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS library`;

interface Facts {
  readonly server: string;
  readonly serverNumber: number;
  readonly encoding: string;
  readonly name: string;
  readonly vector: string | null;
  readonly library: string | null;
}

/** Rejects a Postgres database that the server cannot use. @throws RequirementError, DirectUrlError */
export async function assertRequirements(database: Database): Promise<void> {
  if (database.kind === 'embedded') return;
  const [facts] = await database.query<Facts>(FACTS);
  const missing = facts && describeMissing(facts);
  if (missing) throw new RequirementError(missing);
  if (database.directConnectionString !== database.connectionString) await assertDirectUrl(database);
}

function describeMissing({ server, serverNumber, encoding, name, vector, library }: Facts): string | null {
  if (serverNumber < LOWEST_SERVER) return `Postgres ${server} is too old. Use version 15 or newer.`;
  if (encoding !== 'UTF8')
    return `The database ${name} has the encoding ${encoding}. Use one with UTF8, for example after CREATE DATABASE memory_utf8 ENCODING 'UTF8' TEMPLATE template0.`;
  if (vector === null && library === null)
    return `pgvector is not installed on the Postgres server. Install version ${LOWEST_VECTOR} or newer.`;
  const isLibraryOld = isBelow(library, LOWEST_VECTOR);
  if (!isLibraryOld && !isBelow(vector, LOWEST_INSTALLED_VECTOR)) return null;
  const update = vector === null ? '' : `, then run ALTER EXTENSION vector UPDATE in the database ${name}`;
  return `pgvector ${isLibraryOld ? library : vector} is too old. Install version ${LOWEST_VECTOR} or newer on the Postgres server${update}.`;
}

const RIGHTS = `
SELECT quote_ident(current_database()) AS name, quote_ident(current_user) AS role, quote_ident(current_schema()) AS schema,
  current_setting('search_path') AS search_path, has_schema_privilege(current_schema(), 'CREATE') AS may_create`;

interface Rights {
  readonly name: string;
  readonly role: string;
  /** Null: no schema of the search path exists. */
  readonly schema: string | null;
  readonly searchPath: string;
  readonly mayCreate: boolean | null;
}

/** Rejects a session that may not create tables, which migrations need. @throws RequirementError */
export async function assertMayCreate({ query }: Pick<Queryable, 'query'>): Promise<void> {
  const [rights] = await query<Rights>(RIGHTS);
  if (!rights || rights.mayCreate) return;
  const { name, role, schema, searchPath } = rights;
  throw new RequirementError(
    schema === null
      ? `The database ${name} has no schema of the search_path ${searchPath}. Create one, or change the search_path of the role ${role}.`
      : `The role ${role} may not create tables in the schema ${schema}. Let an administrator run this in the database ${name}: GRANT CREATE ON SCHEMA ${schema} TO ${role}.`,
  );
}

function isBelow(version: string | null, lowest: string): boolean {
  if (version === null) return false;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [lowestMajor = 0, lowestMinor = 0] = lowest.split('.').map(Number);
  return major < lowestMajor || (major === lowestMajor && minor < lowestMinor);
}

/** Migrations and settings would go into the database of the direct URL, and requests to the other one. */
async function assertDirectUrl(database: Database): Promise<void> {
  const identity = await readIdentity(database);
  const other = await withDirectDatabase(database, readIdentity);
  if (identity !== null && other !== null && identity !== other)
    throw new RequirementError('DATABASE_DIRECT_URL reaches another database than DATABASE_URL.');
}

const FORBIDDEN = '42501';

/** @returns null if the role may not read it */
async function readIdentity({ query }: Pick<Queryable, 'query'>): Promise<string | null> {
  try {
    return (await query<{ identity: string }>(`SELECT ${IDENTITY} AS identity`))[0]?.identity ?? null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === FORBIDDEN) return null;
    throw error;
  }
}
