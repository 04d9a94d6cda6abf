import { z } from 'zod';
import { DomainError, UnauthenticatedError, ValidationError } from '../../src/errors.js';
import { changePassword } from '../../src/resolvers/user/change-password.js';
import { getMe } from '../../src/resolvers/user/get-me.js';
import { updateViewer } from '../../src/resolvers/user/update-me.js';
import { acceptInvitationLink } from '../../src/resolvers/invitation/accept-invitation-link.js';
import { login } from '../../src/resolvers/session/log-in.js';
import { logout } from '../../src/resolvers/session/log-out.js';
import { refreshSession } from '../../src/resolvers/session/refresh-session.js';
import { registerFirstAdmin } from '../../src/resolvers/session/register-first-admin.js';
import { setupStatus } from '../../src/resolvers/session/setup-status.js';
import type { TokenPair as SessionTokens } from '../../src/auth/sessions.js';
import { email, knownEmail, messageSchema } from './fields.js';
import { getContext, type SelfHostedRoutes, type RestScope } from './plugin.js';
import { toUser } from './present.js';
import { describeRoute } from './responses.js';
import { TokenPair, User } from './schemas.js';

const Registration = z.object({ name: z.string(), email: email(), password: z.string() });
const Credentials = z.object({ email: knownEmail(), password: z.string() });
const Refresh = z.object({ refresh_token: z.string() });
const Logout = z.object({ refresh_token: z.string().nullish() });
const Profile = z.object({ name: z.string().nullish(), email: email().nullish() });
const Passwords = z.object({ current_password: z.string(), new_password: z.string() });
const Onboarding = z.object({ use_case: z.string() });
const Acceptance = z.object({ token: z.string(), name: z.string(), password: z.string() });

export const selfHostedAuthRoutes: SelfHostedRoutes = (scope) => {
  sessionRoutes(scope);
  accountRoutes(scope);
};

function sessionRoutes(scope: RestScope): void {
  const status = describeRoute('setupStatus', { 200: z.object({ needsSetup: z.boolean() }) }, { level: 'open' });
  scope.get('/auth/setup-status', status, async (request) => setupStatus(getContext(request)));

  const register = describeRoute('register', { 200: TokenPair }, { level: 'open', body: Registration });
  scope.post('/auth/register', register, async (request) => {
    const { name, ...rest } = request.body;
    // These routes accept a blank name. The email's local part replaces it, so that accounts have a name.
    const named = { ...rest, name: name.trim() || (rest.email.trim().split('@')[0] ?? 'Admin') };
    return toTokenPair(await registerFirstAdmin(getContext(request), named).catch(refuseRegistration));
  });

  const logIn = describeRoute('login', { 200: TokenPair }, { level: 'open', body: Credentials });
  scope.post('/auth/login', logIn, async (request) => toTokenPair(await login(getContext(request), request.body)));

  const refresh = describeRoute('refresh', { 200: TokenPair }, { level: 'open', body: Refresh });
  scope.post('/auth/refresh', refresh, async (request) =>
    toTokenPair(await refreshSession(getContext(request), { refreshToken: request.body.refresh_token })),
  );

  const accept = describeRoute('acceptInvitation', { 200: TokenPair }, { level: 'open', body: Acceptance });
  scope.post('/auth/accept-invitation', accept, async (request) =>
    toTokenPair(await acceptInvitationLink(getContext(request), request.body)),
  );
}

function accountRoutes(scope: RestScope): void {
  const logOut = describeRoute('logout', { 200: messageSchema }, { level: 'open', body: Logout });
  scope.post('/auth/logout', logOut, async (request) => {
    if (!request.body.refresh_token) throw new UnauthenticatedError('Send the refresh_token of the session.');
    await logout(getContext(request), { refreshToken: request.body.refresh_token });
    return { message: 'Logged out.' };
  });

  const read = describeRoute('me', { 200: User }, { level: 'user' });
  scope.get('/auth/me', read, async (request) => toUser(await getMe(getContext(request))));

  const update = describeRoute('updateProfile', { 200: User }, { level: 'user', body: Profile });
  scope.patch('/auth/me', update, async (request) => toUser(await updateViewer(getContext(request), request.body)));

  const change = describeRoute('changePassword', { 200: messageSchema }, { level: 'user', body: Passwords });
  scope.post('/auth/change-password', change, async (request) => {
    const ctx = getContext(request);
    const { current_password: currentPassword, new_password: newPassword } = request.body;
    await changePassword(ctx, { currentPassword, newPassword }).catch((error: unknown) => {
      // 401 as documented, but not for session tokens: their client would refresh and retry forever.
      const isWrong = error instanceof ValidationError && error.fields.currentPassword !== undefined;
      throw isWrong && ctx.caller.mode !== 'bearer'
        ? new UnauthenticatedError('The current password is wrong.')
        : error;
    });
    return { message: 'Password updated.' };
  });

  // Telemetry route of the original server. Nothing is stored or sent.
  const complete = describeRoute('onboardingComplete', { 200: messageSchema }, { level: 'user', body: Onboarding });
  scope.post('/auth/onboarding-complete', complete, async () => ({ message: 'Onboarding completed.' }));
}

function toTokenPair({ accessToken, refreshToken }: SessionTokens) {
  return { access_token: accessToken, refresh_token: refreshToken, token_type: 'bearer' as const };
}

// Clients expect 403 if registration is closed.
function refuseRegistration(error: unknown): never {
  throw error instanceof DomainError && error.code === 'CONFLICT' ? new DomainError('FORBIDDEN', error.message) : error;
}
