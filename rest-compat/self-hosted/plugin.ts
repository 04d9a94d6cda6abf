import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AppContext } from '../../src/context.js';
import { requireLevel, type AccessLevel } from '../../src/resolvers/user/require-user.js';
import { currentProject } from '../../src/resolvers/project/current-project.js';
import { supportIdempotencyKeys } from '../shared/idempotency.js';
import { getContext, recordOperation, type RestPlugin, type RestScope } from '../shared/rest-scope.js';
import { sendSelfHostedError } from './errors.js';
import { readTypedInput } from './read-input.js';

export { getContext, type RestScope } from '../shared/rest-scope.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access level that a self-hosted route needs. Default: `any`, every valid credential. */
    level?: AccessLevel;
  }
}

/** Declares a group of self-hosted routes. */
export type SelfHostedRoutes = (scope: RestScope) => void;

/** Makes one plugin of all self-hosted routes: it checks the access level before reading a body and answers 422 for typed input. */
export function selfHostedPlugin(routes: readonly SelfHostedRoutes[]): RestPlugin {
  return async (instance, { authenticate }) => {
    const scope: RestScope = instance.withTypeProvider<ZodTypeProvider>();
    scope.setValidatorCompiler(readTypedInput);
    scope.setSerializerCompiler(() => (body) => JSON.stringify(body));
    scope.setErrorHandler(sendSelfHostedError);
    scope.addHook('onRequest', async (request) => {
      const { level = 'any' } = request.routeOptions.config;
      recordOperation(request);
      // A caller who signs in may still send an old token: open routes ignore credentials.
      if (level === 'open') removeCredentials(request);
      else keepFirstCredential(request);
      await authenticate(request);
      requireLevel(getContext(request), level);
    });
    supportIdempotencyKeys(instance);
    for (const declare of routes) declare(scope);
  };
}

/** Gets the id of the project that the credential selects. @throws NotFoundError when it selects none */
export async function getCurrentProjectId(ctx: AppContext): Promise<string> {
  return (await currentProject(ctx)).projectId;
}

// Clients of this API expect the first credential to decide: a Bearer token, then a key. Other schemes, such as a proxy's Basic, and
// empty tokens do not count.
function keepFirstCredential({ raw: { headers } }: FastifyRequest): void {
  const scheme = /^\s*(\w+)\s+\S/.exec(headers.authorization ?? '')?.[1]?.toLowerCase();
  if (scheme === 'bearer') delete headers['x-api-key'];
  else if (scheme !== 'token') delete headers.authorization;
}

function removeCredentials({ raw }: FastifyRequest): void {
  delete raw.headers.authorization;
  delete raw.headers['x-api-key'];
}
