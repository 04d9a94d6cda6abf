import { acceptInvitation, type AcceptedInvitation } from '../resolvers/invitation/accept-invitation.js';
import { declineInvitation } from '../resolvers/invitation/decline-invitation.js';
import type { ReceivedInvitationRow } from '../stores/invitation/membership-invitation-store.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors.js';
import { fromTypedId, toTypedId } from '../ids.js';
import { builder } from './builder.js';
import { connectionType } from './shared/connection.js';
import { Node } from './node.js';
import { withFieldNames } from '../validate.js';
import { idInput, objectPayload, payloadOf } from './shared/mutation-types.js';
import { findOrNull, loaders } from './shared/loaders.js';
import { Organization } from './organization.js';
import { Project } from './project/project.js';
import { RoleType } from './role.js';
import { Session } from './user/account.js';
import { User } from './user/user.js';

const ReceivedInvitation = builder.objectRef<ReceivedInvitationRow>('ReceivedInvitation').implement({
  description: 'An invitation that you received, to become a member of a project or an organization.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({ description: 'ID of the invitation, `rinv_…`.', resolve: ({ id }) => toTypedId('rinv', id) }),
    role: t.expose('role', { type: RoleType, description: 'Role that you will have.' }),
    organizationName: t.exposeString('organizationName', {
      description: 'Name of the organization that invites you, or whose project invites you.',
    }),
    projectName: t.stringOrNull(
      'projectName',
      'Name of the project that invites you. Null for an invitation to the organization.',
    ),
    inviterName: t.exposeString('inviterName', { description: 'Display name of the user who invited you.' }),
    inviterEmail: t.exposeString('inviterEmail', { description: 'Email address of the user who invited you.' }),
    createdAt: t.time('createdAt', 'When you were invited.'),
    expiresAt: t.time('expiresAt', 'When the invitation expires unless you accept it.'),
  }),
});

export const ReceivedInvitationConnection = connectionType(
  ReceivedInvitation,
  'received invitations',
  'A received invitation',
);

const AcceptInvitationLinkInput = builder.inputType('AcceptInvitationLinkInput', {
  description: 'Link of an invitation, and the user to create.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'Token from the link.' }),
    name: t.string({ required: true, description: 'Your display name, 1 to 255 characters.' }),
    password: t.string({ required: true, description: 'Your password, 8 to 128 characters.' }),
  }),
});

const AcceptInvitationInput = builder.inputType('AcceptInvitationInput', {
  description: 'Input for `acceptInvitation`: exactly one of its fields.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'ID of an invitation that you received, `rinv_…`.' }),
    link: t.field({
      type: AcceptInvitationLinkInput,
      description:
        'Link of an invitation to become a user. Requires no credential. Rate limit: 10 per minute and IP address.',
    }),
  }),
});

const AcceptInvitationPayload = payloadOf<AcceptedInvitation>('acceptInvitation', (t) => ({
  user: t.field({
    type: User,
    description: 'You: the user who accepted, or the user that was created from a link.',
    resolve: ({ user, signedIn }) => ({ ...user, isSignedIn: signedIn !== null }),
  }),
  session: t.exposeOrNull(
    'signedIn',
    Session,
    'The session that a link started. Null without a link: you are signed in.',
  ),
  organization: t.field({
    type: Organization,
    nullable: true,
    description:
      'The organization that you joined, or whose project you joined. Null after a link, and if it was deleted since.',
    resolve: ({ joined }, _args, ctx) => findOrNull(loaders(ctx).organization, joined?.organizationId),
  }),
  project: t.field({
    type: Project,
    nullable: true,
    description: 'The project that you joined. Null after a link, and for an organization.',
    resolve: ({ joined }, _args, ctx) => findOrNull(loaders(ctx).project, joined?.projectId),
  }),
}));

builder.mutationFields((t) => ({
  acceptInvitation: t.field({
    type: AcceptInvitationPayload,
    skipTypeScopes: true,
    description:
      'Accepts an invitation: you become a member of its project or organization. A link creates your user first.',
    ...t.change(AcceptInvitationInput, 'The invitation to accept.', [ConflictError]),
    resolve: (_root, { input: { id, link } }, ctx) =>
      withFieldNames({ name: 'link.name', password: 'link.password' }, () =>
        acceptInvitation(ctx, link ? { link } : { id: fromTypedId('rinv', id ?? '') }),
      ),
  }),
  declineInvitation: t.field({
    type: objectPayload(
      'declineInvitation',
      ['receivedInvitation', ReceivedInvitation],
      'The invitation that you declined.',
    ),
    errors: { types: [ForbiddenError, NotFoundError] },
    description: 'Declines an invitation that you received.',
    args: t.inputArg(
      idInput('declineInvitation', 'ID of the received invitation to decline, `rinv_…`.'),
      'The invitation to decline.',
    ),
    resolve: (_root, { input }, ctx) => declineInvitation(ctx, { id: fromTypedId('rinv', input.id) }),
  }),
}));
