import {
  type ChangesOf,
  firstNumber,
  isRowMissing,
  prismaWrites,
  type Queryable,
  type RowOf,
} from '@memory-gateway/database';
import type { OrganizationScope, ProjectScope } from '../../auth/scope.js';
import type { LogStreamFormat } from '../../log-streams/log-record.js';
import type { PageWindow } from '../../page.js';
import type { Prisma } from '@memory-gateway/database/prisma';
import { isPlausibleId } from '../access/reach-sql.js';
import { readTextKey } from '../keyset.js';

export type LogStreamSource = 'REQUEST_LOG' | 'AUDIT_LOG';

export type LogStreamScope = ProjectScope | OrganizationScope;

const select = {
  id: true,
  organizationId: true,
  /** Null: all projects of the organization. */
  projectId: true,
  name: true,
  source: true,
  format: true,
  url: true,
  /** Whether batches are signed. If not, they carry the token of the endpoint. */
  isSigned: true,
  isCompressed: true,
  batchSize: true,
  isActive: true,
  cursor: true,
  failingSince: true,
  lastError: true,
  lastSentAt: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.LogStreamSelect;

/** A log stream as its owners may see it, without the credential. */
export interface LogStreamRow extends RowOf<
  Prisma.LogStreamGetPayload<{ select: typeof select }>,
  'source' | 'format' | 'cursor'
> {
  readonly source: LogStreamSource;
  readonly format: LogStreamFormat;
  readonly cursor: number;
}

export interface NewLogStream
  extends
    Pick<LogStreamRow, 'id' | 'name' | 'source' | 'format' | 'url' | 'isSigned' | 'isCompressed' | 'batchSize'>,
    Pick<LogStreamRow, 'isActive' | 'cursor'> {
  /** The stream begins after this signed head. */
  readonly headCursor: number;
  /** Encrypted. */
  readonly credential: Buffer;
  readonly now: Date;
}

/** `credential` is an encrypted token. */
export type LogStreamChanges = ChangesOf<Omit<NewLogStream, 'id' | 'source' | 'format' | 'isSigned' | 'now'>>;

/** Creates the store of log stream settings and positions. Prisma, and SQL for statements that lock rows. */
export function logStreamStore(db: Queryable) {
  return {
    /** Finds the organization and project of a stream without checking access. Call `authorize` next. */
    async findPlace(id: string): Promise<LogStreamRow | null> {
      const found = await (await db.prisma()).logStream.findUnique({ where: { id }, select });
      return found && toRow(found);
    },

    async find(scope: LogStreamScope, id: string): Promise<LogStreamRow | null> {
      const found = await (await db.prisma()).logStream.findUnique({ where: { id, ...toPlace(scope) }, select });
      return found && toRow(found);
    },

    /** Blocks other changes of the stream until the transaction ends. */
    async lock(id: string): Promise<void> {
      await db.execute('SELECT 1 FROM log_streams WHERE id = $1 FOR NO KEY UPDATE', [id]);
    },

    /** Returns one page in the order of ids, plus one row if there are more. */
    async page(scope: LogStreamScope, window: PageWindow): Promise<LogStreamRow[]> {
      const key = readTextKey(window, isPlausibleId);
      const after = key === null ? {} : { id: window.backward ? { lt: key } : { gt: key } };
      const where = { AND: [toPlace(scope), after] };
      const orderBy = { id: window.backward ? ('desc' as const) : ('asc' as const) };
      const { logStream } = await db.prisma();
      return (await logStream.findMany({ where, orderBy, take: window.limit + 1, select })).map(toRow);
    },

    count: async (scope: LogStreamScope) => (await db.prisma()).logStream.count({ where: toPlace(scope) }),

    /**
     * Counts the streams of the whole organization, also those that the caller does not see. Blocks other transactions that create one
     * until this one ends.
     */
    async lockCount({ organizationId }: LogStreamScope): Promise<number> {
      await db.asOwner.execute('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
      return firstNumber(
        db.asOwner.query('SELECT count(*) FROM log_streams WHERE organization_id = $1', [organizationId]),
      );
    },

    async insert(scope: LogStreamScope, { now, credential, ...stream }: NewLogStream): Promise<LogStreamRow> {
      const { organizationId } = scope;
      const projectId = 'projectId' in scope ? scope.projectId : null;
      const times = { nextAttemptAt: now, createdAt: now, updatedAt: now };
      const { logStream } = await prismaWrites(db);
      const data = { ...stream, ...times, organizationId, projectId, credential: new Uint8Array(credential) };
      return toRow(await logStream.create({ data, select }));
    },

    /**
     * Updates a stream, resets its failures and protects a new cursor. With `isMoved`, the outcome of a batch that is being sent is ignored.
     * @returns null if it does not exist
     */
    async update(
      scope: LogStreamScope,
      id: string,
      { changes, now, isMoved = false }: { changes: LogStreamChanges; now: Date; isMoved?: boolean },
    ): Promise<LogStreamRow | null> {
      const { credential, ...others } = changes;
      const noFailures = { failures: 0, failingSince: null, lastError: null };
      const data: Prisma.LogStreamUncheckedUpdateInput = {
        ...others,
        ...noFailures,
        ...(credential && { credential: new Uint8Array(credential) }),
        ...(isMoved && { leaseId: null, leasedUntil: null }),
        nextAttemptAt: now,
        updatedAt: now,
      };
      const { logStream } = await prismaWrites(db);
      try {
        return toRow(await logStream.update({ where: { id, ...toPlace(scope) }, data, select }));
      } catch (error) {
        if (isRowMissing(error)) return null;
        throw error;
      }
    },

    async delete(scope: LogStreamScope, id: string): Promise<boolean> {
      const { logStream } = await prismaWrites(db);
      return (await logStream.deleteMany({ where: { id, ...toPlace(scope) } })).count > 0;
    },
  };
}

/** Streams of projects are visible to their organization. */
function toPlace(scope: LogStreamScope): { organizationId: string; projectId?: string } {
  const { organizationId } = scope;
  return 'projectId' in scope ? { organizationId, projectId: scope.projectId } : { organizationId };
}

type StoredRow = Prisma.LogStreamGetPayload<{ select: typeof select }>;

// Safe cast: positions stay below 2^53, and the server writes only known sources and formats.
const toRow = ({ cursor, ...row }: StoredRow): LogStreamRow => ({ ...row, cursor: Number(cursor) }) as LogStreamRow;
