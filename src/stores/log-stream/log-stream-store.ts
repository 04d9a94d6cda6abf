import type { OrganizationScope, ProjectScope } from '../../auth/scope.js';
import type { LogStreamFormat } from '../../engine/log-stream/log-record.js';
import { ValidationError } from '../../errors.js';
import type { PageWindow } from '../../page.js';
import type { Queryable } from '../database/open-database.js';
import { parameters } from '../sql/keyset.js';

export type LogStreamSource = 'REQUEST_LOG' | 'AUDIT_LOG';

export type LogStreamScope = ProjectScope | OrganizationScope;

/** A log stream as its owners may see it, without the credential. */
export interface LogStreamRow {
  readonly id: string;
  readonly organizationId: string;
  /** Null: all projects of the organization. */
  readonly projectId: string | null;
  readonly name: string;
  readonly source: LogStreamSource;
  readonly format: LogStreamFormat;
  readonly url: string;
  /** Whether batches are signed. If not, they carry the token of the endpoint. */
  readonly isSigned: boolean;
  readonly isCompressed: boolean;
  readonly batchSize: number;
  readonly isActive: boolean;
  readonly cursor: number;
  readonly failingSince: Date | null;
  readonly lastError: string | null;
  readonly lastSentAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewLogStream
  extends
    Pick<LogStreamRow, 'id' | 'name' | 'source' | 'format' | 'url' | 'isSigned' | 'isCompressed' | 'batchSize'>,
    Pick<LogStreamRow, 'isActive' | 'cursor'> {
  /** Encrypted. */
  readonly credential: Buffer;
  readonly now: Date;
}

export interface LogStreamChanges {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly isCompressed?: boolean | undefined;
  readonly batchSize?: number | undefined;
  readonly isActive?: boolean | undefined;
  readonly cursor?: number | undefined;
  /** Encrypted token. */
  readonly credential?: Buffer | undefined;
}

/** Creates the store of log stream settings and positions. */
export function logStreamStore(db: Queryable) {
  const one = async (sql: string, values: readonly unknown[]) => (await db.query<LogStreamRow>(sql, values))[0] ?? null;
  return {
    /** Finds the organization and project of a stream without checking access. Call `authorize` next. */
    findPlace: (id: string) => one(`SELECT ${columns} FROM log_streams WHERE id = $1`, [id]),

    find: (scope: LogStreamScope, id: string) => one(`${SELECT} AND id = $3`, [...toValues(scope), id]),

    /** Returns one page in the order of ids, plus one row if there are more. */
    page(scope: LogStreamScope, window: PageWindow): Promise<LogStreamRow[]> {
      const { values, bind } = parameters();
      for (const value of toValues(scope)) bind(value);
      const key = readKey(window);
      const after = key === null ? '' : ` AND id ${window.backward ? '<' : '>'} ${bind(key)}`;
      const order = ` ORDER BY id ${window.backward ? 'DESC' : 'ASC'} LIMIT ${bind(window.limit + 1)}`;
      return db.query(`${SELECT}${after}${order}`, values);
    },

    async count(scope: LogStreamScope): Promise<number> {
      const sql = `SELECT count(*) AS total FROM log_streams WHERE ${PLACE}`;
      return (await db.query<{ total: number }>(sql, toValues(scope)))[0]?.total ?? 0;
    },

    async countInOrganization({ organizationId }: LogStreamScope): Promise<number> {
      const sql = 'SELECT count(*) AS total FROM log_streams WHERE organization_id = $1';
      return (await db.query<{ total: number }>(sql, [organizationId]))[0]?.total ?? 0;
    },

    /** Blocks other transactions that create a stream in the organization until this one ends. */
    async lockCount(scope: LogStreamScope): Promise<void> {
      await db.query('SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [scope.organizationId]);
    },

    async insert(scope: LogStreamScope, stream: NewLogStream): Promise<LogStreamRow> {
      const { id, name, source, format, url, credential, isSigned, isCompressed, batchSize } = stream;
      const settings = [id, name, source, format, url, credential, isSigned, isCompressed, batchSize];
      const row = await one(INSERT, [...toValues(scope), ...settings, stream.isActive, stream.cursor, stream.now]);
      if (!row) throw new Error('The new log stream was not returned.');
      return row;
    },

    /** Updates a stream and resets its failures. A batch in progress does not overwrite a new cursor. */
    update(
      scope: LogStreamScope,
      id: string,
      { changes, now }: { changes: LogStreamChanges; now: Date },
    ): Promise<LogStreamRow | null> {
      const { name, url, isCompressed, batchSize, isActive, cursor, credential } = changes;
      const values = [name, url, isCompressed, batchSize, isActive, cursor, credential].map((value) => value ?? null);
      return one(UPDATE, [...toValues(scope), id, ...values, now]);
    },

    async delete(scope: LogStreamScope, id: string): Promise<boolean> {
      const sql = `DELETE FROM log_streams WHERE ${PLACE} AND id = $3 RETURNING id`;
      return (await db.query(sql, [...toValues(scope), id])).length > 0;
    },
  };
}

const columns = `id, organization_id, project_id, name, source, format, url, is_signed, is_compressed, batch_size, is_active, cursor,
  failing_since, last_error, last_sent_at, created_at, updated_at`;

/** Streams of projects are visible to their organization. */
const PLACE = 'organization_id = $1 AND ($2::text IS NULL OR project_id = $2)';
const SELECT = `SELECT ${columns} FROM log_streams WHERE ${PLACE}`;

const INSERT = `
  INSERT INTO log_streams (organization_id, project_id, id, name, source, format, url, credential, is_signed, is_compressed, batch_size,
    is_active, cursor, next_attempt_at, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $14) RETURNING ${columns}`;

const UPDATE = `
  UPDATE log_streams SET
    name = coalesce($4, name), url = coalesce($5, url), is_compressed = coalesce($6, is_compressed),
    batch_size = coalesce($7, batch_size), is_active = coalesce($8, is_active), cursor = coalesce($9, cursor),
    credential = coalesce($10, credential), failures = 0, failing_since = NULL, last_error = NULL, next_attempt_at = $11, updated_at = $11
  WHERE ${PLACE} AND id = $3 RETURNING ${columns}`;

function toValues(scope: LogStreamScope): [string, string | null] {
  return [scope.organizationId, 'projectId' in scope ? scope.projectId : null];
}

function readKey({ key, backward }: PageWindow): string | null {
  if (key === null) return null;
  const [id] = key;
  if (key.length === 1 && typeof id === 'string') return id;
  throw new ValidationError({ [backward ? 'before' : 'after']: ['Not a cursor of this list.'] });
}
