import type { ObjectRef } from '@pothos/core';
import type { AppContext } from '../context.js';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../errors.js';
import { addMember, type AddedMember } from '../resolvers/member/add-member.js';
import type { Parent } from '../resolvers/member/change-members.js';
import { removeMember } from '../resolvers/member/remove-member.js';
import { setMemberRole } from '../resolvers/member/set-member-role.js';
import { getOrganization } from '../resolvers/organization/get-organization.js';
import { getProject } from '../resolvers/project/get-project.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import type { MemberRow } from '../stores/member-store.js';
import { builder, capital, type ExtendedTypes } from './builder.js';
import { Invitation } from './invitation.js';
import { Member } from './member.js';
import { Organization } from './organization.js';
import { Project } from './project/project.js';
import { RoleType } from './role.js';
import { inputOf, payloadOf } from './shared/mutation-types.js';

/** What has members: its name in the schema, its type, and what its descriptions say of it alone. */
interface ParentType<Row> {
  readonly noun: 'organization' | 'project';
  readonly type: ObjectRef<ExtendedTypes, Row>;
  readonly find: (ctx: AppContext, id: string) => Promise<Row>;
  /** The noun with its article. */
  readonly one: string;
  readonly addition: string;
  readonly invitation: string;
}

interface WithParent {
  readonly parentId: string;
}

/** Defines the mutations that add, change and remove members. */
function defineMemberMutations<Row>({ noun, type, find, one, addition, invitation }: ParentType<Row>): void {
  const [add, update, remove] = [
    `add${capital(noun)}Member`,
    `update${capital(noun)}Member`,
    `remove${capital(noun)}Member`,
  ];
  // `as`: the compiler knows the fields of inputs by one name.
  const parentId = `${noun}Id` as 'projectId';
  const toParent = (id: string): Parent => (noun === 'project' ? { projectId: id } : { organizationId: id });
  // The compiler cannot reduce the shape of an open type.
  const findParent = (payload: WithParent, _args: object, ctx: AppContext) => find(ctx, payload.parentId) as never;
  const requirement = toRequirement(`${noun}:member:write`);

  const AddInput = inputOf(add, (t) => ({
    [parentId]: t.id({ required: true, description: `ID of the ${noun} to add the member to.` }),
    email: t.string({ required: true, description: `Email address of the person to add to the ${noun}.` }),
    role: t.field({ type: RoleType, required: true, description: `Role of the new member in the ${noun}.` }),
  }));
  const UpdateInput = inputOf(update, (t) => ({
    [parentId]: t.id({ required: true, description: `ID of the ${noun} whose member changes.` }),
    email: t.string({ required: true, description: `Email address of the member of the ${noun}.` }),
    role: t.field({ type: RoleType, required: true, description: `New role of the member in the ${noun}.` }),
  }));
  const RemoveInput = inputOf(remove, (t) => ({
    [parentId]: t.id({ required: true, description: `ID of the ${noun} to remove the member from.` }),
    email: t.string({ required: true, description: `Email address of the member to remove from the ${noun}.` }),
  }));

  const AddPayload = payloadOf<AddedMember & WithParent>(add, (t) => ({
    member: t.expose('member', {
      type: Member,
      nullable: true,
      description: `The new member of the ${noun}. Null if the address was invited: membership then begins when the invitation is accepted.`,
    }),
    invitation: t.expose('invitation', { type: Invitation, nullable: true, description: invitation }),
    [noun]: t.field({
      type,
      description: `The ${noun} that the member or the invitation belongs to.`,
      resolve: findParent,
    }),
  }));
  const UpdatePayload = payloadOf<{ member: MemberRow } & WithParent>(update, (t) => ({
    member: t.expose('member', { type: Member, description: `The ${noun} member with the new role.` }),
    [noun]: t.field({
      type,
      description: `The ${noun} whose member changed.`,
      resolve: findParent,
    }),
  }));
  const RemovePayload = payloadOf<{ email: string } & WithParent>(remove, (t) => ({
    removedMemberEmail: t.exposeString('email', {
      description: `Email address of the member that was removed from the ${noun}.`,
    }),
    [noun]: t.field({
      type,
      nullable: true,
      description: `The ${noun} without the member. Null if you removed yourself and can no longer see it.`,
      resolve: findParent,
    }),
  }));

  builder.mutationFields((t) => ({
    [add]: t.field({
      type: AddPayload,
      errors: { types: [ValidationError, ForbiddenError, NotFoundError, ConflictError] },
      description: `${addition} ${requirement}`,
      args: t.inputArg(AddInput, 'The address and the role.'),
      resolve: async (_root, { input: { [parentId]: id, ...input } }, ctx) => ({
        ...(await addMember(ctx, { ...input, ...toParent(id) })),
        parentId: id,
      }),
    }),
    [update]: t.field({
      type: UpdatePayload,
      errors: { types: [ValidationError, ForbiddenError, NotFoundError] },
      description: `Changes the role of ${one} member. The last OWNER keeps the role. ${requirement}`,
      args: t.inputArg(UpdateInput, 'The member and the new role.'),
      resolve: async (_root, { input: { [parentId]: id, ...input } }, ctx) => ({
        member: await setMemberRole(ctx, { ...input, ...toParent(id) }),
        parentId: id,
      }),
    }),
    [remove]: t.field({
      type: RemovePayload,
      errors: { types: [ValidationError, ForbiddenError, NotFoundError] },
      description: `Removes a member from ${one}. The last OWNER cannot be removed. ${requirement}`,
      args: t.inputArg(RemoveInput, 'The member to remove.'),
      resolve: async (_root, { input: { [parentId]: id, ...input } }, ctx) => {
        await removeMember(ctx, { ...input, ...toParent(id) });
        return { email: input.email.trim().toLowerCase(), parentId: id };
      },
    }),
  }));
}

defineMemberMutations({
  noun: 'organization',
  type: Organization,
  find: getOrganization,
  one: 'an organization',
  addition: 'Adds a member of one of its projects to an organization, and invites any other address.',
  invitation:
    'The invitation to the organization, whether a user has it or not. Null if the address belongs to the organization already.',
});

defineMemberMutations({
  noun: 'project',
  type: Project,
  find: getProject,
  one: 'a project',
  addition: 'Adds a member of the organization to a project, and invites any other address.',
  invitation: 'The invitation to the project. Null if the address belongs to the organization already.',
});
