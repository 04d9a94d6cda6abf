export { advisoryLocks, hashedAdvisoryLocks } from './advisory-locks.js';
export {
  findViolatedConstraint,
  isDatabaseUnavailable,
  isFromUnavailableDatabase,
  isRowMissing,
  isUniqueViolation,
} from './database-errors.js';
export { openPool } from './database-pool.js';
export { deleteAndCount } from './delete-and-count.js';
export { withDirectDatabase } from './direct-database.js';
export { onDirectSession } from './direct-session.js';
export { createEcho, type Echo } from './echo.js';
export { firstNumber, firstRow } from './first-row.js';
export { holdTransaction } from './held-transaction.js';
export { inOneTurn } from './in-one-turn.js';
export { buildIndex, createIndex, dropIndex, type IndexSpec } from './index-statements.js';
export { listen } from './listen.js';
export { laterPosition, LOG_END } from './log-position.js';
export { numberedLog } from './numbered-log.js';
export { connectDatabase, openDatabase, prismaWrites } from './open-database.js';
export { countPartitions } from './partitions.js';
export { prepared } from './prepared.js';
export { toRecords } from './records.js';
export { openReplica, type Replica, type ReplicaState } from './replica.js';
export type { ChangesOf, RowOf } from './row-of.js';
export { listMissingSettings, storeRoleSettings, withSettings } from './session-settings.js';
export { ensureTenantRole } from './tenant-role.js';
export { createTurns } from './turns.js';
export type { Database, Queryable, Tenant, Transaction } from './types.js';
export { noteChanges, type TableUpkeep, upkeepStore } from './upkeep-store.js';
export { readDatabaseSize, vacuum } from './vacuum.js';
