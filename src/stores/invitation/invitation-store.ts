import { firstRow, hashedAdvisoryLocks, prismaWrites, type Queryable, type RowOf } from '@memory-gateway/database';
import type { Role } from '../../roles.js';
import { isUuid } from '../../ids.js';
import type { PageWindow } from '../../page.js';
import type { Prisma } from '@memory-gateway/database/prisma';
import { prismaPage } from '../keyset.js';

// Excludes the digest of the token.
const select = {
  id: true,
  organizationId: true,
  projectId: true,
  email: true,
  role: true,
  /** Role on the installation after acceptance. Null: the invitation is for an existing user and creates none. */
  userRole: true,
  invitedBy: true,
  expiresAt: true,
  acceptedAt: true,
  revokedAt: true,
  declinedAt: true,
  createdAt: true,
} satisfies Prisma.InvitationSelect;

/** An invitation to become a user, or a member of a project or organization, without its token. */
export interface InvitationRow extends RowOf<
  Prisma.InvitationGetPayload<{ select: typeof select }>,
  'role' | 'userRole'
> {
  readonly role: Role;
  readonly userRole: 'admin' | 'member' | null;
}

/** What an invitation offers, with names, for the person who has its token. */
export interface InvitationOfferRow extends Pick<InvitationRow, 'email' | 'role' | 'expiresAt'> {
  readonly userRole: 'admin' | 'member';
  /** Null without a project, or if the project was deleted. */
  readonly organizationName: string | null;
  readonly projectName: string | null;
  readonly inviterName: string;
}

export interface NewInvitation {
  readonly id: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly email: string;
  readonly role: Role;
  readonly userRole: 'admin' | 'member';
  readonly tokenDigest: Buffer;
  readonly invitedBy: string;
  readonly expiresAt: Date;
  readonly now: Date;
}

/** Creates the store of invitations, mainly those that create a user. Uses Prisma, and SQL for statements that lock. */
export function invitationStore(db: Queryable) {
  return {
    /**
     * Lets only one transaction at a time invite an email address or create its user. So an address has one open invitation to a place, and a
     * new user gets each invitation to the address.
     */
    async lockAddress(email: string): Promise<void> {
      await db.execute('SELECT pg_advisory_xact_lock($1::int, hashtext($2))', [
        hashedAdvisoryLocks.invitedAddresses,
        email,
      ]);
    },

    /** Reads one page of the open invitations that create a user, newest first. Scans the table, which is small. */
    async listOpen(now: Date, window: PageWindow): Promise<InvitationRow[]> {
      const page = prismaPage({ time: 'createdAt', direction: 'desc', hasUuids: true }, window, {
        AND: [createsUser, openAt(now)],
      });
      return (await (await db.prisma()).invitation.findMany({ ...page, select })).map(toRow);
    },

    countOpen: async (now: Date) =>
      (await db.prisma()).invitation.count({ where: { AND: [createsUser, openAt(now)] } }),

    async insert({ now, tokenDigest, ...given }: NewInvitation): Promise<InvitationRow> {
      const { invitation } = await prismaWrites(db);
      const data = { ...given, tokenDigest: new Uint8Array(tokenDigest), createdAt: now };
      return toRow(await invitation.create({ data, select }));
    },

    /** Finds the open invitation of a token and locks its row. Index: invitations_token_digest_key. */
    async lockByToken(digest: Buffer, now: Date): Promise<InvitationRow | null> {
      const [locked] = await db.execute<{ id: string }>(LOCK, [digest, now]);
      const found = locked && (await (await db.prisma()).invitation.findUnique({ where: locked, select }));
      return found ? toRow(found) : null;
    },

    /** Finds what the open invitation of a token offers, with names. Index: invitations_token_digest_key. */
    findOffer(digest: Buffer, now: Date): Promise<InvitationOfferRow | null> {
      return firstRow(db.query<InvitationOfferRow>(FIND_OFFER, [digest, now]));
    },

    async findOpen(id: string): Promise<InvitationRow | null> {
      if (!isUuid(id)) return null;
      const found = await (await db.prisma()).invitation.findUnique({ where: { id, ...open }, select });
      return found ? toRow(found) : null;
    },

    async accept(id: string, now: Date): Promise<void> {
      const { invitation } = await prismaWrites(db);
      await invitation.updateMany({ where: { id }, data: { acceptedAt: now } });
    },

    /** @returns null if the invitation is unknown or no longer open */
    async revoke(id: string, now: Date): Promise<InvitationRow | null> {
      if (!isUuid(id)) return null;
      const { invitation } = await prismaWrites(db);
      const [row] = await invitation.updateManyAndReturn({ where: { id, ...open }, data: { revokedAt: now }, select });
      return row ? toRow(row) : null;
    },

    /** Revokes an address's open invitations to become a user, before a new one. Index: invitations_email_idx. */
    async revokeAllOf(email: string, now: Date): Promise<void> {
      const { invitation } = await prismaWrites(db);
      await invitation.updateMany({ where: { email, ...createsUser, ...open }, data: { revokedAt: now } });
    },

    /** Deletes every invitation to an address, open or ended. Index: invitations_email_idx. */
    async removeAllOf(email: string): Promise<void> {
      const { invitation } = await prismaWrites(db);
      await invitation.deleteMany({ where: { email } });
    },

    /** Deletes up to `limit` invitations that can no longer be accepted. @returns their number; less than `limit` when done */
    async removeEnded(now: Date, limit: number): Promise<number> {
      return (await db.execute(REMOVE_ENDED, [now, limit])).length;
    },
  };
}

const LOCK = `
SELECT id FROM invitations WHERE token_digest = $1 AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $2 FOR UPDATE`;

// An inviter who is no longer an admin cannot create users.
const FIND_OFFER = `
SELECT i.email, i.role, i.user_role, i.expires_at, inviter.name AS inviter_name, o.name AS organization_name,
  CASE WHEN o.id IS NOT NULL THEN p.name END AS project_name
FROM invitations i
JOIN users inviter ON inviter.id = i.invited_by
LEFT JOIN projects p ON p.id = i.project_id AND p.deleted_at IS NULL
LEFT JOIN organizations o ON o.id = p.organization_id AND o.deleted_at IS NULL
WHERE i.token_digest = $1 AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $2
  AND inviter.role = 'admin'`;

// Scans the table, which is small.
const REMOVE_ENDED = `
DELETE FROM invitations WHERE id = ANY(ARRAY(
  SELECT id FROM invitations
  WHERE accepted_at IS NOT NULL OR revoked_at IS NOT NULL OR declined_at IS NOT NULL OR expires_at <= $1::timestamptz
  LIMIT $2 FOR UPDATE SKIP LOCKED
)) RETURNING id`;

const open = { acceptedAt: null, revokedAt: null, declinedAt: null };
const createsUser = { userRole: { not: null } };
const openAt = (now: Date) => ({ ...open, expiresAt: { gt: now } });

// Safe cast: use cases store only valid roles.
function toRow(row: Prisma.InvitationGetPayload<{ select: typeof select }>): InvitationRow {
  return { ...row, role: row.role as Role, userRole: row.userRole as InvitationRow['userRole'] };
}
