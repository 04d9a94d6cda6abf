import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { addMember, type AddedMember } from '../../src/resolvers/member/add-member.js';
import { listMembers } from '../../src/resolvers/member/list-members.js';
import { listMembersOfProjects } from '../../src/resolvers/member/list-members-of-projects.js';
import { removeMember } from '../../src/resolvers/member/remove-member.js';
import { setMemberRole } from '../../src/resolvers/member/set-member-role.js';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';
import { runOnce } from '../../src/resolvers/idempotency/begin-once.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import type { MemberRow } from '../../src/stores/member-store.js';
import {
  as,
  lingering,
  people,
  person,
  tenant,
  testServices,
  withKey,
  type People,
  type Tenant,
  type TestServices,
} from '../helpers/context.js';
import { accepted } from '../helpers/invitations.js';

interface Face {
  list(ctx: AppContext, place: Tenant): Promise<MemberRow[]>;
  add(ctx: AppContext, place: Tenant, member: { email: string; role: string }): Promise<AddedMember>;
  set(ctx: AppContext, place: Tenant, member: { email: string; role: string }): Promise<MemberRow>;
  remove(ctx: AppContext, place: Tenant, member: { email: string }): Promise<void>;
}

const inProject: Face = {
  list: (ctx, { projectId }) => listMembers(ctx, { projectId }),
  add: (ctx, { projectId }, member) => addMember(ctx, { projectId, ...member }),
  set: (ctx, { projectId }, member) => setMemberRole(ctx, { projectId, ...member }),
  remove: (ctx, { projectId }, member) => removeMember(ctx, { projectId, ...member }),
};

const inOrganization: Face = {
  list: (ctx, { organizationId }) => listMembers(ctx, { organizationId }),
  add: (ctx, { organizationId }, member) => addMember(ctx, { organizationId, ...member }),
  set: (ctx, { organizationId }, member) => setMemberRole(ctx, { organizationId, ...member }),
  remove: (ctx, { organizationId }, member) => removeMember(ctx, { organizationId, ...member }),
};

let services: TestServices;
let cast: People;

beforeEach(async () => {
  services = await testServices();
  cast = await people(services);
});

/** Returns services that run `work` once, before their first transaction. */
function beforeTransaction(work: () => Promise<unknown>): TestServices {
  const { database } = services;
  let ran: Promise<unknown> | null = null;
  const transaction: typeof database.transaction = async (run) => {
    await (ran ??= work());
    return database.transaction(run);
  };
  return { ...services, database: { ...database, transaction } };
}

describe.each([
  ['project', inProject],
  ['organization', inOrganization],
] as const)('members of a %s', (noun, face) => {
  type Members = Parameters<typeof tenant>[1];
  const place = (members: Members): Promise<Tenant> =>
    noun === 'project' ? tenant(services, members) : tenant(services, [], members);
  const shown = async (where: Tenant): Promise<string[]> =>
    (await face.list(as(services, cast.root), where)).map(({ username, role }) => `${username} ${role}`);
  const problem = (field: string): object => ({ status: 400, fields: { [field]: [expect.any(String)] } });

  it('are listed by e-mail, for READERs too', async () => {
    const where = await place([
      [cast.bob, 'READER'],
      [cast.ada, 'OWNER'],
    ]);
    const members = await face.list(as(services, cast.bob), where);
    expect(members).toEqual([
      {
        userId: cast.ada.id,
        username: 'ada',
        email: 'ada@example.com',
        role: 'OWNER',
        createdAt: expect.any(Date) as Date,
      },
      {
        userId: cast.bob.id,
        username: 'bob',
        email: 'bob@example.com',
        role: 'READER',
        createdAt: expect.any(Date) as Date,
      },
    ]);
  });

  it('are added, changed and removed, and open sockets are notified', async () => {
    const where = await place([[cast.ada, 'OWNER']]);
    const ada = as(services, cast.ada);
    const invited = face.add(ada, where, { email: '  BOB@Example.com ', role: 'READER' });
    expect(await accepted(as(services, cast.bob), invited)).toMatchObject({
      member: null,
      invitation: { email: 'bob@example.com', role: 'READER' },
    });
    expect(await face.set(ada, where, { email: 'bob@example.com', role: 'OWNER' })).toMatchObject({ role: 'OWNER' });
    expect(await shown(where)).toEqual(['ada OWNER', 'bob OWNER']);
    await face.remove(ada, where, { email: 'bob@example.com' });
    expect(await shown(where)).toEqual(['ada OWNER']);
    const heard = { topic: 'credentialChanged', message: { userId: cast.bob.id } };
    expect(services.bus.told).toEqual([heard, heard, heard]);
    await expect(face.list(as(services, cast.bob), where)).rejects.toMatchObject({ status: 404 });
  });

  it('can be added twice, also at once, with the same role only', async () => {
    const where = await place([[cast.ada, 'OWNER']]);
    const add = (role: string) => face.add(as(services, cast.ada), where, { email: 'bob@example.com', role });
    await accepted(as(services, cast.bob), add('READER'));
    const [one, two] = await Promise.all([add('READER'), add('READER')]);
    expect(one).toEqual(two);
    expect(one).toMatchObject({ member: { userId: cast.bob.id, role: 'READER' }, invitation: null });
    await expect(add('OWNER')).rejects.toMatchObject(problem('email'));
    expect(await shown(where)).toEqual(['ada OWNER', 'bob READER']);
  });

  it('must be members to be changed or removed', async () => {
    const where = await place([[cast.ada, 'OWNER']]);
    const ada = as(services, cast.ada);
    for (const email of ['nobody@example.com', 'eve@example.com']) {
      await expect(face.set(ada, where, { email, role: 'OWNER' })).rejects.toMatchObject({
        status: 404,
        message: expect.stringMatching(/^No member of this/) as string,
      });
      await expect(face.remove(ada, where, { email })).rejects.toMatchObject({
        status: 404,
        message: expect.stringMatching(/^No member of this/) as string,
      });
    }
  });

  it.each(['owner', 'ADMIN', '', 'OWNER\u200b', null, ['OWNER']])('cannot have the role %j', async (role) => {
    const where = await place([
      [cast.ada, 'OWNER'],
      [cast.bob, 'READER'],
    ]);
    const member = { email: 'bob@example.com', role: role as string };
    await expect(face.set(as(services, cast.ada), where, member)).rejects.toMatchObject(problem('role'));
    await expect(
      face.add(as(services, cast.ada), where, { ...member, email: 'eve@example.com' }),
    ).rejects.toMatchObject(problem('role'));
  });

  it.each([
    '',
    'ada',
    'a b@example.com',
    'a@b\r\nc',
    `${'x'.repeat(10_000)}@example.com`,
    'ada@exämple.com',
    '@example.com',
    'a\u0000@example.com',
    null,
  ])('cannot have the e-mail %j', async (email) => {
    const where = await place([[cast.ada, 'OWNER']]);
    await expect(
      face.add(as(services, cast.ada), where, { email: email as string, role: 'READER' }),
    ).rejects.toMatchObject(problem('email'));
  });

  it('are managed by OWNERs alone; outsiders see nothing, a READER and a read-only key are refused', async () => {
    const where = await place([
      [cast.ada, 'OWNER'],
      [cast.bob, 'READER'],
    ]);
    const member = { email: 'eve@example.com', role: 'READER' };
    for (const [who, status] of [
      [cast.bob, 403],
      [withKey(cast.ada, { readOnly: true }), 403],
      [cast.eve, 404],
    ] as const) {
      await expect(face.add(as(services, who), where, member)).rejects.toMatchObject({ status });
      await expect(face.set(as(services, who), where, { ...member, email: 'ada@example.com' })).rejects.toMatchObject({
        status,
      });
      await expect(face.remove(as(services, who), where, { email: 'ada@example.com' })).rejects.toMatchObject({
        status,
      });
    }
    expect(await shown(where)).toEqual(['ada OWNER', 'bob READER']);
  });

  it('keep their last OWNER, even if an admin asks', async () => {
    const where = await place([
      [cast.ada, 'OWNER'],
      [cast.bob, 'READER'],
    ]);
    for (const who of [cast.ada, cast.root]) {
      await expect(
        face.set(as(services, who), where, { email: 'ada@example.com', role: 'READER' }),
      ).rejects.toMatchObject(problem('role'));
      await expect(face.remove(as(services, who), where, { email: 'ada@example.com' })).rejects.toMatchObject(
        problem('email'),
      );
    }
    expect(await shown(where)).toEqual(['ada OWNER', 'bob READER']);
  });

  it('keep an OWNER when all OWNERs leave at once', async () => {
    const cleo = await person(services, 'cleo');
    const owners = [cast.ada, cast.bob, cleo];
    const where = await place(owners.map((user) => [user, 'OWNER'] as const));
    const slow = lingering(services, /count\(\*\)/);
    const leave = owners.map(({ email }, index) => {
      const root = as(slow, cast.root);
      return index === 0 ? face.set(root, where, { email, role: 'READER' }) : face.remove(root, where, { email });
    });
    const outcomes = await Promise.allSettled(leave);
    expect((await shown(where)).filter((line) => line.endsWith('OWNER'))).toHaveLength(1);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(reasons).toEqual([expect.objectContaining({ status: 400 })]);
  });

  it('cannot use a role that was taken from them a moment before', async () => {
    const cleo = await person(services, 'cleo');
    const where = await place([
      [cast.ada, 'OWNER'],
      [cast.bob, 'OWNER'],
      [cleo, 'OWNER'],
    ]);
    const slow = lingering(services, /count\(\*\)/);
    const [ada, bob] = [as(slow, cast.ada), as(slow, cast.bob)];
    // Caches both as OWNERs before either one starts.
    await Promise.all([face.list(ada, where), face.list(bob, where)]);
    const outcomes = await Promise.allSettled([
      face.set(ada, where, { email: 'bob@example.com', role: 'READER' }),
      face.set(bob, where, { email: 'ada@example.com', role: 'READER' }),
    ]);
    const statuses = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as { status: number }).status : 200,
    );
    expect(statuses.sort()).toEqual([200, 403]);
  });
});

describe('members of projects', () => {
  it('change while a deletion of many memories is accepted, also under an idempotency key', async () => {
    const { projectId } = await tenant(services, [[cast.ada, 'OWNER']]);
    const messages = Array.from({ length: 40 }, (_, index) => ({ role: 'user', content: `Lamp ${index}` }));
    for (const [userId, key] of [
      ['rosa', null],
      ['ines', 'a-key-of-the-test'],
    ] as const) {
      await addMemories(as(services, cast.ada), { projectId, userId, messages, infer: false });
      const racing = beforeTransaction(() => deleteMemoriesByFilter(as(services, cast.ada), { projectId, userId }));
      const add = (ctx: AppContext) => addMember(ctx, { projectId, email: `${userId}@example.com`, role: 'READER' });
      const ctx = as(racing, cast.ada);
      const once = { key: key ?? '', operation: 'add', payload: userId };
      const added = await (key === null ? add(ctx) : runOnce(ctx, once, add));
      expect(added.invitation?.email).toBe(`${userId}@example.com`);
    }
  });

  it('may all be READERs where the project never had an OWNER of its own', async () => {
    const where = await tenant(services, [[cast.bob, 'READER']], [[cast.ada, 'OWNER']]);
    await removeMember(as(services, cast.ada), { projectId: where.projectId, email: 'bob@example.com' });
    expect(await listMembers(as(services, cast.ada), { projectId: where.projectId })).toEqual([]);
  });

  it('are read for many projects in one statement, as far as the caller sees them', async () => {
    const one = await tenant(services, [
      [cast.ada, 'OWNER'],
      [cast.bob, 'READER'],
    ]);
    const two = await tenant(services, [[cast.bob, 'OWNER']]);
    const found = await listMembersOfProjects(as(services, cast.ada), [one.projectId, two.projectId, 'proj_none']);
    expect([...found].map(([id, members]) => [id, members.map(({ username }) => username)])).toEqual([
      [one.projectId, ['ada', 'bob']],
    ]);
  });
});
