import type { AuditRecord, SealedRecord, SignedHead } from '@memory-gateway/audit-chain';
import type { Json } from '@memory-gateway/memory-engine';
import type { WebhookEventType } from '../webhooks/event-types.js';
import { isUuid } from '../ids.js';
import type { PageWindow } from '../page.js';
import { firstNumber, hashedAdvisoryLocks, prepared, type Queryable } from '@memory-gateway/database';
import { parameters, readTextKey, type Parameters } from './keyset.js';
import type { Subscriber } from './webhook/webhook-store.js';

type AuditActorType = 'USER' | 'API_KEY' | 'CONNECTED_APP' | 'ADMIN_KEY' | 'SYSTEM' | 'ANONYMOUS';

/** `organizationId` null: the organization of the project, if any. */
export interface NewAuditLog extends Omit<AuditRecord, 'chain' | 'sequence' | 'actorType' | 'createdAt'> {
  readonly actorType: AuditActorType;
  readonly createdAt: Date;
}

export interface AuditLogRow extends NewAuditLog {
  readonly chain: string;
  /** Position in the chain. Null until the row is sealed, about a second later. */
  readonly sequence: number | null;
  readonly previousHash: string | null;
  readonly hash: string | null;
}

/** Rows that a caller may see: those of an organization or a project. Both null: all rows. */
export interface AuditLogReach {
  readonly organizationId: string | null;
  readonly projectId: string | null;
}

export interface AuditLogCriteria {
  /** Exact action, or a prefix that ends in a dot: `member.` matches all actions on members. */
  readonly action?: string | null;
  readonly targetType?: string | null;
  /** A row with any of these targets. */
  readonly targetIds?: readonly string[] | null;
  readonly actorId?: string | null;
  readonly requestId?: string | null;
  readonly since?: Date | null;
  readonly until?: Date | null;
}

/** Creates the store of the audit log. SQL, because every write adds a row and lists are keyset pages over long tables. */
export function auditLogStore(db: Queryable) {
  const select = (rest: string, values: readonly unknown[]) =>
    db.query<AuditLogRow>(`SELECT ${auditLogColumns} FROM audit_logs ${rest}`, values);
  return {
    /** Stores a row. @returns the active webhooks of its project that subscribe to one of `eventTypes` */
    async insert(row: NewAuditLog, eventTypes: readonly WebhookEventType[]): Promise<Subscriber[]> {
      const { id, actorType, actorId, keyPrefix, action, targetType, targetId } = row;
      const { organizationId, projectId, changes, reason, requestId, createdAt } = row;
      const target = [action, targetType, targetId.slice(0, 255), organizationId, projectId];
      const values = [id, actorType, actorId, keyPrefix, ...target, changes, reason, requestId, createdAt, eventTypes];
      return db.execute(organizationId === null && projectId !== null ? INSERT_BY_PROJECT : INSERT, values);
    },

    /** Returns one page, newest first, plus one row if there are more. */
    page(reach: AuditLogReach, criteria: AuditLogCriteria, window: PageWindow): Promise<AuditLogRow[]> {
      const { values, bind } = parameters();
      const where = conditions(reach, criteria, bind);
      const key = readTextKey(window, isUuid);
      if (key !== null) where.push(`id ${window.backward ? '>' : '<'} ${bind(key)}::uuid`);
      const order = `ORDER BY id ${window.backward ? 'ASC' : 'DESC'} LIMIT ${bind(window.limit + 1)}`;
      return select(`WHERE ${where.join(' AND ')} ${order}`, values);
    },

    async find(reach: AuditLogReach, criteria: AuditLogCriteria, id: string): Promise<AuditLogRow | null> {
      const { values, bind } = parameters();
      const where = [`id = ${bind(id)}::uuid`, ...conditions(reach, criteria, bind)];
      return (await select(`WHERE ${where.join(' AND ')}`, values))[0] ?? null;
    },

    count(reach: AuditLogReach, criteria: AuditLogCriteria): Promise<number> {
      const { values, bind } = parameters();
      const sql = `SELECT count(*) AS total FROM audit_logs WHERE ${conditions(reach, criteria, bind).join(' AND ')}`;
      return firstNumber(db.query(sql, values));
    },

    /** Reads the events and entities that rows are about, without messages and metadata. Missing ones are left out. */
    listNaming: (asked: readonly { projectId: string; target: string }[]) =>
      db.query<{ projectId: string; target: string; value: Json }>(NAMING, [
        asked.map(({ target }) => target),
        [...new Set(asked.map(({ projectId }) => projectId))],
      ]),

    listSealed: (chain: string, after: number, limit: number) =>
      select('WHERE chain = $1 AND sequence > $2 ORDER BY sequence LIMIT $3', [chain, after, limit]),

    /** Lists the chains that rows, signed heads or recorded ends name. */
    async listChains(): Promise<string[]> {
      return (await db.query<{ chain: string }>(CHAINS)).map(({ chain }) => chain);
    },

    /** Returns the last sequence numbers of a chain: `recorded` at its last sealing, and `end` among rows, heads and the recorded one. */
    async findEnd(chain: string): Promise<{ recorded: number; end: number }> {
      const [found] = await db.query<{ recorded: number; end: number }>(END, [chain]);
      return found ?? { recorded: 0, end: 0 };
    },

    /** Lists the signed heads of a chain after a sequence number, in order. */
    listHeads: (chain: string, after: number, limit: number) =>
      db.query<StoredHead>(
        'SELECT chain, sequence, hash, signature, signed_at FROM audit_heads WHERE chain = $1 AND sequence > $2 ORDER BY sequence LIMIT $3',
        [chain, after, limit],
      ),
  };
}

/** A signed head with its time as the database returns it. */
export type StoredHead = Omit<SignedHead, 'signedAt'> & { readonly signedAt: Date };

/** Creates the part of the store that seals rows. Use it inside the sealer's transaction. */
export function auditSealStore(tx: Queryable) {
  return {
    /**
     * Locks chains of unsealed rows until the transaction ends: those that no other sealer has, or else waits for one of them.
     * @returns these chains, and whether others were left out
     */
    async lockChains(limit: number): Promise<{ chains: string[]; isPartial: boolean }> {
      const found = await tx.query<{ chain: string; isOurs: boolean }>(TRY_CHAINS, [limit]);
      const ours = found.filter(({ isOurs }) => isOurs).map(({ chain }) => chain);
      const isPartial = ours.length < found.length;
      if (ours.length > 0 || !isPartial) return { chains: ours, isPartial };
      const chains = found.slice(0, 1).map(({ chain }) => chain);
      await tx.query(`SELECT pg_advisory_xact_lock(${hashedAdvisoryLocks.sealing}, hashtext($1))`, chains);
      return { chains, isPartial };
    },
    listUnsealed: (chains: readonly string[], limit: number) =>
      tx.query<AuditLogRow>(
        `SELECT ${auditLogColumns} FROM audit_logs WHERE sequence IS NULL AND chain = ANY($1) ORDER BY position LIMIT $2`,
        [chains, limit],
      ),
    /** Returns the last sequence number among the rows of each chain, the recorded end, and the last head. */
    ends: (chains: readonly string[]) => tx.query<StoredEnd>(ENDS, [chains]),
    async seal(records: readonly SealedRecord[], heads: readonly SignedHead[]): Promise<void> {
      const columnOf = (name: 'id' | 'sequence' | 'previousHash' | 'hash') => records.map((record) => record[name]);
      await tx.execute(SEAL, [columnOf('id'), columnOf('sequence'), columnOf('previousHash'), columnOf('hash')]);
      await tx.execute(INSERT_HEADS, [JSON.stringify(heads)]);
      await tx.execute(RECORD_ENDS, [JSON.stringify(heads)]);
    },
  };
}

// Few at a time: each lock has a place in the memory of the whole server.
const TRY_CHAINS = `
  SELECT chain, pg_try_advisory_xact_lock(${hashedAdvisoryLocks.sealing}, hashtext(chain)) AS is_ours
  FROM (SELECT DISTINCT chain FROM (SELECT chain FROM audit_logs WHERE sequence IS NULL ORDER BY position LIMIT $1) AS rows LIMIT 50) AS chains`;

export const auditLogColumns = `id, chain, sequence, previous_hash, hash, actor_type, actor_id, key_prefix, action, target_type, target_id,
  organization_id, project_id, changes, reason, request_id, created_at`;

// Webhooks are read in the same statement, because every change of state writes a row. The lock keeps them until the deliveries exist.
const toInsert = (organizationId: string) =>
  prepared(`
  WITH logged AS (INSERT INTO audit_logs (id, actor_type, actor_id, key_prefix, action, target_type, target_id, organization_id, project_id, chain,
    changes, reason, request_id, created_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, place.organization_id, $9, coalesce(place.organization_id, 'installation'), $10, $11, $12, $13
  FROM (SELECT ${organizationId} AS organization_id) AS place)
  SELECT w.id, w.event_types FROM webhooks w
  WHERE w.project_id = $9::text AND w.is_active AND w.event_types && $14::text[] ORDER BY w.created_at, w.id FOR KEY SHARE`);
const INSERT = toInsert('$8::text');
// A statement of its own: with the project in its plan, Postgres would plan each execution for its values.
const INSERT_BY_PROJECT = toInsert('coalesce($8::text, (SELECT organization_id FROM projects WHERE id = $9::text))');

// Indexes: events_pkey, entities_pkey.
const NAMING = `
  SELECT e.project_id, 'event/' || e.id AS target, e.payload - '{messages,metadata}'::text[] AS value
  FROM unnest($1::text[]) AS asked (target) JOIN events e ON e.id = substr(asked.target, 7)::uuid
  WHERE starts_with(asked.target, 'event/') AND e.project_id = ANY ($2::text[])
  UNION ALL
  SELECT e.project_id, 'entity/' || e.id, to_jsonb(e.name)
  FROM unnest($1::text[]) AS asked (target) JOIN entities e ON e.id = substr(asked.target, 8)::bigint
  WHERE starts_with(asked.target, 'entity/') AND e.project_id = ANY ($2::text[])`;

// Skips from chain to chain in the index, because the table is long.
const CHAINS = `
  WITH RECURSIVE named AS (
    (SELECT chain FROM audit_logs ORDER BY chain LIMIT 1)
    UNION ALL
    SELECT (SELECT l.chain FROM audit_logs l WHERE l.chain > named.chain ORDER BY l.chain LIMIT 1) FROM named WHERE named.chain IS NOT NULL)
  SELECT chain FROM named WHERE chain IS NOT NULL UNION SELECT chain FROM audit_heads UNION SELECT chain FROM audit_chains ORDER BY chain`;

const END = `
  SELECT recorded, greatest(recorded, head, last) AS end FROM (SELECT
    coalesce((SELECT sequence FROM audit_chains WHERE chain = $1), 0) AS recorded,
    coalesce((SELECT max(sequence) FROM audit_heads WHERE chain = $1), 0) AS head,
    coalesce((SELECT max(sequence) FROM audit_logs WHERE chain = $1), 0) AS last) AS ends`;

/** Where a chain ends according to its rows, and according to what is stored outside of them. */
export interface StoredEnd {
  readonly chain: string;
  readonly last: number;
  readonly recorded: { readonly sequence: number; readonly hash: string } | null;
  readonly head: SignedHead | null;
}

const ENDS = `
  SELECT name AS chain, coalesce((SELECT max(sequence) FROM audit_logs WHERE chain = name), 0) AS last,
    (SELECT jsonb_build_object('sequence', sequence, 'hash', hash) FROM audit_chains WHERE chain = name) AS recorded,
    (SELECT jsonb_build_object('chain', chain, 'sequence', sequence, 'hash', hash, 'signature', signature,
       'signedAt', to_char(signed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     FROM audit_heads WHERE chain = name ORDER BY sequence DESC LIMIT 1) AS head
  FROM unnest($1::text[]) AS wanted (name)`;

const SEAL = `
  UPDATE audit_logs SET sequence = sealed.sequence, previous_hash = sealed.previous_hash, hash = sealed.hash
  FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[]) AS sealed (id, sequence, previous_hash, hash)
  WHERE audit_logs.id = sealed.id`;

const INSERT_HEADS = `
  INSERT INTO audit_heads (chain, sequence, hash, signature, signed_at)
  SELECT chain, sequence, hash, signature, "signedAt"
  FROM jsonb_to_recordset($1::jsonb) AS head (chain text, sequence bigint, hash text, signature text, "signedAt" timestamptz)`;

const RECORD_ENDS = `
  INSERT INTO audit_chains (chain, sequence, hash)
  SELECT chain, sequence, hash FROM jsonb_to_recordset($1::jsonb) AS head (chain text, sequence bigint, hash text)
  ON CONFLICT (chain) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash`;

function conditions(
  { organizationId, projectId }: AuditLogReach,
  criteria: AuditLogCriteria,
  bind: Parameters['bind'],
): string[] {
  const where = ['true'];
  const add = (value: unknown, condition: (placeholder: string) => string) => {
    if (value !== null && value !== undefined) where.push(condition(bind(value)));
  };
  add(organizationId, (value) => `organization_id = ${value}`);
  add(projectId, (value) => `project_id = ${value}`);
  if (criteria.action?.endsWith('.')) add(criteria.action, (value) => `starts_with(action, ${value})`);
  else add(criteria.action, (value) => `action = ${value}`);
  add(criteria.targetType, (value) => `target_type = ${value}`);
  add(criteria.targetIds, (value) => `target_id = ANY (${value}::text[])`);
  add(criteria.actorId, (value) => `actor_id = ${value}::uuid`);
  add(criteria.requestId, (value) => `request_id = ${value}`);
  add(criteria.since, (value) => `created_at >= ${value}`);
  add(criteria.until, (value) => `created_at < ${value}`);
  return where;
}
