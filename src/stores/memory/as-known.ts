export interface ReadTimes {
  /** Memories as the server stored them at this time. Statements have to use {@link readAsKnown}. */
  readonly asOf?: Date | null | undefined;
  readonly validAt?: Date | null | undefined;
}

/** A statement that reads memories, in the parts that {@link readAsKnown} puts together. */
export interface MemoryStatement {
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

const columnsOf = (past: 'v' | 'c') =>
  [...constant.map((column) => `c.${column}`), ...versioned.map((column) => `${past}.${column}`)].join(', ');

// Index: memory_versions_pkey for each filtered memory. The planner pushes the filter into both parts.
const pastMemories = (at: string) => `memories AS NOT MATERIALIZED (
  SELECT ${columnsOf('c')} FROM memories c WHERE c.known_since <= ${at}::timestamptz
  UNION ALL
  SELECT ${columnsOf('v')} FROM memories c JOIN memory_versions v ON v.project_id = c.project_id AND v.memory_id = c.id
  WHERE v.known_from <= ${at}::timestamptz AND v.known_to > ${at}::timestamptz)`;

/** Builds a statement that reads memories as stored at `asOf`: a common table expression shadows the table. */
export function readAsKnown(
  { asOf }: ReadTimes,
  { tables = [], select, values }: MemoryStatement,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const past = asOf == null ? [] : [pastMemories(`$${values.length + 1}`)];
  const common = [...past, ...tables];
  return {
    sql: common.length === 0 ? select : `WITH ${common.join(', ')}\n${select}`,
    values: asOf == null ? values : [...values, asOf],
  };
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
