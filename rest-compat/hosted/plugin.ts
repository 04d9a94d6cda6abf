import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AppContext } from '../../src/context.js';
import { ForbiddenError, NotFoundError, nullFor, UnauthenticatedError } from '../../src/errors.js';
import { currentProject } from '../../src/resolvers/project/current-project.js';
import { getProject } from '../../src/resolvers/project/get-project.js';
import { supportIdempotencyKeys } from '../shared/idempotency.js';
import {
  assertRoom,
  getContext,
  recordOperation,
  reserveRoom,
  type RestPlugin,
  type RestScope,
} from '../shared/rest-scope.js';
import { sendHostedError } from './errors.js';
import { readInput } from './read-input.js';

export { getContext, type RestScope } from '../shared/rest-scope.js';

/** Creates a plugin of hosted routes with authentication before body parsing, zod validation and one error handler. */
export function hostedPlugin(routes: (scope: RestScope) => void): RestPlugin {
  return async (instance, { authenticate }) => {
    const scope: RestScope = instance.withTypeProvider<ZodTypeProvider>();
    scope.setValidatorCompiler(readInput);
    // The compiler checks response types. Validating responses at run time would slow down every list.
    scope.setSerializerCompiler(() => (body) => JSON.stringify(body));
    scope.setErrorHandler(sendHostedError);
    // Before the body is parsed: a caller without a credential costs a 401 and nothing else.
    scope.addHook('onRequest', async (request) => {
      recordOperation(request);
      await authenticate(request);
      if (getContext(request).caller.mode === 'none')
        throw new UnauthenticatedError('Authentication credentials were not provided.');
      assertRoom(request);
    });
    reserveRoom(scope);
    supportIdempotencyKeys(instance);
    routes(scope);
  };
}

/**
 * Returns the project of a request: the credential's project, which query or body may repeat with its organization.
 * Without a project-bound credential, they may name any project that the caller is a member of.
 * @throws ForbiddenError for another organization or project; NotFoundError if the credential has no project
 */
export async function resolveProjectId(request: { readonly query: unknown; readonly body: unknown }): Promise<string> {
  const named = [request.query, request.body].map((source) => (source ?? {}) as NamedScope);
  const { organizationId, projectId } = await resolveProject(request, named);
  for (const given of named) {
    const isOther =
      (given.org_id ?? organizationId) !== organizationId || (given.project_id ?? projectId) !== projectId;
    if (isOther)
      throw new ForbiddenError('This credential cannot use the organization or project that the request names.');
  }
  return projectId;
}

/** Returns the context of a request and {@link resolveProjectId its project}. */
export async function resolveTarget(
  request: Parameters<typeof resolveProjectId>[0],
): Promise<{ ctx: AppContext; projectId: string }> {
  return { ctx: getContext(request), projectId: await resolveProjectId(request) };
}

interface NamedScope {
  readonly org_id?: string | null;
  readonly project_id?: string | null;
}

async function resolveProject(
  request: object,
  named: readonly NamedScope[],
): Promise<{ organizationId: string; projectId: string }> {
  const ctx = getContext(request);
  const selected = await currentProject(ctx);
  const other = named
    .map(({ project_id: id }) => id)
    .find((id): id is string => typeof id === 'string' && id !== selected.projectId);
  if (other === undefined) return selected;
  // Hidden projects are ignored, and so are projects that an admin can see without being a member.
  const project = await getProject(ctx, other).catch(nullFor(NotFoundError, ForbiddenError));
  const access = project && (await ctx.access.project(project.id));
  const isMember = access != null && (access.projectRole !== null || access.organizationRole !== null);
  return project && isMember ? { organizationId: project.organizationId, projectId: project.id } : selected;
}
