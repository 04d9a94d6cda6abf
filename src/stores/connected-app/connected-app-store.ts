import { deleteAndCount, firstNumber, prismaWrites, type Queryable, type RowOf } from '@memory-gateway/database';
import type { McpScope } from '../../auth/caller.js';
import { isUuid } from '../../ids.js';
import type { PageWindow } from '../../page.js';
import type { Prisma } from '@memory-gateway/database/prisma';
import { prismaPage } from '../keyset.js';

// Excludes the digest of the code.
const select = {
  id: true,
  /** First 12 characters of each access token. */
  tokenPrefix: true,
  /** URL of the client's metadata document, or the signed id of a registered client. */
  clientId: true,
  clientName: true,
  userId: true,
  projectId: true,
  /** URL of the MCP endpoint that the tokens are valid for. */
  resource: true,
  scopes: true,
  redirectUri: true,
  codeChallenge: true,
  codeUsedAt: true,
  expiresAt: true,
  /** Accurate to one minute. */
  lastUsedAt: true,
  revokedAt: true,
  createdAt: true,
} satisfies Prisma.ConnectedAppSelect;

/** Consent of a user that lets an MCP client act in one project. Contains no secret and no digest. */
export interface ConnectedAppRow extends RowOf<Prisma.ConnectedAppGetPayload<{ select: typeof select }>, 'scopes'> {
  readonly scopes: readonly McpScope[];
}

export type NewConnectedApp = Omit<ConnectedAppRow, 'codeUsedAt' | 'lastUsedAt' | 'revokedAt'> & {
  readonly codeDigest: Buffer;
};

/** Selects the apps of a user that can still get a token at `now`. */
export interface ConnectedAppFilter {
  readonly userId: string;
  readonly now: Date;
}

/** Creates the store of connected apps. Uses Prisma, and SQL for locks. Tokens: connected-app-token-store.ts. */
export function connectedAppStore(db: Queryable) {
  return {
    /** Reads one page, newest first. Index: connected_apps_user_id_created_at_idx. */
    async list(filter: ConnectedAppFilter, window: PageWindow): Promise<ConnectedAppRow[]> {
      const page = prismaPage({ time: 'createdAt', direction: 'desc', hasUuids: true }, window, toWhere(filter));
      return (await (await db.prisma()).connectedApp.findMany({ ...page, select })).map(toRow);
    },

    count: async (filter: ConnectedAppFilter) => (await db.prisma()).connectedApp.count({ where: toWhere(filter) }),

    async find(id: string): Promise<ConnectedAppRow | null> {
      if (!isUuid(id)) return null;
      const found = await (await db.prisma()).connectedApp.findUnique({ where: { id }, select });
      return found && toRow(found);
    },

    async insert(given: NewConnectedApp): Promise<ConnectedAppRow> {
      const { connectedApp } = await prismaWrites(db);
      const data = { ...given, scopes: [...given.scopes], codeDigest: new Uint8Array(given.codeDigest) };
      return toRow(await connectedApp.create({ data, select }));
    },

    /** Finds the app of an authorization code and locks its row. Index: connected_apps_code_digest_key. */
    async lockByCode(digest: Buffer): Promise<ConnectedAppRow | null> {
      const [locked] = await db.execute<{ id: string }>(LOCK_BY_CODE, [digest]);
      return locked ? this.find(locked.id) : null;
    },

    async lock(id: string): Promise<ConnectedAppRow | null> {
      await db.execute('SELECT id FROM connected_apps WHERE id = $1::uuid FOR UPDATE', [id]);
      return this.find(id);
    },

    async useCode(id: string, now: Date): Promise<void> {
      const { connectedApp } = await prismaWrites(db);
      await connectedApp.updateMany({ where: { id }, data: { codeUsedAt: now } });
    },

    async extend(id: string, expiresAt: Date): Promise<void> {
      const { connectedApp } = await prismaWrites(db);
      await connectedApp.updateMany({ where: { id }, data: { expiresAt } });
    },

    /** Revokes an app. @returns null if the app was already revoked */
    async revoke(id: string, now: Date): Promise<ConnectedAppRow | null> {
      const { connectedApp } = await prismaWrites(db);
      const where = { id, revokedAt: null };
      const [row] = await connectedApp.updateManyAndReturn({ where, data: { revokedAt: now }, select });
      return row ? toRow(row) : null;
    },

    /**
     * Deletes up to `batch` apps that expired before `before`, with their tokens. @returns the number of deleted apps
     */
    deleteExpired(before: Date, batch: number): Promise<number> {
      return firstNumber(db.execute(DELETE_EXPIRED, [before, batch]));
    },
  };
}

const LOCK_BY_CODE = 'SELECT id FROM connected_apps WHERE code_digest = $1 FOR UPDATE';

// Index: connected_apps_expires_at_idx.
const DELETE_EXPIRED = deleteAndCount(
  'connected_apps WHERE id IN (SELECT id FROM connected_apps WHERE expires_at < $1 LIMIT $2)',
);

const toWhere = ({ userId, now }: ConnectedAppFilter): Prisma.ConnectedAppWhereInput => ({
  userId,
  revokedAt: null,
  expiresAt: { gt: now },
});

// Safe cast: use cases store only valid scopes.
function toRow(row: Prisma.ConnectedAppGetPayload<{ select: typeof select }>): ConnectedAppRow {
  return { ...row, scopes: row.scopes as McpScope[] };
}
