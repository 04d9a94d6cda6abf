import { beforeEach, describe, expect, it } from 'vitest';
import { createStores } from '../../src/stores/create-stores.js';
import type { Transaction } from '@memory-gateway/database';
import { acceptInvitation } from '../../src/resolvers/invitation/accept-invitation.js';
import { createInvitation } from '../../src/resolvers/invitation/create-invitation.js';
import { declineInvitation } from '../../src/resolvers/invitation/decline-invitation.js';
import { listInvitations } from '../../src/resolvers/invitation/list-invitations.js';
import { listReceivedInvitations } from '../../src/resolvers/invitation/list-received-invitations.js';
import { revokeInvitation } from '../../src/resolvers/invitation/revoke-invitation.js';
import { addMember } from '../../src/resolvers/member/add-member.js';
import { listMembers } from '../../src/resolvers/member/list-members.js';
import { setMemberRole } from '../../src/resolvers/member/set-member-role.js';
import { createUser } from '../../src/resolvers/user/create-user.js';
import { removeUser } from '../../src/resolvers/user/remove-user.js';
import { updateViewer } from '../../src/resolvers/user/update-me.js';
import {
  as,
  lingering,
  people,
  person,
  project,
  tenant,
  testServices,
  withKey,
  type People,
  type Tenant,
  type TestServices,
} from '../helpers/context.js';

let services: TestServices;
let cast: People;
let home: Tenant;
beforeEach(async () => {
  services = await testServices();
  cast = await people(services);
  home = await tenant(services, [[cast.ada, 'OWNER']]);
});

const unknown = 'nobody@example.com';
const notFound = { status: 404, message: 'Invitation not found.' };
const add = (email: string, role = 'READER', who = cast.ada) =>
  addMember(as(services, who), { projectId: home.projectId, email, role });
const invite = async (email: string, role = 'READER') => {
  const { invitation } = await add(email, role);
  if (!invitation) throw new Error('Not invited.');
  return invitation;
};
const received = async (who = cast.bob) => (await listReceivedInvitations(as(services, who), {})).rows;
const emails = async () =>
  (await listMembers(as(services, cast.root), { projectId: home.projectId })).map(({ email }) => email);

/** Returns services that record every statement of requests of Ada. */
function noting(statements: string[]): TestServices {
  const database = services.database.asTenant({ userId: cast.ada.id, keyProjectId: null });
  const note = <Given extends Pick<Transaction, 'query' | 'execute'>>(given: Given): Given => {
    const noteBefore =
      (run: Transaction['query']): Transaction['query'] =>
      (text, values) => {
        statements.push(text);
        return run(text, values);
      };
    return { ...given, query: noteBefore(given.query), execute: noteBefore(given.execute) };
  };
  const inside: typeof database = {
    ...database,
    transaction: (work) => database.transaction((tx) => work(note(tx))),
  };
  const noted = note(inside);
  return { ...services, database: noted, stores: createStores(noted, noted), tenantWall: undefined };
}

describe('adding a member by address', () => {
  it('returns the same, by the same statements, for an address with and without a user', async () => {
    const outcomes = [];
    for (const email of [cast.bob.email, unknown]) {
      const statements: string[] = [];
      const ctx = as(noting(statements), cast.ada);
      const { member, invitation } = await addMember(ctx, { projectId: home.projectId, email, role: 'READER' });
      const plain = { ...invitation, id: 'id', email: 'email', createdAt: 'time', expiresAt: 'time' };
      outcomes.push({ member, plain, keys: Object.keys(invitation ?? {}), statements });
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.statements.length).toBeGreaterThan(5);
    expect(await emails()).toEqual([cast.ada.email]);
  });

  it('takes effect when the invited user accepts, and not before', async () => {
    const { id } = await invite(cast.bob.email, 'OWNER');
    const bob = () => as(services, cast.bob);
    await expect(listMembers(bob(), { projectId: home.projectId })).rejects.toMatchObject({ status: 404 });
    expect(await received()).toEqual([
      expect.objectContaining({
        id,
        role: 'OWNER',
        projectName: 'Lamp room',
        organizationName: 'Lighthouse',
        inviterName: 'ada',
        inviterEmail: cast.ada.email,
      }),
    ]);
    expect((await acceptInvitation(bob(), { id })).joined).toEqual(home);
    expect(await emails()).toEqual([cast.ada.email, cast.bob.email]);
    expect(await received()).toEqual([]);
    await expect(acceptInvitation(bob(), { id })).rejects.toMatchObject(notFound);
  });

  it('is immediate for those whom the caller sees in the organization', async () => {
    const cleo = await person(services, 'cleo');
    const where = await tenant(
      services,
      [[cast.ada, 'OWNER']],
      [
        [cast.bob, 'READER'],
        [cleo, 'OWNER'],
      ],
    );
    await project(services, where.organizationId, [[cast.eve, 'READER']]);
    const to = (who: typeof cleo, email: string) =>
      addMember(as(services, who), { projectId: where.projectId, email, role: 'READER' });
    // Ada owns the project, but may not list the members of the organization.
    expect(await to(cast.ada, cast.bob.email)).toMatchObject({ member: null, invitation: { email: cast.bob.email } });
    expect(await to(cleo, cast.bob.email)).toMatchObject({ member: { userId: cast.bob.id }, invitation: null });
    expect(await received()).toEqual([]);
    expect(await to(cleo, cast.eve.email)).toMatchObject({ member: { userId: cast.eve.id }, invitation: null });
    expect(await to(cleo, unknown)).toMatchObject({ member: null, invitation: { email: unknown } });
    const { organizationId } = where;
    expect(
      await addMember(as(services, cleo), { organizationId, email: cast.eve.email, role: 'READER' }),
    ).toMatchObject({ member: { userId: cast.eve.id } });
  });
});

describe('an invitation to a project', () => {
  it('is accepted and declined by the invited user alone, and by no restricted key', async () => {
    const { id } = await invite(cast.bob.email);
    for (const work of [acceptInvitation, declineInvitation]) {
      await expect(work(as(services, cast.eve), { id })).rejects.toMatchObject(notFound);
      await expect(work(as(services, cast.root), { id })).rejects.toMatchObject(notFound);
      await expect(work(as(services, cast.bob), { id: 'none' })).rejects.toMatchObject(notFound);
      for (const key of [{ readOnly: true }, { projectId: home.projectId }])
        await expect(work(as(services, withKey(cast.bob, key)), { id })).rejects.toMatchObject({ status: 403 });
    }
    expect(await declineInvitation(as(services, cast.bob), { id })).toMatchObject({ id });
    expect(await received()).toEqual([]);
    await expect(acceptInvitation(as(services, cast.bob), { id })).rejects.toMatchObject(notFound);
  });

  it('is listed for and revoked by OWNERs of the place; others see as little as of one that does not exist', async () => {
    const { id } = await invite(cast.bob.email);
    const list = async (who: typeof cast.ada) =>
      (await listInvitations(as(services, who), { projectId: home.projectId })).rows.map((row) => row.id);
    expect(await list(cast.ada)).toEqual([id]);
    await expect(list(cast.eve)).rejects.toMatchObject({ status: 404 });
    await expect(revokeInvitation(as(services, cast.eve), { id })).rejects.toMatchObject(notFound);
    // Admins list invitations to become a user separately.
    expect((await listInvitations(as(services, cast.root), {})).rows).toEqual([]);
    expect(await revokeInvitation(as(services, cast.ada), { id })).toMatchObject({ id, email: cast.bob.email });
    expect(await list(cast.ada)).toEqual([]);
    expect(await received()).toEqual([]);
  });

  it('replaces an earlier one of the same address, and ends after thirty days', async () => {
    await invite(cast.bob.email);
    const second = await invite(cast.bob.email, 'OWNER');
    expect(await received()).toEqual([expect.objectContaining({ id: second.id, role: 'OWNER' })]);
    const later = { ...services, now: () => new Date(Date.now() + 31 * 86_400_000) };
    await expect(acceptInvitation(as(later, cast.bob), { id: second.id })).rejects.toMatchObject(notFound);
    expect((await listReceivedInvitations(as(later, cast.bob), {})).rows).toEqual([]);
  });

  it('is void when the inviter is no longer an OWNER', async () => {
    const { id } = await invite(cast.bob.email, 'OWNER');
    const other = await person(services, 'olga');
    await services.database.query("INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'OWNER')", [
      home.projectId,
      other.id,
    ]);
    const demotion = { projectId: home.projectId, email: cast.ada.email, role: 'READER' };
    await setMemberRole(as(services, other), demotion);
    expect(await received()).toEqual([]);
    await expect(acceptInvitation(as(services, cast.bob), { id })).rejects.toMatchObject(notFound);
  });

  it('to a user who is removed at the same moment is one to the address', async () => {
    const slow = lingering(services, /INTO audit_logs/);
    const [invitation] = await Promise.all([
      invite(cast.bob.email),
      removeUser(as(slow, cast.root), { id: cast.bob.id }),
    ]);
    expect(invitation).toMatchObject({ email: cast.bob.email, role: 'READER', acceptedAt: null, revokedAt: null });
  });

  it('reaches a user that an admin creates at the same moment', async () => {
    const slow = lingering(services, /SET invited_user_id/);
    let isCreated = false;
    const creation = createUser(as(slow, cast.root), { name: 'Nova', email: unknown, projectId: null });
    const ended = creation.finally(() => (isCreated = true));
    let invitations = 0;
    for (; !isCreated; invitations += 1) {
      const projectId = await project(services, home.organizationId, [[cast.ada, 'OWNER']]);
      await addMember(as(services, cast.ada), { projectId, email: unknown, role: 'READER' });
    }
    const { user } = await ended;
    const page = await listReceivedInvitations(as(services, user), { first: 100 });
    expect(await page.total()).toBe(invitations);
  });

  it('that creates a user is the only open one of its address, also of several that are created at the same time', async () => {
    const created = await Promise.all(
      Array.from({ length: 4 }, () => createInvitation(as(services, cast.root), { email: unknown })),
    );
    const { rows } = await listInvitations(as(services, cast.root), {});
    expect(rows).toHaveLength(1);
    expect(created.map(({ invitation }) => invitation.id)).toContain(rows[0]?.id);
  });

  it('of an address without a user waits for the user that an admin creates, not for one who takes the address', async () => {
    await invite(unknown, 'OWNER');
    await updateViewer(as(services, cast.eve), { email: unknown });
    expect(await received(cast.eve)).toEqual([]);
    await updateViewer(as(services, cast.eve), { email: 'eve@example.com' });
    const input = { name: 'Nova', email: unknown, projectId: null };
    const { user } = await createUser(as(services, cast.root), input);
    expect(await received(user)).toEqual([expect.objectContaining({ role: 'OWNER', projectName: 'Lamp room' })]);
  });

  it('of a user stays with the user who changes the address, and does not reach another who takes the former one', async () => {
    const { id } = await invite(cast.bob.email, 'OWNER');
    await updateViewer(as(services, cast.bob), { email: 'robert@example.com' });
    await updateViewer(as(services, cast.eve), { email: cast.bob.email });
    expect(await received(cast.eve)).toEqual([]);
    await expect(acceptInvitation(as(services, cast.eve), { id })).rejects.toMatchObject(notFound);
    expect(await received()).toEqual([expect.objectContaining({ id, role: 'OWNER' })]);
    await acceptInvitation(as(services, cast.bob), { id });
    expect(await emails()).toEqual([cast.ada.email, 'robert@example.com']);
  });
});
