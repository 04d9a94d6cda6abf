import { isUuid } from '../../ids.js';
import type { PageWindow } from '../../page.js';
import { firstNumber, firstRow, type Queryable } from '@memory-gateway/database';
import type { MemberScope } from '../member-store.js';
import { pageBy, parameters } from '../keyset.js';
import type { InvitationRow, NewInvitation } from './invitation-store.js';

/** An invitation to become a member of a project or an organization, given by the scope. */
export type NewMembershipInvitation = Pick<NewInvitation, 'id' | 'email' | 'role' | 'invitedBy' | 'expiresAt' | 'now'>;

export interface ReceivedInvitationRow extends InvitationRow {
  readonly organizationId: string;
  readonly organizationName: string;
  /** Null for an invitation to the organization. */
  readonly projectName: string | null;
  readonly inviterName: string;
  readonly inviterEmail: string;
}

/** Creates the store of membership invitations. SQL: the insert locks the user, which callers must not detect. */
export function membershipInvitationStore(db: Queryable) {
  const change = <Row>(text: string, values: readonly unknown[]): Promise<Row | null> =>
    firstRow(db.execute<Row>(text, values));
  const run = async (text: string, values: readonly unknown[]): Promise<number> =>
    (await db.execute(text, values)).length;
  return {
    async insert(scope: MemberScope, given: NewMembershipInvitation): Promise<InvitationRow> {
      const { id, email, role, invitedBy, expiresAt, now } = given;
      const place = [scope.organizationId, projectOf(scope)];
      // As owner, because row-level security lets a user lock no other one.
      const [user] = await db.asOwner.execute<{ id: string }>(LOCK_USER, [email]);
      const values = [id, ...place, email, role, invitedBy, expiresAt, now, user?.id ?? null];
      const row = await change<InvitationRow>(INSERT, values);
      if (!row) throw new Error('The new invitation was not returned.');
      return row;
    },

    /** Revokes the open invitation of an address, when a new one replaces it or when it is no longer needed. */
    replace: (scope: MemberScope, email: string, now: Date): Promise<number> =>
      run(REPLACE, [scope.organizationId, projectOf(scope), email, now]),

    list(scope: MemberScope, now: Date, window: PageWindow): Promise<InvitationRow[]> {
      const { values, bind } = parameters();
      const where = openIn(scope, now, bind);
      const page = pageBy({ time: 'i.created_at', id: 'i.id', direction: 'DESC' }, window, bind);
      return db.query(`SELECT ${columns} FROM invitations i WHERE ${where} AND ${page.beyond} ${page.rest}`, values);
    },

    count(scope: MemberScope, now: Date): Promise<number> {
      const { values, bind } = parameters();
      return firstNumber(db.query(`SELECT count(*) FROM invitations i WHERE ${openIn(scope, now, bind)}`, values));
    },

    /** Reads one page of a user's open invitations, newest first. Index: invitations_invited_user_id_idx. */
    listReceived(userId: string, now: Date, window: PageWindow): Promise<ReceivedInvitationRow[]> {
      const { values, bind } = parameters();
      const where = receivedBy(userId, now, bind);
      const page = pageBy({ time: 'i.created_at', id: 'i.id', direction: 'DESC' }, window, bind);
      return db.asOwner.query(`${SELECT_RECEIVED} WHERE ${where} AND ${page.beyond} ${page.rest}`, values);
    },

    /** Finds an open invitation of a user. Null if the inviter may no longer invite. */
    async findReceived(id: string, userId: string, now: Date): Promise<ReceivedInvitationRow | null> {
      if (!isUuid(id)) return null;
      const { values, bind } = parameters();
      const where = `i.id = ${bind(id)}::uuid AND ${receivedBy(userId, now, bind)}`;
      return firstRow(db.asOwner.query<ReceivedInvitationRow>(`${SELECT_RECEIVED} WHERE ${where}`, values));
    },

    countReceived(userId: string, now: Date): Promise<number> {
      const { values, bind } = parameters();
      const text = `SELECT count(*) ${FROM_RECEIVED} WHERE ${receivedBy(userId, now, bind)}`;
      return firstNumber(db.asOwner.query(text, values));
    },

    /** Finds an open invitation of a user and locks its row. Null if the inviter may no longer invite. */
    lockReceived(id: string, userId: string, now: Date): Promise<ReceivedInvitationRow | null> {
      if (!isUuid(id)) return Promise.resolve(null);
      const { values, bind } = parameters();
      const where = `i.id = ${bind(id)}::uuid AND ${receivedBy(userId, now, bind)}`;
      return change(`${SELECT_RECEIVED} WHERE ${where} FOR UPDATE OF i`, values);
    },

    async decline(id: string, now: Date): Promise<void> {
      await run('UPDATE invitations SET declined_at = $2 WHERE id = $1', [id, now]);
    },

    /** Assigns the open invitations of an address to a user that an admin created. Index: invitations_email_idx. */
    async giveTo(user: { readonly id: string; readonly email: string }, now: Date): Promise<void> {
      await run(GIVE, [user.email, user.id, now]);
    },
  };
}

const columns = `i.id, i.organization_id, i.project_id, i.email, i.role, i.user_role, i.invited_by, i.expires_at, i.accepted_at, i.revoked_at,
  i.declined_at, i.created_at`;

// Waits for the end of a removal of the user. Index: users_email_key.
const LOCK_USER = 'SELECT id FROM users WHERE email = $1 FOR KEY SHARE';

const INSERT = `
  INSERT INTO invitations AS i (id, organization_id, project_id, email, role, invited_by, expires_at, created_at, invited_user_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  RETURNING ${columns}`;

const REPLACE = `
  UPDATE invitations SET revoked_at = $4
  WHERE organization_id = $1 AND project_id IS NOT DISTINCT FROM $2 AND email = $3
    AND user_role IS NULL AND accepted_at IS NULL AND revoked_at IS NULL AND declined_at IS NULL
  RETURNING id`;

const GIVE = `
  UPDATE invitations SET invited_user_id = $2
  WHERE email = $1 AND invited_user_id IS NULL AND expires_at > $3
    AND user_role IS NULL AND accepted_at IS NULL AND revoked_at IS NULL AND declined_at IS NULL
  RETURNING id`;

// Joined to ignore invitations whose inviter lost the role OWNER.
const FROM_RECEIVED = `
  FROM invitations i
  JOIN users inviter ON inviter.id = i.invited_by
  JOIN organizations o ON o.id = i.organization_id AND o.deleted_at IS NULL
  LEFT JOIN projects p ON p.id = i.project_id
  LEFT JOIN project_members pm ON pm.project_id = i.project_id AND pm.user_id = i.invited_by
  LEFT JOIN organization_members om ON om.organization_id = i.organization_id AND om.user_id = i.invited_by`;

const SELECT_RECEIVED = `
  SELECT ${columns}, o.name AS organization_name, p.name AS project_name, inviter.name AS inviter_name, inviter.email AS inviter_email
  ${FROM_RECEIVED}`;

const OPEN = 'i.user_role IS NULL AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.declined_at IS NULL';

type Bind = ReturnType<typeof parameters>['bind'];

function receivedBy(userId: string, now: Date, bind: Bind): string {
  return `i.invited_user_id = ${bind(userId)}::uuid AND ${OPEN} AND i.expires_at > ${bind(now)} AND p.deleted_at IS NULL
    AND (inviter.role = 'admin' OR om.role = 'OWNER' OR pm.role = 'OWNER')`;
}

function openIn(scope: MemberScope, now: Date, bind: Bind): string {
  const organization = `i.organization_id = ${bind(scope.organizationId)}`;
  const place = `${organization} AND i.project_id IS NOT DISTINCT FROM ${bind(projectOf(scope))}::text`;
  return `${place} AND ${OPEN} AND i.expires_at > ${bind(now)}`;
}

const projectOf = (scope: MemberScope): string | null => ('projectId' in scope ? scope.projectId : null);
