export interface ReadTimes {
  /** Memories as the server stored them at this time. Statements have to use {@link readAsKnown}. */
  readonly asOf?: Date | null | undefined;
  readonly validAt?: Date | null | undefined;
}

/** A statement that reads memories, in the parts that {@link readAsKnown} puts together. */
export interface MemoryStatement {
  /** `each`: memories are looked up by ID, or walked in the order of an index over constant columns. Default: all of a scope are read. */
  readonly reads?: 'each';
  /** Common table expressions before `select`, such as `name AS (SELECT …)`. */
  readonly tables?: readonly string[];
  readonly select: string;
  readonly values: readonly unknown[];
}

/** Columns that changes keep in `memory_versions`. All other columns keep their current value. */
const versioned = [
  ...[
    'text',
    'question',
    'hash',
    'metadata',
    'expiration_date',
    'immutable',
    'lifecycle_state',
    'replaced_by',
    'event_date',
  ],
  ...['search_language', 'tsv', 'token_count', 'traits', 'statement_tokens', 'created_at', 'updated_at'],
];
const constant = [
  ...['id', 'project_id', 'user_id', 'agent_id', 'app_id', 'run_id', 'categories', 'categorized_at', 'actor', 'role'],
  ...['sequence', 'synthesized', 'deleted_at', 'deletion_event_id', 'dedupe_key', 'source_key', 'repetitions'],
];

const columnsOf = (past: (column: string) => string) =>
  [...constant.map((column) => `c.${column}`), ...versioned.map((column) => `${past(column)} AS ${column}`)].join(', ');

const unchanged = (at: string) =>
  `SELECT ${columnsOf((column) => `c.${column}`)} FROM memories c WHERE c.known_since <= ${at}::timestamptz`;

// Indexes: memory_versions_project_id_known_to_idx for few changes, memory_versions_pkey for each filtered memory otherwise.
const changed = (at: string) =>
  `SELECT ${columnsOf((column) => `v.${column}`)} FROM memories c JOIN memory_versions v ON v.project_id = c.project_id AND v.memory_id = c.id
  WHERE v.known_from <= ${at}::timestamptz AND v.known_to > ${at}::timestamptz`;

// Both parts come before `memories`, which is no longer the table from there on. The planner pushes a filter into them, but no order.
const allPast = (at: string) => [
  `unchanged AS NOT MATERIALIZED (${unchanged(at)})`,
  `changed AS NOT MATERIALIZED (${changed(at)})`,
  'memories AS NOT MATERIALIZED (SELECT * FROM unchanged UNION ALL SELECT * FROM changed)',
];

// Index: memory_versions_pkey, once for each memory that was changed since. LIMIT, because a join may read all versions for a few memories.
const eachPast = (at: string) => `memories AS NOT MATERIALIZED (
  SELECT ${columnsOf((column) => `CASE WHEN c.known_since <= ${at}::timestamptz THEN c.${column} ELSE v.${column} END`)},
    c.created_at AS present_created_at, coalesce(v.created_at <> c.created_at, false) AS is_moved
  FROM memories c LEFT JOIN LATERAL (
    SELECT v.* FROM memory_versions v WHERE v.project_id = c.project_id AND v.memory_id = c.id AND c.known_since > ${at}::timestamptz
      AND v.known_from <= ${at}::timestamptz AND v.known_to > ${at}::timestamptz LIMIT 1) v ON true
  WHERE c.known_since <= ${at}::timestamptz OR v.memory_id IS NOT NULL)`;

/**
 * Builds a statement that reads memories as stored at `asOf`: a common table expression shadows the table.
 * If `reads` is `each`, it also has `present_created_at`, and `is_moved`: whether `created_at` is another time.
 */
export function readAsKnown(
  { asOf }: ReadTimes,
  { reads, tables = [], select, values }: MemoryStatement,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const at = `$${values.length + 1}`;
  const past = reads === 'each' ? [eachPast(at)] : allPast(at);
  const common = asOf == null ? tables : [...past, ...tables];
  return {
    sql: common.length === 0 ? select : `WITH ${common.join(', ')}\n${select}`,
    values: asOf == null ? values : [...values, asOf],
  };
}

/** A page of memories in an order, as SQL on `memories m`. `order` uses selected columns only. */
export interface MemoryPageStatement {
  /** Common table expressions of a page of the past, such as `name AS (SELECT …)`. */
  readonly pastTables?: readonly string[];
  readonly columns: string;
  readonly where: string;
  readonly order: string;
  readonly limit: string;
  readonly offset?: string;
  readonly values: readonly unknown[];
}

/** Builds a statement that reads a page of memories as stored at `asOf`. It sorts only those that were changed since. */
export function readPageAsKnown(
  { asOf }: ReadTimes,
  { pastTables = [], columns, where, order, limit, offset, values }: MemoryPageStatement,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const first = (from: string) => `SELECT ${columns} FROM ${from} m WHERE ${where} ORDER BY ${order}`;
  const page = `LIMIT ${limit}${offset === undefined ? '' : ` OFFSET ${offset}`}`;
  if (asOf == null) return { sql: `${first('memories')} ${page}`, values };
  const at = `$${values.length + 1}`;
  const part = (name: string) => `(${first(name)} LIMIT ${limit}::bigint + ${offset ?? '0'}::bigint)`;
  const sql = `WITH ${[...allPast(at), ...pastTables].join(', ')}
    SELECT m.* FROM (${part('unchanged')} UNION ALL ${part('changed')}) AS m ORDER BY ${order} ${page}`;
  return { sql, values: [...values, asOf] };
}

/**
 * Returns SQL for the IDs of memories that were changed since `asOf`, in a statement of {@link readAsKnown} with these values.
 * `$1` is the project. Index: memory_versions_project_id_known_to_idx.
 */
export function toChangedIds(values: readonly unknown[]): string {
  const at = `$${values.length + 1}::timestamptz`;
  return `SELECT v.memory_id FROM memory_versions v WHERE v.project_id = $1 AND v.known_to > ${at} AND v.known_from <= ${at}`;
}

/** Returns conditions on `memories m` that were true at a time: dated by then, not yet replaced. */
export function toTruthConditions({ validAt }: ReadTimes, bind: (value: unknown) => string): string[] {
  if (validAt == null) return [];
  const at = `${bind(validAt)}::timestamptz`;
  // A plan is true from its mention, a past event from its date.
  const isDated = (alias: string) => `least(${alias}.event_date, ${alias}.created_at) <= ${at}`;
  const replacement = `SELECT FROM memories r WHERE r.project_id = m.project_id AND r.id = m.replaced_by AND r.deleted_at IS NULL AND ${isDated('r')}`;
  return [isDated('m'), `NOT EXISTS (${replacement})`];
}
