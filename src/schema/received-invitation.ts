import {
  acceptMembership,
  declineMembership,
  type AcceptedMembership,
} from '../resolvers/invitation/accept-membership.js';
import type { ReceivedInvitationRow } from '../stores/invitation/membership-invitation-store.js';
import { ForbiddenError, NotFoundError } from '../errors.js';
import { fromTypedId, toTypedId } from '../ids.js';
import { builder } from './builder.js';
import { Node } from './node.js';
import { idInput, objectPayload } from './shared/mutation-types.js';
import { findOrNull, loaders } from './shared/loaders.js';
import { Organization } from './organization.js';
import { Project } from './project/project.js';
import { RoleType } from './role.js';

export const ReceivedInvitation = builder.objectRef<ReceivedInvitationRow>('ReceivedInvitation').implement({
  description: 'An invitation that you received, to become a member of a project or an organization.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({ description: 'Id of the invitation, `rinv_…`.', resolve: ({ id }) => toTypedId('rinv', id) }),
    role: t.expose('role', { type: RoleType, description: 'Role that you will have.' }),
    organizationName: t.exposeString('organizationName', {
      description: 'Name of the organization that invites you, or whose project invites you.',
    }),
    projectName: t.exposeString('projectName', {
      nullable: true,
      description: 'Name of the project that invites you. Null for an invitation to the organization.',
    }),
    inviterName: t.exposeString('inviterName', { description: 'Display name of the user who invited you.' }),
    inviterEmail: t.exposeString('inviterEmail', { description: 'Email address of the user who invited you.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When you were invited.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the invitation expires unless you accept it.',
    }),
  }),
});

export const ReceivedInvitationConnection = builder.connectionObject(
  { type: ReceivedInvitation, name: 'ReceivedInvitationConnection', description: 'A page of received invitations.' },
  { name: 'ReceivedInvitationEdge', description: 'A received invitation in a list, with its cursor.' },
);

const AcceptMembershipInput = idInput('acceptMembership', 'Id of the received invitation to accept.');

const DeclineMembershipInput = idInput('declineMembership', 'Id of the received invitation to decline.');

const AcceptMembershipPayload = builder.objectRef<AcceptedMembership>('AcceptMembershipPayload').implement({
  description: 'Payload of `acceptMembership`.',
  fields: (t) => ({
    organization: t.field({
      type: Organization,
      nullable: true,
      description:
        'The organization that you joined, or whose project you joined. Null if it was deleted in the meantime.',
      resolve: ({ organizationId }, _args, ctx) => findOrNull(loaders(ctx).organization, organizationId),
    }),
    project: t.field({
      type: Project,
      nullable: true,
      description: 'The project that you joined. Null if you joined an organization.',
      resolve: ({ projectId }, _args, ctx) => findOrNull(loaders(ctx).project, projectId),
    }),
  }),
});

const DeclineMembershipPayload = objectPayload(
  'declineMembership',
  ['invitation', ReceivedInvitation],
  'The invitation that you declined.',
);

builder.mutationFields((t) => ({
  acceptMembership: t.field({
    type: AcceptMembershipPayload,
    errors: { types: [ForbiddenError, NotFoundError] },
    description: 'Accepts an invitation that you received: you become a member of its project or organization.',
    args: {
      input: t.arg({ type: AcceptMembershipInput, required: true, description: 'The invitation to accept.' }),
    },
    resolve: (_root, { input }, ctx) => acceptMembership(ctx, { id: fromTypedId('rinv', input.id) }),
  }),
  declineMembership: t.field({
    type: DeclineMembershipPayload,
    errors: { types: [ForbiddenError, NotFoundError] },
    description: 'Declines an invitation that you received.',
    args: {
      input: t.arg({ type: DeclineMembershipInput, required: true, description: 'The invitation to decline.' }),
    },
    resolve: (_root, { input }, ctx) => declineMembership(ctx, { id: fromTypedId('rinv', input.id) }),
  }),
}));
