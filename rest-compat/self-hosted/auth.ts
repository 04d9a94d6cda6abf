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
import { selfHostedResponses } from './responses.js';
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
  const open = (operation: string) => ({ level: 'open' as const, operation });
  scope.get(
    '/auth/setup-status',
    { config: open('setupStatus'), schema: { response: selfHostedResponses(z.object({ needsSetup: z.boolean() })) } },
    async (request) => setupStatus(getContext(request)),
  );

  scope.post(
    '/auth/register',
    { config: open('register'), schema: { response: selfHostedResponses(TokenPair), body: Registration } },
    async (request) => {
      const { name, ...rest } = request.body;
      // These routes accept a blank name. The email's local part replaces it, so that accounts have a name.
      const named = { ...rest, name: name.trim() || (rest.email.trim().split('@')[0] ?? 'Admin') };
      return toTokenPair(await registerFirstAdmin(getContext(request), named).catch(refuseRegistration));
    },
  );

  scope.post(
    '/auth/login',
    { config: open('login'), schema: { response: selfHostedResponses(TokenPair), body: Credentials } },
    async (request) => toTokenPair(await login(getContext(request), request.body)),
  );

  scope.post(
    '/auth/refresh',
    { config: open('refresh'), schema: { response: selfHostedResponses(TokenPair), body: Refresh } },
    async (request) =>
      toTokenPair(await refreshSession(getContext(request), { refreshToken: request.body.refresh_token })),
  );

  scope.post(
    '/auth/accept-invitation',
    { config: open('acceptInvitation'), schema: { response: selfHostedResponses(TokenPair), body: Acceptance } },
    async (request) => toTokenPair(await acceptInvitationLink(getContext(request), request.body)),
  );
}

function accountRoutes(scope: RestScope): void {
  const user = (operation: string) => ({ level: 'user' as const, operation });
  scope.post(
    '/auth/logout',
    {
      config: { level: 'open', operation: 'logout' },
      schema: { response: selfHostedResponses(messageSchema), body: Logout },
    },
    async (request) => {
      if (!request.body.refresh_token) throw new UnauthenticatedError('Send the refresh_token of the session.');
      await logout(getContext(request), { refreshToken: request.body.refresh_token });
      return { message: 'Logged out.' };
    },
  );

  scope.get('/auth/me', { config: user('me'), schema: { response: selfHostedResponses(User) } }, async (request) =>
    toUser(await getMe(getContext(request))),
  );

  scope.patch(
    '/auth/me',
    { config: user('updateProfile'), schema: { response: selfHostedResponses(User), body: Profile } },
    async (request) => toUser(await updateViewer(getContext(request), request.body)),
  );

  scope.post(
    '/auth/change-password',
    { config: user('changePassword'), schema: { response: selfHostedResponses(messageSchema), body: Passwords } },
    async (request) => {
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
    },
  );

  // Telemetry route of the original server. Nothing is stored or sent.
  scope.post(
    '/auth/onboarding-complete',
    { config: user('onboardingComplete'), schema: { response: selfHostedResponses(messageSchema), body: Onboarding } },
    async () => ({ message: 'Onboarding completed.' }),
  );
}

function toTokenPair({ accessToken, refreshToken }: SessionTokens) {
  return { access_token: accessToken, refresh_token: refreshToken, token_type: 'bearer' as const };
}

// Clients expect 403 if registration is closed.
function refuseRegistration(error: unknown): never {
  throw error instanceof DomainError && error.code === 'CONFLICT' ? new DomainError('FORBIDDEN', error.message) : error;
}
