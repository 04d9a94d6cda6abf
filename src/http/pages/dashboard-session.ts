import fastifyCookie, { type CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UnauthenticatedError, ValidationError } from '../../errors.js';
import { assertRefreshToken } from '../../resolvers/session/refresh-token.js';
import { logout } from '../../resolvers/session/log-out.js';
import { refreshSession } from '../../resolvers/session/refresh-session.js';
import { authenticateRequest, getRequestContext, type AuthenticationInput } from '../authenticate-request.js';
import type { Config } from '../../config.js';
import type { Services } from '../../context.js';

const name = 'memory_gateway_session';
const path = '/dashboard/session';
const thirtyDays = 30 * 86_400;

/**
 * Stores a browser's refresh token in a cookie that scripts cannot read and that browsers send to these routes only.
 * `PUT` stores the token of a sign-in, `POST` exchanges it for an access token, `DELETE` ends the session.
 */
export async function dashboardSessionRoutes(app: FastifyInstance, input: AuthenticationInput): Promise<void> {
  const { services } = input;
  const warn = createProxyWarning(services);
  const keep = (request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply => {
    warn(request);
    return reply.setCookie(name, token, { ...options(services.config, request), maxAge: thirtyDays });
  };
  const forget = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply.clearCookie(name, options(services.config, request));
  await app.register(fastifyCookie);
  app.addHook('preHandler', authenticateRequest(input));

  app.put(path, async (request, reply) => {
    const token: unknown = (request.body as { refreshToken?: unknown } | null)?.refreshToken;
    if (typeof token !== 'string' || token === '' || token.length > 4_096)
      throw new ValidationError({ refreshToken: ['`refreshToken` is required.'] });
    await assertRefreshToken(getRequestContext(request), { refreshToken: token });
    return keep(request, reply, token).send({ kept: true });
  });

  app.post(path, async (request, reply) => {
    const token = request.cookies[name];
    if (!token) throw new UnauthenticatedError('There is no session.');
    try {
      const { accessToken, refreshToken, expiresIn } = await refreshSession(getRequestContext(request), {
        refreshToken: token,
      });
      return await keep(request, reply, refreshToken).send({ accessToken, expiresIn });
    } catch (error) {
      if (error instanceof UnauthenticatedError) forget(request, reply);
      throw error;
    }
  });

  app.delete(path, async (request, reply) => {
    const token = request.cookies[name];
    if (token) await logout(getRequestContext(request), { refreshToken: token });
    return forget(request, reply).send({ kept: false });
  });
}

// Browsers discard a Secure cookie if the page was loaded without TLS, for example in a home network.
function options({ http }: Config, request: FastifyRequest): CookieSerializeOptions {
  const secure = http.publicUrl === null ? request.protocol === 'https' : http.publicUrl.startsWith('https:');
  return { path, httpOnly: true, sameSite: 'strict', secure };
}

/** Returns a function that warns once if a proxy ends TLS and nothing tells the server so. */
function createProxyWarning({ config, log }: Pick<Services, 'config' | 'log'>): (request: FastifyRequest) => void {
  let isDone = config.http.publicUrl !== null;
  return ({ protocol, headers }) => {
    if (isDone || protocol === 'https' || !/^https\b/i.test(String(headers['x-forwarded-proto'] ?? ''))) return;
    isDone = true;
    log.warn(
      'A proxy ends TLS, but PUBLIC_URL and TRUST_PROXY are not set; the session cookie is sent without Secure.',
    );
  };
}
