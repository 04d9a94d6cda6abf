import { createInvitation, type CreatedInvitation } from '../resolvers/invitation/create-invitation.js';
import { findInvitationOffer } from '../resolvers/invitation/find-invitation-offer.js';
import { listInvitations } from '../resolvers/invitation/list-invitations.js';
import { revokeInvitation } from '../resolvers/invitation/revoke-invitation.js';
import type { InvitationOfferRow, InvitationRow } from '../stores/invitation/invitation-store.js';
import { lowestRole } from '../roles.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors.js';
import { builder } from './builder.js';
import { idInput, inputOf, objectPayload, payloadOf } from './shared/mutation-types.js';
import { Node } from './node.js';
import { connectionType } from './shared/connection.js';
import { organizationOrNull } from './organization.js';
import { projectOrNull } from './project/project.js';
import { RoleType, UserRoleType } from './role.js';
import { userOrNull } from './user/user.js';

export const Invitation = builder.objectRef<InvitationRow>('Invitation').implement({
  interfaces: [Node],
  description: 'An invitation to become a user of the installation, or a member of a project or an organization.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the invitation, a UUID.' }),
    email: t.exposeString('email', {
      description: 'Email address of the invited person. It becomes the email address of a user that is created.',
    }),
    organizationId: t.idOrNull(
      'organizationId',
      'ID of the organization that the invitation is for, or that its project belongs to. Null: none.',
    ),
    organization: t.field(
      organizationOrNull('The organization that the invitation is for, or that its project belongs to. Null: none.'),
    ),
    projectId: t.idOrNull('projectId', 'ID of the project that the user will be a member of. Null: no project.'),
    project: t.field(projectOrNull('The project that the user will be a member of. Null: no project.')),
    role: t.expose('role', { type: RoleType, description: 'Role of the user in the project or organization.' }),
    invitedByUser: t.field(
      userOrNull('invitedBy', 'The user who created the invitation. Null if the user was removed.'),
    ),
    userRole: t.exposeOrNull(
      'userRole',
      UserRoleType,
      'Role on the installation of the user that the invitation creates. Null if it creates no user.',
    ),
    createdAt: t.time('createdAt', 'When the invitation was created.'),
    expiresAt: t.time('expiresAt', 'When the invitation expires.'),
    acceptedAt: t.timeOrNull('acceptedAt', 'When the invitation was accepted. Null: not accepted.'),
    revokedAt: t.timeOrNull('revokedAt', 'When the invitation was revoked. Null: not revoked.'),
  }),
});

const InvitationOffer = builder.objectRef<InvitationOfferRow>('InvitationOffer').implement({
  description: 'What an invitation offers to the person who has its token.',
  fields: (t) => ({
    email: t.exposeString('email', { description: 'Email address that you will sign in with.' }),
    inviterName: t.exposeString('inviterName', { description: 'Display name of the user who sent you the link.' }),
    organizationName: t.stringOrNull(
      'organizationName',
      'Name of the organization of the project. Null if the invitation has no project.',
    ),
    projectName: t.stringOrNull(
      'projectName',
      'Name of the project that you will be a member of. Null if the invitation has no project.',
    ),
    role: t.expose('role', { type: RoleType, description: 'Role that you will have in the project.' }),
    userRole: t.expose('userRole', {
      type: UserRoleType,
      description: 'Role that you will have on the installation.',
    }),
    expiresAt: t.time('expiresAt', 'Until when you can accept.'),
  }),
});

builder.queryField('invitationOffer', (t) =>
  t.field({
    type: InvitationOffer,
    nullable: true,
    skipTypeScopes: true,
    description:
      'Finds what an open invitation offers by its token. Null with the error NOT_FOUND for any other token. Requires no credential. Rate limit: 30 per minute and IP address.',
    args: { token: t.arg.string({ required: true, description: 'Token of the invitation, from its link.' }) },
    resolve: (_root, input, ctx) => findInvitationOffer(ctx, input),
  }),
);

builder.queryField('invitations', (t) =>
  t.page(connectionType(Invitation, 'invitations', 'An invitation'), {
    description:
      'Lists invitations that can still be accepted, newest first. Invitations to a project or an organization require the role OWNER there, the others the role ADMIN.',
    args: {
      projectId: t.arg.id({ description: 'Returns the invitations to this project.' }),
      organizationId: t.arg.id({ description: 'Returns the invitations to this organization.' }),
    },
    resolve: (_root, args, ctx) => listInvitations(ctx, args),
  }),
);

const CreateInvitationInput = inputOf('createInvitation', (t) => ({
  email: t.string({ required: true, description: 'Email address of the person to invite.' }),
  projectId: t.id({
    description: 'ID of the project that the user will be a member of. Default: the default project.',
  }),
  role: t.field({
    type: RoleType,
    required: true,
    defaultValue: lowestRole,
    description: 'Role of the user in that project.',
  }),
  userRole: t.field({
    type: UserRoleType,
    required: true,
    defaultValue: 'member',
    description: 'Role of the user on the installation after accepting.',
  }),
  expiresInHours: t.int({
    required: true,
    defaultValue: 168,
    description: 'Lifetime of the invitation in hours, 1 to 720.',
  }),
}));

const CreateInvitationPayload = payloadOf<CreatedInvitation>('createInvitation', (t) => ({
  invitation: t.expose('invitation', { type: Invitation, description: 'The invitation that was created.' }),
  token: t.exposeString('token', { description: 'Token that the invited person needs. It is returned only once.' }),
}));

builder.mutationFields((t) => ({
  createInvitation: t.field({
    type: CreateInvitationPayload,
    description:
      'Invites a person to become a user. Replaces an earlier invitation of the same email address. Requires the role ADMIN.',
    ...t.change(CreateInvitationInput, 'The person to invite.', [ConflictError]),
    resolve: (_root, { input }, ctx) => createInvitation(ctx, input),
  }),
  revokeInvitation: t.field({
    type: objectPayload('revokeInvitation', ['invitation', Invitation], 'The revoked invitation.'),
    errors: { types: [ForbiddenError, NotFoundError] },
    description:
      'Revokes an invitation. An invitation to a project or an organization requires the role OWNER there, any other the role ADMIN.',
    args: t.inputArg(idInput('revokeInvitation', 'ID of the invitation to revoke.'), 'The invitation to revoke.'),
    resolve: (_root, { input }, ctx) => revokeInvitation(ctx, input),
  }),
}));
