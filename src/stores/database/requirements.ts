import { openDatabase, type Database, type Queryable } from './open-database.js';
import { IDENTITY } from './replica.js';

/** The database lacks something that the server needs. The message names it, and what to do. */
class RequirementError extends Error {
  override readonly name = 'RequirementError';
}

/** The connection of `DATABASE_DIRECT_URL` failed, with the reason as its cause. */
class DirectUrlError extends Error {
  override readonly name = 'DirectUrlError';
}

const LOWEST_SERVER = 150_000;
const LOWEST_VECTOR = '0.8.0';
/** First version with half precision. One whose library is newer searches as wanted. */
const LOWEST_INSTALLED_VECTOR = '0.7.0';

const FACTS = `
SELECT current_setting('server_version') AS server, current_setting('server_version_num')::int AS server_number,
  current_setting('server_encoding') AS encoding, current_database() AS name, quote_ident(current_user) AS role,
  coalesce(quote_ident(current_schema()), 'public') AS schema,
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create,
  (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector,
  (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS library`;

interface Facts {
  readonly server: string;
  readonly serverNumber: number;
  readonly encoding: string;
  readonly name: string;
  readonly role: string;
  readonly schema: string;
  readonly mayCreate: boolean;
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

function describeMissing({ server, serverNumber, encoding, name, ...facts }: Facts): string | null {
  if (serverNumber < LOWEST_SERVER) return `Postgres ${server} is too old. Use version 15 or newer.`;
  if (encoding !== 'UTF8')
    return `The database ${name} has the encoding ${encoding}. Create it with UTF8: CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0.`;
  const { vector, library, mayCreate, role, schema } = facts;
  if (vector === null && library === null)
    return `pgvector is not installed on the Postgres server. Install version ${LOWEST_VECTOR} or newer.`;
  if (isBelow(vector, LOWEST_INSTALLED_VECTOR) || isBelow(library, LOWEST_VECTOR))
    return `pgvector ${isBelow(library, LOWEST_VECTOR) ? library : vector} is too old. Install version ${LOWEST_VECTOR} or newer on the Postgres server, then run ALTER EXTENSION vector UPDATE in the database ${name}.`;
  if (mayCreate) return null;
  return `The role ${role} may not create tables in the schema ${schema}. Let an administrator run this in the database ${name}: GRANT CREATE ON SCHEMA ${schema} TO ${role}.`;
}

function isBelow(version: string | null, lowest: string): boolean {
  if (version === null) return false;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [lowestMajor = 0, lowestMinor = 0] = lowest.split('.').map(Number);
  return major < lowestMajor || (major === lowestMajor && minor < lowestMinor);
}

/** Migrations and settings would go into the database of the direct URL, and requests to the other one. */
async function assertDirectUrl({ query, directConnectionString }: Database): Promise<void> {
  const direct = await openDatabase({ kind: 'postgres', connectionString: directConnectionString, maxConnections: 1 });
  try {
    const identity = await readIdentity({ query });
    const other = await readIdentity(direct).catch((cause: unknown) => {
      throw new DirectUrlError('The connection of DATABASE_DIRECT_URL failed.', { cause });
    });
    if (identity !== other)
      throw new RequirementError('DATABASE_DIRECT_URL reaches another database than DATABASE_URL.');
  } finally {
    await direct.close();
  }
}

async function readIdentity({ query }: Pick<Queryable, 'query'>): Promise<string | undefined> {
  return (await query<{ identity: string }>(`SELECT ${IDENTITY} AS identity`))[0]?.identity;
}
