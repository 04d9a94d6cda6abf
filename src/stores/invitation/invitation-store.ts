import type { Role } from '../../auth/permissions.js';
import { isUuid } from '../../ids.js';
import type { PageWindow } from '../../page.js';
import type { Prisma } from '../../generated/prisma/client.js';
import { prismaWrites, type Queryable } from '../database/open-database.js';
import { prismaPage } from '../sql/keyset.js';

/** An invitation to become a user, or a member of a project or organization. The token is not part of it. */
export interface InvitationRow {
  readonly id: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly email: string;
  readonly role: Role;
  /** Role on the installation after acceptance. Null: the invitation is for an existing user and creates none. */
  readonly userRole: 'admin' | 'member' | null;
  readonly invitedBy: string;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly declinedAt: Date | null;
  readonly createdAt: Date;
}

export interface NewInvitation {
  readonly id: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly email: string;
  readonly role: Role;
  readonly userRole: 'admin' | 'member';
  /** SHA-256 of the token. */
  readonly tokenDigest: Buffer;
  readonly invitedBy: string;
  readonly expiresAt: Date;
  readonly now: Date;
}

/** Invitations, first of all those that create a user. Typed Prisma, because they are few; SQL where a statement takes a lock. */
export function invitationStore(db: Queryable) {
  return {
    /** One page of the open invitations that create a user, newest first. A small table: a scan. */
    async listOpen(now: Date, window: PageWindow): Promise<InvitationRow[]> {
      const page = prismaPage({ time: 'createdAt', direction: 'desc', hasUuids: true }, window);
      const { orderBy, take } = page;
      const where = { AND: [createsUser, openAt(now), page.where] };
      return (await (await db.prisma()).invitation.findMany({ where, orderBy, take, select })).map(toRow);
    },

    countOpen: async (now: Date) =>
      (await db.prisma()).invitation.count({ where: { AND: [createsUser, openAt(now)] } }),

    async insert({ now, tokenDigest, ...given }: NewInvitation): Promise<InvitationRow> {
      const { invitation } = await prismaWrites(db);
      const data = { ...given, tokenDigest: new Uint8Array(tokenDigest), createdAt: now };
      return toRow(await invitation.create({ data, select }));
    },

    /** The open invitation of a token, locked until the transaction ends. Reads invitations_token_digest_key. */
    async lockByToken(digest: Buffer, now: Date): Promise<InvitationRow | null> {
      const [locked] = await db.query<{ id: string }>(LOCK, [digest, now]);
      const found = locked && (await (await db.prisma()).invitation.findUnique({ where: locked, select }));
      return found ? toRow(found) : null;
    },

    /** An open invitation of either kind. Check that the caller may see it. */
    async findOpen(id: string): Promise<InvitationRow | null> {
      if (!isUuid(id)) return null;
      const found = await (await db.prisma()).invitation.findUnique({ where: { id, ...open }, select });
      return found ? toRow(found) : null;
    },

    async accept(id: string, now: Date): Promise<void> {
      const { invitation } = await prismaWrites(db);
      await invitation.updateMany({ where: { id }, data: { acceptedAt: now } });
    },

    /** @returns null when the invitation is unknown or no longer open */
    async revoke(id: string, now: Date): Promise<InvitationRow | null> {
      if (!isUuid(id)) return null;
      const { invitation } = await prismaWrites(db);
      const [row] = await invitation.updateManyAndReturn({ where: { id, ...open }, data: { revokedAt: now }, select });
      return row ? toRow(row) : null;
    },

    /** Revokes the open invitations of an address to become a user, because a new one replaces them. Reads invitations_email_idx. */
    async revokeAllOf(email: string, now: Date): Promise<void> {
      const { invitation } = await prismaWrites(db);
      await invitation.updateMany({ where: { email, ...createsUser, ...open }, data: { revokedAt: now } });
    },
  };
}

const LOCK = `
SELECT id FROM invitations WHERE token_digest = $1 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $2 FOR UPDATE`;

const open = { acceptedAt: null, revokedAt: null, declinedAt: null };
const createsUser = { userRole: { not: null } };
const openAt = (now: Date) => ({ ...open, expiresAt: { gt: now } });

// Never the digest of the token.
const select = {
  id: true,
  organizationId: true,
  projectId: true,
  email: true,
  role: true,
  userRole: true,
  invitedBy: true,
  expiresAt: true,
  acceptedAt: true,
  revokedAt: true,
  declinedAt: true,
  createdAt: true,
} satisfies Prisma.InvitationSelect;

// Only roles that the use cases have checked are stored.
function toRow(row: Prisma.InvitationGetPayload<{ select: typeof select }>): InvitationRow {
  return { ...row, role: row.role as Role, userRole: row.userRole as InvitationRow['userRole'] };
}
