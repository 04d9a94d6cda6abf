import { advisoryLocks, type Queryable, type Transaction } from '@memory-gateway/database';

/** A month of the request log that has a partition of its own. Times in UTC. */
export interface LogPartition {
  /** Name of the table, such as `request_logs_2026_11`. */
  readonly name: string;
  readonly start: Date;
  /** Start of the next month. */
  readonly end: Date;
}

/** Rows of a dropped partition up to which they are counted. */
const countMax = 100_000;

/** Lists the months that have a partition, oldest first. */
export async function listLogPartitions(db: Queryable): Promise<LogPartition[]> {
  const rows = await db.query<{ name: string }>(PARTITIONS);
  return rows.flatMap(({ name }) => toPartition(name) ?? []).sort((a, b) => a.start.getTime() - b.start.getTime());
}

/** Returns the partition of the month of a time, or of a later month. */
export function getLogPartition(at: Date, monthsLater = 0): LogPartition {
  const start = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsLater, 1));
  const month = String(start.getUTCMonth() + 1).padStart(2, '0');
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  return { name: `request_logs_${String(start.getUTCFullYear()).padStart(4, '0')}_${month}`, start, end };
}

/** Creates a partition with its rows of the default one. Blocks writers. Fails after two seconds of waiting. */
export async function createLogPartition(tx: Transaction, { name, start, end }: LogPartition): Promise<void> {
  await tx.query(LOCK, [advisoryLocks.requestLogWriters]);
  // Another process may have created the partition while this one waited.
  if ((await listLogPartitions(tx)).some((present) => present.name === name)) return;
  // ATTACH creates the indexes. It fails while the default partition has rows of the month.
  await tx.query(`CREATE TABLE "${name}" (LIKE request_logs INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  await tx.execute(
    `WITH moved AS (DELETE FROM request_logs_other WHERE created_at >= $1 AND created_at < $2 RETURNING *)
     INSERT INTO "${name}" SELECT * FROM moved`,
    [start, end],
  );
  const bounds = `FROM ('${start.toISOString()}') TO ('${end.toISOString()}')`;
  await tx.query(`ALTER TABLE request_logs ATTACH PARTITION "${name}" FOR VALUES ${bounds}`);
}

/** Drops a partition in constant time. @returns the number of rows, estimated above 100,000 */
export async function dropLogPartition(tx: Transaction, { name }: LogPartition): Promise<number> {
  await tx.query(LOCK, [advisoryLocks.requestLogWriters]);
  if (!(await listLogPartitions(tx)).some((present) => present.name === name)) return 0;
  const rows = await countRows(tx, name);
  await tx.query(`DROP TABLE "${name}"`);
  return rows;
}

/** Counts the rows of a small table exactly. Writers of the log wait meanwhile, so those of a large one are estimated. */
async function countRows(tx: Transaction, name: string): Promise<number> {
  const [known] = await tx.query<{ estimate: number }>(
    'SELECT reltuples::bigint AS estimate FROM pg_class WHERE oid = $1::regclass',
    [name],
  );
  if (known && known.estimate >= countMax) return known.estimate;
  const [counted] = await tx.query<{ rows: number }>(
    `SELECT count(*) AS rows FROM (SELECT 1 FROM "${name}" LIMIT ${countMax}) AS first_rows`,
  );
  return counted?.rows ?? 0;
}

const PARTITIONS = `
  SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'request_logs'::regclass`;

const LOCK = "SELECT set_config('lock_timeout', '2s', true), pg_advisory_xact_lock($1)";

function toPartition(name: string): LogPartition | null {
  const [, year, month] = /^request_logs_(\d{4})_(\d{2})$/.exec(name) ?? [];
  return year && month ? getLogPartition(new Date(Date.UTC(Number(year), Number(month) - 1, 1))) : null;
}
