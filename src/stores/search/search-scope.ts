import type { PoolMemory, ScopeSample } from '@memory-gateway/memory-engine';
import { prepared, type Queryable } from '@memory-gateway/database';
import { toChangedIds, readAsKnown, readPageAsKnown } from '../memory/as-known.js';
import { hasOneIndex, toVisibleCondition, type MemoryScope } from '../memory/memory-scope.js';
import { quotedLexeme, readLexemeCounts, wantedLexemes } from './lexemes.js';
import { readIds } from './read-ids.js';

export interface WordLexeme {
  readonly word: string;
  readonly lexeme: string;
}

export type ScopeRead = ScopeFacts &
  (
    | { readonly isLarge: true; readonly sample: ScopeSample }
    | { readonly isLarge: false; readonly memories: readonly PoolMemory[] }
  );

interface ScopeFacts {
  readonly lexemes: readonly WordLexeme[];
  /** Whether the project has feedback on any memory. */
  readonly hasFeedback: boolean;
  /** Whether the project has links between any memories. */
  readonly hasLinks: boolean;
}

type LexemePair = readonly [word: string, lexeme: string];
type MemoryValues = readonly unknown[];

interface ScopeRow extends Pick<ScopeFacts, 'hasFeedback' | 'hasLinks'> {
  readonly sample: ScopeSample | null;
  readonly lexemes: readonly LexemePair[] | null;
  readonly memories: readonly MemoryValues[] | null;
}

/** What a search looks for in a scope. */
export interface WantedLexemes {
  readonly words: readonly string[];
  /** Lexemes of the scope. As words, they would be stemmed a second time: "mutuell" would be "mutuel". */
  readonly lexemes?: readonly string[];
  readonly limit: number;
}

/** Reads what ranking needs of a scope, without cosines, or of a sample if it has more than `limit` memories. */
export async function readScope(
  queryable: Queryable,
  memories: MemoryScope,
  { words, lexemes = [], limit }: WantedLexemes,
): Promise<ScopeRead> {
  const scope = toVisibleCondition(memories);
  const n = scope.values.length;
  const { sql, values } = readAsKnown(memories, {
    reads: 'each',
    ...scopeSql(scope.sql, { words: `$${n + 1}`, lexemes: `$${n + 2}`, limit }),
    values: [...scope.values, words, lexemes],
  });
  const [row] = await queryable.query<ScopeRow>(hasOneIndex(memories) ? prepared(sql) : sql, values);
  if (!row) throw new Error('The statement returns one row.');
  const { hasFeedback, hasLinks, sample } = row;
  const facts = { lexemes: toLexemes(row.lexemes), hasFeedback, hasLinks };
  if (sample) return { ...facts, isLarge: true, sample };
  return { ...facts, isLarge: false, memories: toPoolMemories(row.memories ?? []) };
}

/**
 * Reads what ranking needs of some memories, of the messages that they were extracted from, of the memories extracted
 * from them, and of their neighbors: memories right before and after them in the same run, or else of the same user. `pool.reach` is the number of neighbors on each side.
 */
export async function readPool(
  queryable: Queryable,
  memories: MemoryScope,
  pool: { ids: readonly string[]; lexemes: readonly string[]; reach: number },
): Promise<PoolMemory[]> {
  const scope = toVisibleCondition(memories);
  const n = scope.values.length;
  const given = [...scope.values, pool.ids, pool.lexemes, pool.reach];
  const { sql, values } = readAsKnown(memories, {
    reads: 'each',
    ...poolSql(scope.sql, {
      ids: `$${n + 1}`,
      lexemes: `$${n + 2}`,
      reach: `$${n + 3}`,
      moved: memories.asOf == null ? null : toChangedIds(given),
    }),
    values: given,
  });
  const [row] = await queryable.query<{ memories: readonly MemoryValues[] | null }>(sql, values);
  return toPoolMemories(row?.memories ?? []);
}

/** Lexemes to list: those that begin with one of the letters, and longer ones that contain one of the parts. */
export interface WantedWords {
  readonly letters: readonly string[];
  /** Letters only. */
  readonly parts: readonly string[];
}

/** Lists lexemes of a scope, at most 20,000. */
export async function listScopeWords(
  queryable: Queryable,
  memories: MemoryScope,
  { letters, parts }: WantedWords,
): Promise<string[]> {
  const scope = toVisibleCondition(memories);
  // Index: memories_user_sample_idx, memories_agent_sample_idx, memories_app_sample_idx or memories_sample_idx.
  const { sql, values } = readAsKnown(memories, {
    select: `SELECT DISTINCT own.lexeme FROM memories m, unnest(tsvector_to_array(m.tsv)) AS own(lexeme)
      WHERE ${scope.sql} AND (left(own.lexeme, 1) = ANY($${scope.values.length + 1}::text[])
        OR own.lexeme LIKE ANY($${scope.values.length + 2}::text[])) LIMIT 20000`,
    values: [...scope.values, letters, parts.map((part) => `%_${part}%`)],
  });
  return (await queryable.query<{ lexeme: string }>(sql, values)).map(({ lexeme }) => lexeme);
}

/** Lists which of these memories meet the conditions of a scope. Index: memories_pkey. */
export function listVisible(queryable: Queryable, memories: MemoryScope, ids: readonly string[]): Promise<string[]> {
  return readIds(queryable, memories, (scope, bind) => ({
    reads: 'each',
    select: `SELECT m.id FROM memories m WHERE ${scope} AND m.id = ANY(${bind(ids)}::uuid[])`,
  }));
}

/** Lists the newest standing instructions of the user in a scope. */
export async function listInstructions(queryable: Queryable, memories: MemoryScope, limit: number): Promise<string[]> {
  const scope = toVisibleCondition(memories);
  // Index: memories_user_instructions_idx, memories_agent_instructions_idx, memories_app_instructions_idx or memories_instructions_idx, whose condition is
  // the same: 32 is the bit of a standing instruction in `TRAITS`.
  const { sql, values } = readPageAsKnown(memories, {
    columns: 'm.id, m.created_at',
    where: `${scope.sql} AND (m.traits & 32) <> 0 AND m.role IS DISTINCT FROM 'assistant'`,
    order: 'm.created_at DESC, m.id DESC',
    limit: `$${scope.values.length + 1}::int`,
    values: [...scope.values, limit],
  });
  return (await queryable.query<{ id: string }>(sql, values)).map(({ id }) => id);
}

const COLUMNS = `m.id, m.run_id, concat_ws(chr(31), m.user_id, m.agent_id, m.app_id) AS owner, m.sequence, m.actor, m.role, m.tsv,
    coalesce(m.token_count, 0) AS tokens, coalesce(m.statement_tokens, 0) AS statement_tokens, coalesce(m.traits, 0) AS traits,
    m.search_language, coalesce(m.event_date, m.created_at) AS dated_at, m.created_at, m.dedupe_key, m.source_key`;

// Not `extract`, whose numeric arithmetic takes twice the time.
const milliseconds = (column: string) => `(date_part('epoch', ${column}) * 1000)::bigint`;

type Derived = 'counts' | 'examples' | 'source' | 'semantic';

/** Enough of a hash to tell the memories of a pool apart. */
const shortKey = (column: string) => `encode(substr(${column}, 1, 9), 'base64')`;

/** What is read of a memory, and the SQL of it for a memory `m` with the lexemes `wanted`. */
interface ReadMemory extends Omit<PoolMemory, Derived> {
  /** Wanted lexemes with their positions, as text of a tsvector. */
  readonly lexemes: string | null;
  /** Key of the text. `origin` is the key of the message that the memory was extracted from. */
  readonly key: string | null;
}

const READ: Readonly<Record<keyof ReadMemory, string>> = {
  id: 'm.id',
  run: 'm.run_id',
  owner: 'm.owner',
  sequence: 'm.sequence',
  datedAt: milliseconds('m.dated_at'),
  createdAt: milliseconds('m.created_at'),
  actor: 'm.actor',
  role: 'm.role',
  tokens: 'm.tokens',
  statementTokens: 'm.statement_tokens',
  traits: 'm.traits',
  lexemes: `CASE WHEN m.tsv @@ wanted.query THEN ${wantedLexemes('m.tsv', 'wanted.lexemes')}::text END`,
  key: shortKey('m.dedupe_key'),
  origin: shortKey('m.source_key'),
};
const READ_NAMES = Object.keys(READ);

// An array: names would be most of the bytes of 2,000 memories.
const READ_VALUES = `json_build_array(${Object.values(READ).join(', ')})`;

/** Returns a memory with all fields of a {@link PoolMemory}: a copy that adds some takes ten times as long as one that replaces them. */
function toReadMemory(values: MemoryValues): ReadMemory & Pick<PoolMemory, Derived> {
  const memory: Record<string, unknown> = { counts: null, examples: null, source: null, semantic: null };
  READ_NAMES.forEach((name, index) => (memory[name] = values[index]));
  return memory as Record<keyof ReadMemory | Derived, unknown> as ReadMemory & Pick<PoolMemory, Derived>;
}

const wantedSql = (from: string) =>
  `SELECT coalesce(array_agg(DISTINCT lexeme), '{}') AS lexemes, string_agg(DISTINCT ${quotedLexeme('lexeme')}, '|')::tsquery AS query
  FROM ${from}`;

/** JSON of a `ScopeSample` of the memories `scope` with the lexemes `wanted`. */
const SAMPLE = `
  SELECT json_build_object('size', count(*), 'hashShare', (max(hash)::float8 + 2::float8 ^ 63) / 2::float8 ^ 64,
    'averageLength', coalesce(nullif(avg(tokens), 0), 1)::float8,
    'actors', coalesce((array_agg(DISTINCT actor) FILTER (WHERE actor IS NOT NULL))[:50], '{}'),
    'matches', (SELECT coalesce(json_agg(json_build_array(lexemes, memories)), '[]') FROM (
      SELECT lexemes, count(*) AS memories FROM (
        SELECT tsvector_to_array(${wantedLexemes('m.tsv', 'wanted.lexemes')}) AS lexemes
        FROM scope m, wanted WHERE m.tsv @@ wanted.query) AS matching GROUP BY lexemes) AS grouped))
  FROM scope`;

/** A fixed pseudo-random number of a memory. The memories with the lowest numbers are a sample of any scope. */
const ID_HASH = 'uuid_hash_extended(m.id, 0)';

// Index, up to the limit: memories_user_sample_idx, memories_agent_sample_idx, memories_app_sample_idx or
// Index: memories_sample_idx. One row each: feedback_project_id_updated_at_id_idx, memory_links_project_id_created_at_id_idx.
// Most projects have no feedback and no links: a search of theirs needs no statement for them. The limit is in the text, so that a plan that
// is kept reads the memories in the order of the index. Lexemes are sorted, so that sums of a search do not depend on the plan.
const scopeSql = (scope: string, bound: { words: string; lexemes: string; limit: number }) => ({
  tables: [
    `scope AS MATERIALIZED (
  SELECT ${COLUMNS}, ${ID_HASH} AS hash FROM memories m WHERE ${scope} ORDER BY ${ID_HASH} LIMIT ${bound.limit + 1})`,
    `size AS (SELECT count(*) > ${bound.limit} AS is_large FROM scope)`,
    `lexemes AS MATERIALIZED (
  SELECT DISTINCT given.word, own.lexeme
  FROM (SELECT DISTINCT search_language FROM scope) AS spoken, unnest(${bound.words}::text[]) AS given(word),
    unnest(tsvector_to_array(memory_tsvector(spoken.search_language, given.word))) AS own(lexeme)
  UNION SELECT given.lexeme, given.lexeme FROM unnest(${bound.lexemes}::text[]) AS given(lexeme))`,
    `wanted AS MATERIALIZED (${wantedSql('lexemes')})`,
  ],
  select: `SELECT (SELECT json_agg(json_build_array(word, lexeme) ORDER BY word, lexeme) FROM lexemes) AS lexemes,
  CASE WHEN size.is_large THEN (${SAMPLE}) END AS sample,
  CASE WHEN NOT size.is_large THEN (SELECT json_agg(${READ_VALUES}) FROM scope m, wanted) END AS memories,
  EXISTS (SELECT FROM feedback f WHERE f.project_id = $1) AS has_feedback,
  EXISTS (SELECT FROM memory_links l WHERE l.project_id = $1) AS has_links
FROM size`,
});

/** Maximum number of memories read with the message that they were extracted from. */
const LINKED_MAX = 10;

// Indexes: memories_pkey for the memories (an array, because a join may scan the table); memories_dedupe_key and
// memories_source_idx for linked ones; memories_run_idx and memories_user_idx for their neighbors.
const poolSql = (scope: string, bound: { ids: string; lexemes: string; reach: string; moved: string | null }) => {
  const around = (where: string, order: string, time = 'm.created_at') =>
    `(SELECT m.id, ${time} AS created_at FROM memories m WHERE ${scope} AND ${where} ORDER BY ${order} LIMIT ${bound.reach})`;
  const inRun = 'own.run_id IS NOT NULL AND m.run_id = own.run_id';
  const ofUser = 'own.run_id IS NULL AND m.run_id IS NULL AND own.user_id IS NOT NULL AND m.user_id = own.user_id';
  // In a read of the past, an index has the order of present times alone. Memories with another time are few, and come from `moved`.
  const beside = (side: '<' | '>', direction: 'DESC' | 'ASC') => {
    const of = (time: string) => `(${time}, m.id) ${side} (own.created_at, own.id)`;
    const order = (time: string) => `${time} ${direction}, m.id ${direction}`;
    if (bound.moved === null) return around(`${ofUser} AND ${of('m.created_at')}`, order('m.created_at'));
    const time = 'm.present_created_at';
    const unmoved = around(`${ofUser} AND ${of(time)} AND NOT m.is_moved`, order(time), time);
    const moved = `SELECT m.id, m.created_at FROM moved m WHERE own.run_id IS NULL AND m.user_id = own.user_id AND ${of('m.created_at')}`;
    return `(SELECT m.* FROM (${unmoved} UNION ALL ${moved}) AS m ORDER BY ${order('m.created_at')} LIMIT ${bound.reach})`;
  };
  const moved = `moved AS MATERIALIZED (
  SELECT m.id, m.user_id, m.created_at FROM memories m WHERE ${scope} AND m.id = ANY(ARRAY(${bound.moved ?? ''}))
    AND m.is_moved AND m.run_id IS NULL)`;
  return {
    tables: [
      `given AS MATERIALIZED (
  SELECT m.id, m.dedupe_key, m.source_key FROM memories m WHERE m.id = ANY(${bound.ids}::uuid[]) AND ${scope})`,
      `linked AS (
  SELECT given.id FROM given UNION SELECT beside.id FROM given CROSS JOIN LATERAL (
    (SELECT m.id FROM memories m WHERE ${scope} AND m.dedupe_key = given.source_key) UNION ALL
    (SELECT m.id FROM memories m WHERE ${scope} AND m.source_key = given.dedupe_key ORDER BY m.id LIMIT ${LINKED_MAX})) AS beside)`,
      `own AS MATERIALIZED (
  SELECT m.id, m.project_id, m.run_id, m.user_id, m.sequence, m.created_at FROM memories m WHERE m.project_id = $1 AND m.id = ANY(ARRAY(SELECT id FROM linked)))`,
      ...(bound.moved === null ? [] : [moved]),
      `ids AS (
  SELECT own.id FROM own UNION SELECT beside.id FROM own CROSS JOIN LATERAL (
    ${around(`${inRun} AND m.sequence < own.sequence`, 'm.sequence DESC')} UNION ALL
    ${around(`${inRun} AND m.sequence > own.sequence`, 'm.sequence')} UNION ALL
    ${beside('<', 'DESC')} UNION ALL
    ${beside('>', 'ASC')}) AS beside)`,
      `wanted AS MATERIALIZED (${wantedSql(`unnest(${bound.lexemes}::text[]) AS given(lexeme)`)})`,
      `pool AS MATERIALIZED (SELECT ${COLUMNS} FROM memories m WHERE m.project_id = $1 AND m.id = ANY(ARRAY(SELECT id FROM ids)))`,
    ],
    select: `SELECT json_agg(${READ_VALUES}) AS memories FROM pool m, wanted`,
  };
};

function toLexemes(pairs: readonly LexemePair[] | null): WordLexeme[] {
  return (pairs ?? []).map(([word, lexeme]) => ({ word, lexeme }));
}

function toPoolMemories(values: readonly MemoryValues[]): PoolMemory[] {
  const memories = values.map(toReadMemory);
  // Not a join in SQL: the planner expects few rows and compares every memory with every other one.
  const idByKey = new Map(memories.flatMap(({ id, key }) => (key === null ? [] : [[key, id] as const])));
  return memories.map((memory) => {
    const { id, origin, lexemes } = memory;
    const message = origin === null ? undefined : idByKey.get(origin);
    // A memory may repeat its message word for word.
    const source = message === undefined || message === id ? null : message;
    // Facts from one message are several facts, unless they belong to a conversation or repeat a message that is stored.
    const isFact = memory.run === null && source === null;
    const counts = lexemes === null ? null : readLexemeCounts(lexemes);
    return { ...memory, counts, source, origin: isFact ? null : origin };
  });
}
