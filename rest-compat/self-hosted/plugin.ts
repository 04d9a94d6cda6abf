import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AppContext } from '../../src/context.js';
import { requireLevel, type AccessLevel } from '../../src/resolvers/user/require-user.js';
import { currentProject } from '../../src/resolvers/project/current-project.js';
import { supportIdempotencyKeys } from '../shared/idempotency.js';
import {
  assertRoom,
  getContext,
  recordOperation,
  reserveRoom,
  type RestPlugin,
  type RestScope,
} from '../shared/rest-scope.js';
import { sendSelfHostedError } from './errors.js';
import { readTypedInput } from './read-input.js';

export { getContext, type RestScope } from '../shared/rest-scope.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access level that the route needs. Default: `any`, every valid credential. */
    level?: AccessLevel;
  }
}

export type SelfHostedRoutes = (scope: RestScope) => void;

/** Creates the plugin of self-hosted routes. It checks access before body parsing, and sends 422 for invalid input. */
export function selfHostedPlugin(routes: readonly SelfHostedRoutes[]): RestPlugin {
  return async (instance, { authenticate }) => {
    const scope: RestScope = instance.withTypeProvider<ZodTypeProvider>();
    scope.setValidatorCompiler(readTypedInput);
    scope.setSerializerCompiler(() => (body) => JSON.stringify(body));
    scope.setErrorHandler(sendSelfHostedError);
    scope.addHook('onRequest', async (request) => {
      const { level = 'any' } = request.routeOptions.config;
      recordOperation(request);
      // Open routes ignore credentials: a caller who signs in may still send an old token.
      if (level === 'open') removeCredentials(request);
      else keepFirstCredential(request);
      await authenticate(request);
      requireLevel(getContext(request), level);
      assertRoom(request);
    });
    reserveRoom(scope);
    supportIdempotencyKeys(instance);
    for (const declare of routes) declare(scope);
  };
}

/** Returns the id of the credential's project. @throws NotFoundError if it has none */
export async function getCurrentProjectId(ctx: AppContext): Promise<string> {
  return (await currentProject(ctx)).projectId;
}

// Clients of this API expect the first credential to decide: a Bearer token, then a key. Empty tokens and other
// schemes, such as a proxy's Basic, are ignored.
function keepFirstCredential({ raw: { headers } }: FastifyRequest): void {
  const scheme = /^\s*(\w+)\s+\S/.exec(headers.authorization ?? '')?.[1]?.toLowerCase();
  if (scheme === 'bearer') delete headers['x-api-key'];
  else if (scheme !== 'token') delete headers.authorization;
}

function removeCredentials({ raw }: FastifyRequest): void {
  delete raw.headers.authorization;
  delete raw.headers['x-api-key'];
}
