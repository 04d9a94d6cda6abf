import { MigrationError } from './migration-files.js';
import type { Database, Queryable } from './types.js';
import { firstNumber } from './first-row.js';

/** Tables that have a partition for some of the projects each, in a database that was created with `PARTITIONS`. */
const TABLES = [
  'memories',
  'memory_embeddings',
  'memory_chunks',
  'memory_history',
  'memory_versions',
  'memory_links',
  'events',
  'webhook_deliveries',
] as const;

/** Returns the number of partitions of each of these tables. 0: one table holds all projects. */
export function countPartitions(db: Queryable): Promise<number> {
  return firstNumber(
    db.query("SELECT count(*) AS partitions FROM pg_inherits WHERE inhparent = to_regclass('memories')"),
  );
}

/** Whether the database is to be partitioned. @throws MigrationError if it has rows, or another number of partitions */
export async function arePartitionsMissing(database: Database): Promise<boolean> {
  const { partitions: wanted } = database;
  if (wanted === null) return false;
  const found = await countPartitions(database);
  if (found === wanted) return false;
  const has = found === 0 ? 'was created without partitions' : `has ${found} partitions`;
  if (found > 0 || (await hasRows(database)))
    throw new MigrationError(
      `PARTITIONS is ${wanted}, and the database ${has}. The number is chosen when a database is created: remove PARTITIONS, or restore a backup into a new database.`,
    );
  return true;
}

/** Splits the empty tables by a hash of the project, in one transaction. The migrations must be complete. */
export async function partitionByProject(database: Database): Promise<void> {
  const { partitions } = database;
  if (partitions === null || !(await arePartitionsMissing(database))) return;
  await database.transaction(async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0');
    const all = (sql: string) => tx.query<{ statement: string }>(sql, [TABLES]);
    // Read before the tables that they describe are replaced.
    const owned = await all(SEQUENCES);
    const parts = [
      ...(await all(KEYS)),
      ...(await all(INDEXES)),
      ...(await all(REFERENCES)),
      ...(await all(TRIGGERS)),
      ...(await all(POLICIES)),
    ];
    const run = async (statements: readonly string[]) => {
      for (const statement of statements) await tx.query(statement);
    };
    await run(TABLES.flatMap(replace));
    await run(owned.map(({ statement }) => statement));
    await run(TABLES.map((table) => `DROP TABLE ${table}_whole CASCADE`));
    await run(TABLES.flatMap((table) => Array.from({ length: partitions }, (_, n) => partition(table, n, partitions))));
    await run(parts.map(({ statement }) => statement));
    await tx.query(await idProjects(tx));
  });
}

async function hasRows(db: Queryable): Promise<boolean> {
  const known = await db.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [TABLES],
  );
  if (known.length === 0) return false;
  const any = known.map(({ name }) => `EXISTS (SELECT FROM ${name})`).join(' OR ');
  return (await db.query<{ found: boolean }>(`SELECT ${any} AS found`))[0]?.found === true;
}

const replace = (table: string) => [
  `ALTER TABLE ${table} RENAME TO ${table}_whole`,
  `CREATE TABLE ${table} (LIKE ${table}_whole INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (project_id)`,
];

const partition = (table: string, remainder: number, modulus: number) =>
  `CREATE TABLE ${table}_p${remainder} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${modulus}, REMAINDER ${remainder})`;

const SEQUENCES = `
SELECT format('ALTER SEQUENCE %s OWNED BY %I.%I', d.objid::regclass, c.relname, a.attname) AS statement
FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' JOIN pg_class c ON c.oid = d.refobjid
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
WHERE d.deptype = 'a' AND c.oid = ANY($1::regclass[])`;

// A key contains the project, as Postgres requires, but does not begin with it: jobs that read all projects by ID use the same index.
const withProject = `regexp_replace(pg_get_constraintdef(k.oid), '\\)', ', project_id)', 'g')`;

const KEYS = `
SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, ${withProject}) AS statement
FROM pg_constraint k WHERE k.conrelid = ANY($1::regclass[]) AND k.contype IN ('p', 'u') ORDER BY k.contype, k.conname`;

const INDEXES = `
SELECT pg_get_indexdef(i.indexrelid) AS statement FROM pg_index i
WHERE i.indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))`;

const REFERENCES = `
SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname,
  CASE WHEN k.confrelid = ANY($1::regclass[]) THEN ${withProject} ELSE pg_get_constraintdef(k.oid) END) AS statement
FROM pg_constraint k WHERE k.contype = 'f' AND (k.conrelid = ANY($1::regclass[]) OR k.confrelid = ANY($1::regclass[]))`;

const TRIGGERS = `
SELECT pg_get_triggerdef(t.oid) AS statement FROM pg_trigger t WHERE t.tgrelid = ANY($1::regclass[]) AND NOT t.tgisinternal`;

const POLICIES = `
SELECT format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name) AS statement FROM unnest($1::text[]) AS name
UNION ALL
SELECT format('CREATE POLICY %I ON %I FOR %s USING (%s) WITH CHECK (%s)', p.policyname, p.tablename, p.cmd, p.qual, p.with_check)
FROM pg_policies p WHERE p.schemaname = current_schema() AND p.tablename = ANY($1::text[])`;

/**
 * Returns the statements of the table that knows the project of each ID. IDs are unique in it, which a partitioned table can promise
 * only for each project, and project files bring IDs with them.
 */
async function idProjects(db: Queryable): Promise<string> {
  const [policy] = await db.query<{ qual: string }>(
    "SELECT qual FROM pg_policies WHERE schemaname = current_schema() AND tablename = 'memories' AND policyname = 'tenant'",
  );
  const tables = ['memories', 'events', 'memory_links', 'webhook_deliveries'];
  const view = (name: string, select: string) => `CREATE VIEW ${name} WITH (security_invoker = true) AS ${select};`;
  const ids = (table: string) => `SELECT i.id, i.project_id FROM id_projects i WHERE i.kind = '${table}'`;
  return `
CREATE TABLE id_projects (
  kind text NOT NULL, id uuid NOT NULL, project_id text NOT NULL, is_hidden boolean NOT NULL DEFAULT false, PRIMARY KEY (kind, id));
ALTER TABLE id_projects ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON id_projects FOR SELECT USING (${policy?.qual ?? 'false'});
CREATE FUNCTION note_project_of_id() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO id_projects (kind, id, project_id) VALUES (TG_ARGV[0], NEW.id, NEW.project_id);
  ELSIF TG_OP = 'DELETE' THEN
    DELETE FROM id_projects WHERE kind = TG_ARGV[0] AND id = OLD.id;
  ELSE
    UPDATE id_projects SET is_hidden = NEW.deleted_at IS NOT NULL WHERE kind = TG_ARGV[0] AND id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
${tables
  .map(
    (table) =>
      `CREATE TRIGGER ${table}_note_project AFTER INSERT OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION note_project_of_id('${table}');`,
  )
  .join('\n')}
CREATE TRIGGER memories_hide_id AFTER UPDATE OF deleted_at ON memories FOR EACH ROW
WHEN ((OLD.deleted_at IS NULL) IS DISTINCT FROM (NEW.deleted_at IS NULL)) EXECUTE FUNCTION note_project_of_id('memories');
${view('memory_ids', `${ids('memories')} AND NOT i.is_hidden`)}
${view('event_ids', ids('events'))}
${view('webhook_delivery_ids', ids('webhook_deliveries'))}
${view(
  'memory_link_ids',
  `SELECT i.id, i.project_id, l.newer_id, l.older_id FROM id_projects i
  JOIN memory_links l ON l.project_id = i.project_id AND l.id = i.id WHERE i.kind = 'memory_links'`,
)}`;
}
