import type { Role } from '../../auth/permissions.js';
import { isUuid } from '../../ids.js';
import type { PageWindow } from '../../page.js';
import type { Queryable } from '../database/open-database.js';
import { pageBy, parameters } from '../sql/keyset.js';

/** An invitation to become a user, and a member of one project or organization. The token is not part of it. */
export interface InvitationRow {
  readonly id: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly email: string;
  readonly role: Role;
  /** What the guest will be on the installation. */
  readonly userRole: 'admin' | 'member';
  readonly invitedBy: string;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
}

/** An invitation to be made. */
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

const columns =
  'id, organization_id, project_id, email, role, user_role, invited_by, expires_at, accepted_at, revoked_at, created_at';
const open = 'accepted_at IS NULL AND revoked_at IS NULL';

/** Invitations. */
export function invitationStore(db: Queryable) {
  const one = async (text: string, values: readonly unknown[]): Promise<InvitationRow | null> =>
    (await db.query<InvitationRow>(text, values))[0] ?? null;
  return {
    /** One page of those that can still be accepted, newest first. A small table: read in order of the primary key's age. */
    listOpen(now: Date, window: PageWindow): Promise<InvitationRow[]> {
      const { values, bind } = parameters();
      const page = pageBy({ time: 'created_at', id: 'id', direction: 'DESC' }, window, bind);
      return db.query(
        `SELECT ${columns} FROM invitations WHERE ${open} AND expires_at > ${bind(now)} AND ${page.beyond} ${page.rest}`,
        values,
      );
    },

    async countOpen(now: Date): Promise<number> {
      const [row] = await db.query<{ count: number }>(
        `SELECT count(*) FROM invitations WHERE ${open} AND expires_at > $1`,
        [now],
      );
      return row?.count ?? 0;
    },

    async insert(given: NewInvitation): Promise<InvitationRow> {
      const { id, organizationId, projectId, email, role, userRole, tokenDigest, invitedBy, expiresAt, now } = given;
      const row = await one(
        `INSERT INTO invitations (id, organization_id, project_id, email, role, user_role, token_digest, invited_by, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}`,
        [id, organizationId, projectId, email, role, userRole, tokenDigest, invitedBy, expiresAt, now],
      );
      if (!row) throw new Error('The new invitation was not returned.');
      return row;
    },

    /** The open invitation behind a token, held until the transaction ends. Reads invitations_token_digest_key. */
    lockByToken: (digest: Buffer, now: Date): Promise<InvitationRow | null> =>
      one(`SELECT ${columns} FROM invitations WHERE token_digest = $1 AND ${open} AND expires_at > $2 FOR UPDATE`, [
        digest,
        now,
      ]),

    async accept(id: string, now: Date): Promise<void> {
      await db.query('UPDATE invitations SET accepted_at = $2 WHERE id = $1', [id, now]);
    },

    /** @returns null when it is unknown or no longer open */
    revoke: async (id: string, now: Date): Promise<InvitationRow | null> =>
      isUuid(id)
        ? one(`UPDATE invitations SET revoked_at = $2 WHERE id = $1 AND ${open} RETURNING ${columns}`, [id, now])
        : null,

    /** Ends the open invitations of an address: a new one takes their place. Reads invitations_email_idx. */
    async revokeFor(email: string, now: Date): Promise<void> {
      await db.query(`UPDATE invitations SET revoked_at = $2 WHERE email = $1 AND ${open}`, [email, now]);
    },
  };
}
