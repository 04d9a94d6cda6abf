import { acceptInvitation } from '../resolvers/invitation/accept-invitation.js';
import { createInvitation, type CreatedInvitation } from '../resolvers/invitation/create-invitation.js';
import { listInvitations } from '../resolvers/invitation/list-invitations.js';
import { revokeInvitation } from '../resolvers/invitation/revoke-invitation.js';
import type { InvitationRow } from '../stores/invitation/invitation-store.js';
import { signedInPayload } from './account.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors, sessionErrors } from './errors.js';
import { RoleType } from './role.js';
import { UserRoleType } from './user.js';

/** An invitation, without its token. */
export const Invitation = builder.objectRef<InvitationRow>('Invitation').implement({
  description: 'An invitation to become a user, and a member of one project.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    email: t.exposeString('email', { description: 'Who is invited; the address of the account to be.' }),
    projectId: t.exposeID('projectId', { nullable: true, description: 'The project that they become a member of.' }),
    role: t.expose('role', { type: RoleType, description: 'Their role in it.' }),
    userRole: t.expose('userRole', { type: UserRoleType, description: 'What they will be on the installation.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it can be accepted.' }),
    acceptedAt: t.expose('acceptedAt', { type: 'DateTime', nullable: true, description: 'When it was accepted.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});

builder.queryField('invitations', (t) =>
  t.connection({
    type: Invitation,
    description: 'Invitations that can still be accepted, newest first. For admins.',
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) => toConnection(await listInvitations(ctx, args)),
  }),
);

const CreateInvitationInput = builder.inputType('CreateInvitationInput', {
  description: 'Somebody to invite.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Their e-mail.' }),
    projectId: t.id({ description: 'The project that they become a member of; left out: the default one.' }),
    role: t.field({ type: RoleType, description: 'Their role in it; left out: READER.' }),
    userRole: t.field({ type: UserRoleType, description: 'What they will be on the installation; left out: MEMBER.' }),
    expiresInHours: t.int({ description: '1 to 720; left out: 168, a week.' }),
  }),
});

const RevokeInvitationInput = builder.inputType('RevokeInvitationInput', {
  description: 'An invitation to revoke.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the invitation.' }) }),
});

const AcceptInvitationInput = builder.inputType('AcceptInvitationInput', {
  description: 'An invitation and what its holder chooses.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'The token of the invitation.' }),
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    password: t.string({ required: true, description: '8 to 128 characters.' }),
  }),
});

const CreateInvitationPayload = builder.objectRef<CreatedInvitation>('CreateInvitationPayload').implement({
  description: 'The invitation. Hand the token to the guest: it is not shown again.',
  fields: (t) => ({
    invitation: t.field({ type: Invitation, description: 'The invitation.', resolve: ({ invitation }) => invitation }),
    token: t.exposeString('token', { description: 'What the guest needs to accept it.' }),
  }),
});

const RevokeInvitationPayload = builder.objectRef<InvitationRow>('RevokeInvitationPayload').implement({
  description: 'The invitation can no longer be accepted.',
  fields: (t) => ({ invitation: t.field({ type: Invitation, description: 'The invitation.', resolve: (row) => row }) }),
});

const AcceptInvitationPayload = signedInPayload('AcceptInvitationPayload');

builder.mutationFields((t) => ({
  createInvitation: t.field({
    type: CreateInvitationPayload,
    errors: mutationErrors,
    description: 'Invites somebody to become a user. An older invitation of the same address ends. For admins.',
    args: { input: t.arg({ type: CreateInvitationInput, required: true, description: 'Whom.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => createInvitation(ctx, input),
  }),
  revokeInvitation: t.field({
    type: RevokeInvitationPayload,
    errors: mutationErrors,
    description: 'Ends an invitation. For admins.',
    args: { input: t.arg({ type: RevokeInvitationInput, required: true, description: 'Which one.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => revokeInvitation(ctx, input),
  }),
  acceptInvitation: t.field({
    type: AcceptInvitationPayload,
    errors: sessionErrors,
    description:
      'Makes the holder of an invitation a user and signs them in. Needs no credential; 10 a minute from one address.',
    args: { input: t.arg({ type: AcceptInvitationInput, required: true, description: 'The invitation.' }) },
    resolve: (_root, { input }, ctx) => acceptInvitation(ctx, input),
  }),
}));
