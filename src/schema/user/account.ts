import { changePassword } from '../../resolvers/user/change-password.js';
import { updateViewer } from '../../resolvers/user/update-me.js';
import { login } from '../../resolvers/session/log-in.js';
import { logout } from '../../resolvers/session/log-out.js';
import { refreshSession } from '../../resolvers/session/refresh-session.js';
import { registerFirstAdmin } from '../../resolvers/session/register-first-admin.js';
import { setupStatus } from '../../resolvers/session/setup-status.js';
import { type SignedIn } from '../../resolvers/session/sign-in.js';
import { type TokenPair } from '../../auth/sessions.js';
import { ConflictError, NotFoundError, UnauthenticatedError, ValidationError } from '../../errors.js';
import { builder } from '../builder.js';
import { inputOf, objectPayload, payloadOf } from '../shared/mutation-types.js';
import { User } from './user.js';

export const Session = builder.objectRef<TokenPair>('Session').implement({
  description: 'A session of a signed-in user: an access token and a refresh token.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', {
      description: 'Access token to send as `Authorization: Bearer ...` with each request.',
    }),
    refreshToken: t.exposeString('refreshToken', {
      description: 'Refresh token for `refreshSession`. It can be used once and expires after 30 days.',
    }),
    expiresIn: t.exposeInt('expiresIn', { description: 'Lifetime of the access token in seconds.' }),
  }),
});

/** Defines the payload of a mutation that signs a user in. */
const signedInPayload = (name: string, mutation: string) =>
  builder.objectRef<SignedIn>(name).implement({
    description: `Payload of \`${mutation}\`.`,
    fields: (t) => ({
      session: t.field({
        type: Session,
        description: `The session that \`${mutation}\` started.`,
        resolve: (signedIn) => signedIn,
      }),
      user: t.field({
        type: User,
        description: `The user that \`${mutation}\` signed in.`,
        resolve: ({ user }) => ({ ...user, isSignedIn: true }),
      }),
    }),
  });

const SetupStatus = builder.objectRef<{ needsSetup: boolean }>('SetupStatus').implement({
  description: 'Whether the installation has been set up.',
  fields: (t) => ({
    needsSetup: t.exposeBoolean('needsSetup', {
      description: 'Whether the installation has no admin yet, so that `registerFirstAdmin` is open.',
    }),
  }),
});

builder.queryField('setupStatus', (t) =>
  t.field({
    type: SetupStatus,
    skipTypeScopes: true,
    description: 'Returns whether the installation needs its first admin. Requires no credential.',
    resolve: (_root, _args, ctx) => setupStatus(ctx),
  }),
);

const RegisterFirstAdminInput = inputOf('registerFirstAdmin', (t) => ({
  name: t.string({ required: true, description: 'Display name of the admin, 1 to 255 characters.' }),
  email: t.string({ required: true, description: 'Email address that the admin signs in with.' }),
  password: t.string({ required: true, description: 'Password of the admin, 8 to 128 characters.' }),
}));

const LoginInput = inputOf('login', (t) => ({
  email: t.string({ required: true, description: 'Email address of the user who signs in.' }),
  password: t.string({ required: true, description: 'Password of the user who signs in.' }),
}));

const RefreshSessionInput = inputOf('refreshSession', (t) => ({
  refreshToken: t.string({ required: true, description: 'Current refresh token of the session.' }),
}));

const LogoutInput = inputOf('logout', (t) => ({
  refreshToken: t.string({
    description: 'Refresh token of the session to end. Default: the session of the access token in use.',
  }),
}));

const UpdateViewerInput = inputOf(
  'updateViewer',
  (t) => ({
    name: t.string({ description: 'Your new display name, 1 to 255 characters.' }),
    email: t.string({ description: 'Your new email address.' }),
    defaultProjectId: t.id({
      description:
        'ID of the project for requests without a project ID. API keys restricted to a project use that project.',
    }),
  }),
  'A field that is absent, null or blank stays unchanged.',
);

const ChangePasswordInput = inputOf('changePassword', (t) => ({
  currentPassword: t.string({ required: true, description: 'Your current password.' }),
  newPassword: t.string({ required: true, description: 'Your new password, 8 to 128 characters.' }),
}));

const RegisterFirstAdminPayload = signedInPayload('RegisterFirstAdminPayload', 'registerFirstAdmin');
const LoginPayload = signedInPayload('LoginPayload', 'login');

const LogoutPayload = payloadOf<{ endedSessionId: string | null }>(
  'logout',
  (t) => ({
    endedSessionId: t.idOrNull(
      'endedSessionId',
      'ID of the session that ended. Null if the refresh token is of no session.',
    ),
  }),
  'The tokens of the session no longer work.',
);

builder.mutationFields((t) => ({
  registerFirstAdmin: t.field({
    type: RegisterFirstAdminPayload,
    errors: { types: [ValidationError, NotFoundError, ConflictError] },
    skipTypeScopes: true,
    description:
      'Creates the first admin and signs them in. Fails once an admin exists. Requires no credential. Rate limit: 5 per minute and IP address.',
    args: t.inputArg(RegisterFirstAdminInput, 'The admin to create.'),
    resolve: (_root, { input }, ctx) => registerFirstAdmin(ctx, input),
  }),
  login: t.field({
    type: LoginPayload,
    errors: { types: [ValidationError, UnauthenticatedError, NotFoundError] },
    skipTypeScopes: true,
    description:
      'Signs a user in and starts a session. Requires no credential. Rate limit: 10 per minute and IP address.',
    args: t.inputArg(LoginInput, 'Email address and password.'),
    resolve: (_root, { input }, ctx) => login(ctx, input),
  }),
  refreshSession: t.field({
    type: objectPayload('refreshSession', ['session', Session], 'The session with new tokens.'),
    errors: { types: [UnauthenticatedError, NotFoundError] },
    skipTypeScopes: true,
    description:
      'Exchanges a refresh token for new tokens. Using a refresh token twice ends the session. Rate limit: 20 per minute and session.',
    args: t.inputArg(RefreshSessionInput, 'The session to refresh.'),
    resolve: (_root, { input }, ctx) => refreshSession(ctx, input),
  }),
  logout: t.field({
    type: LogoutPayload,
    errors: { types: [UnauthenticatedError, NotFoundError] },
    skipTypeScopes: true,
    description: 'Ends a session immediately, in every process.',
    args: t.inputArg(LogoutInput, 'The session to end.'),
    resolve: (_root, { input }, ctx) => logout(ctx, input),
  }),
  updateViewer: t.field({
    type: objectPayload('updateViewer', ['user', User], 'Your user after the change.'),
    description: 'Changes your display name or email address.',
    ...t.change(UpdateViewerInput, 'The new name or email address.', [ConflictError]),
    resolve: (_root, { input }, ctx) => updateViewer(ctx, input),
  }),
  changePassword: t.field({
    type: objectPayload('changePassword', ['user', User], 'Your user. Your other sessions have ended.'),
    description: 'Changes your password and ends your other sessions. Rate limit: 10 per minute.',
    ...t.change(ChangePasswordInput, 'The old and the new password.'),
    resolve: (_root, { input }, ctx) => changePassword(ctx, input),
  }),
}));
