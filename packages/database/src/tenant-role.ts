import { setTimeout as delay } from 'node:timers/promises';
import { advisoryLocks } from './advisory-locks.js';
import type { Database, Queryable } from './types.js';

/** The role under which statements of tenants run. It cannot log in. Databases on one cluster share it. */
export const TENANT_ROLE = 'memory_gateway_tenant';

export type TenantRoleStatus = { readonly isOn: true } | { readonly isOn: false; readonly reason: string };

const PAUSE_MS = 200;
/** Time for other processes that start. A migration can hold the lock for hours. */
const LONGEST_WAIT_MS = 5_000;

// Databases on one cluster share the role, and may create it at the same time.
const CREATE_ROLE = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${TENANT_ROLE}') THEN
    CREATE ROLE ${TENANT_ROLE} NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$`;

const JOIN_ROLE = `DO $$ BEGIN
  IF NOT pg_has_role(current_user, '${TENANT_ROLE}', 'MEMBER') THEN
    EXECUTE format('GRANT ${TENANT_ROLE} TO %I', current_user);
  END IF;
END $$`;

/** Tables without rows of one tenant that requests of tenants need. Partitions need no grant: only their parent is named. */
const SHARED_TABLES = ['embedders', 'idempotency_keys'];

/** Views that find the project of an ID as the caller, under the policies of the tables that they read. */
const VIEWS = ['memory_ids', 'event_ids', 'memory_link_ids', 'webhook_delivery_ids'];

// Grants only what is missing, because a grant locks rows of the catalog.
const GRANT = `DO $$
DECLARE
  item regclass;
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${TENANT_ROLE}', current_schema());
  FOR item IN SELECT c.oid FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    AND (c.relrowsecurity OR c.relname IN (${SHARED_TABLES.map((name) => `'${name}'`).join(', ')}))
    AND NOT (has_table_privilege('${TENANT_ROLE}', c.oid, 'SELECT') AND has_table_privilege('${TENANT_ROLE}', c.oid, 'DELETE'))
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO ${TENANT_ROLE}', item);
  END LOOP;
  IF NOT has_table_privilege('${TENANT_ROLE}', 'imported_records', 'INSERT') THEN
    GRANT INSERT ON imported_records TO ${TENANT_ROLE};
  END IF;
  FOR item IN SELECT c.oid FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'v'
    AND c.relname IN (${VIEWS.map((name) => `'${name}'`).join(', ')}) AND NOT has_table_privilege('${TENANT_ROLE}', c.oid, 'SELECT')
  LOOP
    EXECUTE format('GRANT SELECT ON %s TO ${TENANT_ROLE}', item);
  END LOOP;
  FOR item IN SELECT c.oid FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'S'
    AND CASE WHEN c.relkind = 'S' THEN NOT has_sequence_privilege('${TENANT_ROLE}', c.oid, 'SELECT') END
  LOOP
    EXECUTE format('GRANT USAGE, SELECT ON SEQUENCE %s TO ${TENANT_ROLE}', item);
  END LOOP;
END $$`;

/**
 * Creates the role with its grants, if the database user may. Without it, requests run as the database user: the checks
 * of the application hold, but the policies of the database do not.
 */
export async function ensureTenantRole(database: Pick<Database, 'kind' | 'transaction'>): Promise<TenantRoleStatus> {
  if (database.kind === 'embedded') return { isOn: false, reason: 'The embedded database has one user.' };
  try {
    const endsAt = performance.now() + LONGEST_WAIT_MS;
    // Waiting inside of a statement would end with the time limit of statements.
    while (!(await database.transaction((tx) => prepareRole(tx, performance.now() > endsAt)))) await delay(PAUSE_MS);
    return { isOn: true };
  } catch (error) {
    return { isOn: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Prepares the role if no other process has the lock. @param takesAsIs whether the role is otherwise used as it is: the version that holds
 * the lock while it migrates prepares its own tables. @returns whether the role can be used
 */
async function prepareRole(tx: Queryable, takesAsIs: boolean): Promise<boolean> {
  // The lock of migrations: processes that start together must not change the same rows of the catalog.
  const [lock] = await tx.query<{ isOurs: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${advisoryLocks.migrations}) AS is_ours`,
  );
  if (lock?.isOurs !== true && !takesAsIs) return false;
  if (lock?.isOurs === true) for (const statement of [CREATE_ROLE, JOIN_ROLE, GRANT]) await tx.query(statement);
  await tx.query(`SELECT set_config('role', '${TENANT_ROLE}', true)`);
  return true;
}
