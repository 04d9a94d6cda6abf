import { handlers } from '../../src/jobs/registry.js';
import type { JobTry } from '../../src/jobs/handler.js';
import { prepared } from '@memory-gateway/database';
import type { TestServices } from '../helpers/context.js';

/** The only attempt at a job. */
export const onlyTry: JobTry = { attempt: 1, lastAttempt: true, signal: new AbortController().signal };

/** Runs every job enqueued since `from`, in order, like a worker. @returns the position for the next call */
export async function work(services: TestServices, from = 0): Promise<number> {
  let done = from;
  for (; done < services.enqueued.length; done += 1) {
    const job = services.enqueued[done];
    if (job) await handlers[job.name](services, job.payload as never, onlyTry);
  }
  return done;
}

/**
 * Waits until the worker of a running product is idle, so that it is not disturbed by the next step. Does not wait for
 * grace periods.
 */
export async function idle({ database }: Pick<TestServices, 'database'>): Promise<void> {
  while ((await database.query(OPEN_JOB)).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

const OPEN_JOB = prepared(`
SELECT FROM pgboss.job WHERE state IN ('created', 'active', 'retry') AND name NOT LIKE '\\_\\_pgboss%' AND start_after < now() + interval '10 minutes'
LIMIT 1`);

/** A memory to store unchanged. */
export interface Sample {
  readonly user_id?: string | null;
  readonly agent_id?: string | null;
  readonly app_id?: string | null;
  readonly run_id?: string | null;
  readonly text?: string;
  readonly metadata?: unknown;
}

const INSERT = `
INSERT INTO memories (id, project_id, user_id, agent_id, app_id, run_id, text, hash, dedupe_key, metadata, categories)
SELECT gen_random_uuid(), $1, r.user_id, r.agent_id, r.app_id, r.run_id, coalesce(r.text, 'memory ' || r.n), 'h', sha256(convert_to($1 || r.n || random(), 'UTF8')), r.metadata, '{}'
FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (user_id text, agent_id text, app_id text, run_id text, text text, metadata jsonb)) WITH ORDINALITY
  AS r(user_id, agent_id, app_id, run_id, text, metadata, n)
RETURNING id`;

/** Stores memories unchanged. @returns their ids */
export async function store(
  services: Pick<TestServices, 'database'>,
  projectId: string,
  samples: readonly Sample[],
): Promise<string[]> {
  const rows = await services.database.query<{ id: string }>(INSERT, [projectId, JSON.stringify(samples)]);
  return rows.map(({ id }) => id);
}

/** Stores `count` memories of users `user-0` to `user-9`, each with a vector and an access, and some with feedback. */
export async function storeMany(
  services: Pick<TestServices, 'database'>,
  projectId: string,
  count: number,
): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => services.database.query(sql, [projectId, ...values]);
  await run(
    `INSERT INTO memories (id, project_id, user_id, run_id, text, hash, dedupe_key, categories)
     SELECT gen_random_uuid(), $1, 'user-' || n % 10, 'run-' || n % 7, 'Rosa collects stamp ' || n, 'h', sha256(convert_to($1 || n, 'UTF8')), '{}' FROM generate_series(1, $2::int) n`,
    count,
  );
  await run(`INSERT INTO memory_access (memory_id, project_id) SELECT id, $1 FROM memories WHERE project_id = $1`);
  await run(
    `INSERT INTO memory_embeddings (memory_id, embedder_id, project_id, embedding) SELECT id, 1, $1, array_fill(0.1, ARRAY[384])::vector::halfvec FROM memories WHERE project_id = $1 LIMIT 50`,
  );
  await run(
    `INSERT INTO feedback (id, project_id, memory_id) SELECT gen_random_uuid(), $1, id FROM memories WHERE project_id = $1 LIMIT 50`,
  );
  await run(
    `INSERT INTO memory_history (id, memory_id, project_id, event, new_memory, user_id, updated_at) SELECT gen_random_uuid(), id, $1, 'ADD', text, user_id, now() FROM memories WHERE project_id = $1`,
  );
  await run(
    `INSERT INTO entities (project_id, type, name) SELECT $1, 'user', 'user-' || n FROM generate_series(0, 9) n`,
  );
}

const COUNTS = `
SELECT (SELECT count(*) FROM memories WHERE project_id = $1) AS memories,
  (SELECT count(*) FROM memories WHERE project_id = $1 AND deleted_at IS NULL) AS visible,
  (SELECT count(*) FROM memory_history WHERE project_id = $1 AND event = 'DELETE') AS deletions_in_history,
  (SELECT count(*) FROM memory_history h WHERE project_id = $1 AND NOT EXISTS (SELECT FROM memories m WHERE m.id = h.memory_id)
    AND (h.event <> 'DELETE' OR num_nonnulls(h.old_memory, h.new_memory, h.input, h.categories, h.metadata) > 0)) AS texts_in_history`;

/** Lists the tables that have a column, including tables added later. */
export async function tablesWith({ database }: Pick<TestServices, 'database'>, column: string): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.column_name = $1 AND c.table_name !~ '_p[0-9]+$' ORDER BY 1`,
    [column],
  );
  return rows.map(({ name }) => name);
}

/** Counts rows of deleted memories in every table but the history. */
async function countOrphans(services: TestServices): Promise<number> {
  const tables = (await tablesWith(services, 'memory_id')).filter((name) => name !== 'memory_history');
  const counts = tables.map(
    (name) => `(SELECT count(*) FROM ${name} o WHERE NOT EXISTS (SELECT FROM memories m WHERE m.id = o.memory_id))`,
  );
  const [row] = await services.database.query<{ orphans: number }>(
    `SELECT (SELECT count(*) FROM deletion_batches) + ${counts.join(' + ')} AS orphans`,
  );
  return row?.orphans ?? NaN;
}

/** Counts a project's rows, excess history rows of deleted memories, and orphaned rows of any project. */
export async function countRows(services: TestServices, projectId: string) {
  const rows = await services.database.query<{
    memories: number;
    visible: number;
    deletionsInHistory: number;
    textsInHistory: number;
  }>(COUNTS, [projectId]);
  if (!rows[0]) throw new Error('No counts.');
  return { ...rows[0], orphans: await countOrphans(services) };
}
