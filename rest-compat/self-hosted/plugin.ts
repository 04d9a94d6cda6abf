import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AppContext } from '../../src/context.js';
import { requireLevel, type AccessLevel } from '../../src/resolvers/user/require-user.js';
import { currentProject } from '../../src/resolvers/project/current-project.js';
import { takeKeys } from '../idempotency.js';
import { contextOf, type RestPlugin, type RestScope } from '../plugin.js';
import { answerFlatError } from './errors.js';
import { readTypedInput } from './read-input.js';

export type { RestScope } from '../plugin.js';
export { contextOf } from '../plugin.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call a self-hosted path. Default: whoever has a credential. */
    level?: AccessLevel;
  }
}

/** Declares self-hosted paths. */
export type FlatRoutes = (scope: RestScope) => void;

/**
 * Makes one plugin of all self-hosted paths: the caller's level is checked before the body is read, typed input answers 422, every other
 * refusal `{detail}`, and a known path with another method 405.
 */
export function flatPlugin(routes: readonly FlatRoutes[]): RestPlugin {
  return async (instance, { authenticate }) => {
    const scope: RestScope = instance.withTypeProvider<ZodTypeProvider>();
    scope.setValidatorCompiler(readTypedInput);
    scope.setSerializerCompiler(() => (body) => JSON.stringify(body));
    scope.setErrorHandler(answerFlatError);
    const methods = collectMethods(instance);
    scope.addHook('onRequest', async (request) => {
      const { level = 'any', operation } = request.routeOptions.config;
      const { audit } = request as { audit?: { operation: string | null } };
      if (audit) audit.operation = operation ?? null;
      // Whoever signs in may still hold an old token; these paths look at the body alone.
      if (level === 'open') forgetCredentials(request);
      else keepFirstCredential(request);
      await authenticate(request);
      requireLevel(contextOf(request), level);
    });
    takeKeys(instance);
    for (const declare of routes) declare(scope);
    refuseOtherMethods(instance, new Map(methods));
  };
}

/** The project whose memories these paths are about: the one that the credential opens. @throws NotFoundError when it opens none */
export async function projectOf(ctx: AppContext): Promise<string> {
  return (await currentProject(ctx)).projectId;
}

function collectMethods(instance: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>();
  instance.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set<string>();
    methods.set(url, known);
    for (const name of [method].flat()) known.add(name);
  });
  return methods;
}

const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function refuseOtherMethods(instance: FastifyInstance, methods: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, known] of methods) {
    const allow = [...known].join(', ');
    const method = otherMethods.filter((name) => !known.has(name));
    instance.route({
      method,
      url,
      config: { level: 'open' },
      exposeHeadRoute: false,
      handler: (_request, reply) => reply.code(405).header('allow', allow).send({ detail: 'Method Not Allowed' }),
    });
  }
}

// To these clients the first credential that is there decides: a Bearer, then a key. Other schemes, such as that of a proxy,
// are none, and neither is one with nothing behind it.
function keepFirstCredential({ raw: { headers } }: FastifyRequest): void {
  const scheme = /^\s*(\w+)\s+\S/.exec(headers.authorization ?? '')?.[1]?.toLowerCase();
  if (scheme === 'bearer') delete headers['x-api-key'];
  else if (scheme !== 'token') delete headers.authorization;
}

function forgetCredentials({ raw }: FastifyRequest): void {
  delete raw.headers.authorization;
  delete raw.headers['x-api-key'];
}
