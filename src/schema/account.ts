import { changePassword } from '../resolvers/user/change-password.js';
import { me } from '../resolvers/user/get-me.js';
import { updateProfile } from '../resolvers/user/update-me.js';
import { login } from '../resolvers/session/log-in.js';
import { logout } from '../resolvers/session/log-out.js';
import { refreshSession } from '../resolvers/session/refresh-session.js';
import { registerFirstAdmin } from '../resolvers/session/register-first-admin.js';
import { setupStatus } from '../resolvers/session/setup-status.js';
import type { SignedIn } from '../resolvers/session/sign-in.js';
import type { TokenPair } from '../auth/sessions.js';
import type { UserRow } from '../stores/user/user-store.js';
import { builder } from './builder.js';
import { sessionErrors } from './errors.js';
import { Account } from './user.js';

/** What somebody who signed in holds. */
export const Session = builder.objectRef<TokenPair>('Session').implement({
  description: 'What somebody who signed in holds.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', {
      description: 'Sent with each request as `Authorization: Bearer ...`.',
    }),
    refreshToken: t.exposeString('refreshToken', {
      description: 'Exchanged for a new session when the access token runs out. Good for one use and 30 days.',
    }),
    expiresIn: t.exposeInt('expiresIn', { description: 'Seconds for which the access token is good.' }),
  }),
});

/** The payload of everything that signs somebody in. */
export const signedInPayload = (name: string) =>
  builder.objectRef<SignedIn>(name).implement({
    description: 'Somebody is signed in.',
    fields: (t) => ({
      session: t.field({ type: Session, description: 'The session.', resolve: (signedIn) => signedIn }),
      account: t.field({ type: Account, description: 'Who signed in.', resolve: ({ user }) => user }),
    }),
  });

builder.queryFields((t) => ({
  setupStatus: t.field({
    type: builder.objectRef<{ needsSetup: boolean }>('SetupStatus').implement({
      description: 'Whether the installation is set up.',
      fields: (f) => ({
        needsSetup: f.exposeBoolean('needsSetup', { description: 'Whether it waits for its first admin to register.' }),
      }),
    }),
    description: 'Whether the installation waits for its first admin. Needs no credential.',
    resolve: (_root, _args, ctx) => setupStatus(ctx),
  }),
  me: t.field({
    type: Account,
    description: 'The account of the caller.',
    authScopes: { signedIn: true },
    resolve: (_root, _args, ctx) => me(ctx),
  }),
}));

const RegisterFirstAdminInput = builder.inputType('RegisterFirstAdminInput', {
  description: 'The first admin.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }),
    email: t.string({ required: true, description: 'E-mail to sign in with.' }),
    password: t.string({ required: true, description: '8 to 128 characters.' }),
  }),
});

const LoginInput = builder.inputType('LoginInput', {
  description: 'Who signs in.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'E-mail.' }),
    password: t.string({ required: true, description: 'Password.' }),
  }),
});

const RefreshSessionInput = builder.inputType('RefreshSessionInput', {
  description: 'A session to renew.',
  fields: (t) => ({ refreshToken: t.string({ required: true, description: 'Its refresh token.' }) }),
});

const LogoutInput = builder.inputType('LogoutInput', {
  description: 'A session to end.',
  fields: (t) => ({
    refreshToken: t.string({ description: 'Its refresh token; left out: the session of the access token in use.' }),
  }),
});

const UpdateProfileInput = builder.inputType('UpdateProfileInput', {
  description: 'Changes of the own account; what is left out or blank stays.',
  fields: (t) => ({
    name: t.string({ description: 'New name.' }),
    email: t.string({ description: 'New e-mail.' }),
  }),
});

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'A new password.',
  fields: (t) => ({
    currentPassword: t.string({ required: true, description: 'The password until now.' }),
    newPassword: t.string({ required: true, description: '8 to 128 characters.' }),
  }),
});

const RefreshSessionPayload = builder.objectRef<TokenPair>('RefreshSessionPayload').implement({
  description: 'The session goes on with new tokens.',
  fields: (t) => ({ session: t.field({ type: Session, description: 'The session.', resolve: (pair) => pair }) }),
});

const done = (name: string, description: string) =>
  builder.objectRef<{ success: boolean }>(name).implement({
    description,
    fields: (t) => ({ success: t.exposeBoolean('success', { description: 'True.' }) }),
  });

const UpdateProfilePayload = builder.objectRef<UserRow>('UpdateProfilePayload').implement({
  description: 'The changed account.',
  fields: (t) => ({ account: t.field({ type: Account, description: 'The account.', resolve: (user) => user }) }),
});

const RegisterFirstAdminPayload = signedInPayload('RegisterFirstAdminPayload');
const LoginPayload = signedInPayload('LoginPayload');
const LogoutPayload = done('LogoutPayload', 'The session has ended: its tokens work nowhere.');
const ChangePasswordPayload = done(
  'ChangePasswordPayload',
  'The password is changed, and every other session of the user has ended.',
);

builder.mutationFields((t) => ({
  registerFirstAdmin: t.field({
    type: RegisterFirstAdminPayload,
    errors: sessionErrors,
    description:
      'Creates the first admin and signs them in. Closed from then on. Needs no credential; 5 a minute from one address.',
    args: { input: t.arg({ type: RegisterFirstAdminInput, required: true, description: 'The admin.' }) },
    resolve: (_root, { input }, ctx) => registerFirstAdmin(ctx, input),
  }),
  login: t.field({
    type: LoginPayload,
    errors: sessionErrors,
    description: 'Begins a session. Needs no credential; 10 a minute from one address.',
    args: { input: t.arg({ type: LoginInput, required: true, description: 'Who signs in.' }) },
    resolve: (_root, { input }, ctx) => login(ctx, input),
  }),
  refreshSession: t.field({
    type: RefreshSessionPayload,
    errors: sessionErrors,
    description:
      'Exchanges a refresh token for a new pair of tokens. A token that is used twice ends the session. 20 a minute for one session.',
    args: { input: t.arg({ type: RefreshSessionInput, required: true, description: 'The session.' }) },
    resolve: (_root, { input }, ctx) => refreshSession(ctx, input),
  }),
  logout: t.field({
    type: LogoutPayload,
    errors: sessionErrors,
    description: 'Ends a session at once, in every process.',
    args: { input: t.arg({ type: LogoutInput, required: true, description: 'Which session.' }) },
    resolve: async (_root, { input }, ctx) => {
      await logout(ctx, input);
      return { success: true };
    },
  }),
  updateProfile: t.field({
    type: UpdateProfilePayload,
    errors: sessionErrors,
    description: 'Changes the name or e-mail of the caller.',
    args: { input: t.arg({ type: UpdateProfileInput, required: true, description: 'The changes.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => updateProfile(ctx, input),
  }),
  changePassword: t.field({
    type: ChangePasswordPayload,
    errors: sessionErrors,
    description: 'Changes the password of the caller and ends their other sessions. 10 a minute.',
    args: { input: t.arg({ type: ChangePasswordInput, required: true, description: 'The passwords.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      await changePassword(ctx, input);
      return { success: true };
    },
  }),
}));
