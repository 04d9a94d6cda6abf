import { addMember, type AddedMember } from '../resolvers/member/add-member.js';
import { removeMember } from '../resolvers/member/remove-member.js';
import { setMemberRole } from '../resolvers/member/set-member-role.js';
import { getOrganization } from '../resolvers/organization/get-organization.js';
import type { MemberRow } from '../stores/member-store.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import { ConflictError } from '../errors.js';
import { builder } from './builder.js';
import { inputOf, payloadOf } from './shared/mutation-types.js';
import { Invitation } from './invitation.js';
import { Member } from './member.js';
import { Organization, organizationOrNull } from './organization.js';
import { RoleType } from './role.js';

const AddOrganizationMemberInput = inputOf('addOrganizationMember', (t) => ({
  organizationId: t.id({ required: true, description: 'ID of the organization to add the member to.' }),
  email: t.string({ required: true, description: 'Email address of the person to add to the organization.' }),
  role: t.field({ type: RoleType, required: true, description: 'Role of the new member in the organization.' }),
}));

const UpdateOrganizationMemberInput = inputOf('updateOrganizationMember', (t) => ({
  organizationId: t.id({ required: true, description: 'ID of the organization whose member changes.' }),
  email: t.string({ required: true, description: 'Email address of the member of the organization.' }),
  role: t.field({ type: RoleType, required: true, description: 'New role of the member in the organization.' }),
}));

const RemoveOrganizationMemberInput = inputOf('removeOrganizationMember', (t) => ({
  organizationId: t.id({ required: true, description: 'ID of the organization to remove the member from.' }),
  email: t.string({ required: true, description: 'Email address of the member to remove from the organization.' }),
}));

interface ChangedMember {
  readonly organizationId: string;
  readonly member: MemberRow;
}

const AddOrganizationMemberPayload = payloadOf<AddedMember & { organizationId: string }>(
  'addOrganizationMember',
  (t) => ({
    member: t.exposeOrNull(
      'member',
      Member,
      'The new member of the organization. Null if the address was invited: membership then begins when the invitation is accepted.',
    ),
    invitation: t.exposeOrNull(
      'invitation',
      Invitation,
      'The invitation to the organization, whether a user has it or not. Null if the address belongs to the organization already.',
    ),
    organization: t.field({
      type: Organization,
      description: 'The organization that the member or the invitation belongs to.',
      resolve: ({ organizationId }, _args, ctx) => getOrganization(ctx, organizationId),
    }),
  }),
);

const UpdateOrganizationMemberPayload = payloadOf<ChangedMember>('updateOrganizationMember', (t) => ({
  member: t.expose('member', { type: Member, description: 'The organization member with the new role.' }),
  organization: t.field({
    type: Organization,
    description: 'The organization whose member changed.',
    resolve: ({ organizationId }, _args, ctx) => getOrganization(ctx, organizationId),
  }),
}));

const RemoveOrganizationMemberPayload = payloadOf<{ organizationId: string; email: string }>(
  'removeOrganizationMember',
  (t) => ({
    removedMemberEmail: t.exposeString('email', {
      description: 'Email address of the member that was removed from the organization.',
    }),
    organization: t.field(
      organizationOrNull('The organization without the member. Null if you removed yourself and can no longer see it.'),
    ),
  }),
);

builder.mutationFields((t) => ({
  addOrganizationMember: t.field({
    type: AddOrganizationMemberPayload,
    description: `Adds a member of one of its projects to an organization, and invites any other address. ${toRequirement('organization:member:write')}`,
    ...t.change(AddOrganizationMemberInput, 'The address and the role.', [ConflictError]),
    resolve: async (_root, { input }, ctx) => ({
      ...(await addMember(ctx, input)),
      organizationId: input.organizationId,
    }),
  }),
  updateOrganizationMember: t.field({
    type: UpdateOrganizationMemberPayload,
    description: `Changes the role of an organization member. The last OWNER keeps the role. ${toRequirement('organization:member:write')}`,
    ...t.change(UpdateOrganizationMemberInput, 'The member and the new role.'),
    resolve: async (_root, { input }, ctx) => ({
      organizationId: input.organizationId,
      member: await setMemberRole(ctx, input),
    }),
  }),
  removeOrganizationMember: t.field({
    type: RemoveOrganizationMemberPayload,
    description: `Removes a member from an organization. The last OWNER cannot be removed. ${toRequirement('organization:member:write')}`,
    ...t.change(RemoveOrganizationMemberInput, 'The member to remove.'),
    resolve: async (_root, { input }, ctx) => {
      await removeMember(ctx, input);
      return { organizationId: input.organizationId, email: input.email.trim().toLowerCase() };
    },
  }),
}));
