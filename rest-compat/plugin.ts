import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext } from '../src/context.js';
import { ForbiddenError, NotFoundError, UnauthenticatedError } from '../src/errors.js';
import { currentProject } from '../src/resolvers/project/current-project.js';
import { getProject } from '../src/resolvers/project/get-project.js';
import { answerError, type ErrorFamily } from './errors.js';
import { takeKeys } from './idempotency.js';
import { readInput } from './read-input.js';

/** What the server gives to every plugin. */
export interface RestOptions {
  /** Finds out who is calling and sets `request.context`. @throws UnauthenticatedError for a wrong credential */
  readonly authenticate: (request: FastifyRequest) => Promise<void>;
}

/** A group of routes in a scope of its own. */
export type RestPlugin = FastifyPluginAsync<RestOptions>;

/** The scope that routes are declared on: their zod schemas give the types of parameters, query, body and answers. */
export type RestScope = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of a REST operation, as the request log shows it. */
    operation?: string;
    /** The documented shape of the error bodies of a route. */
    errors?: ErrorFamily;
  }
}

/** Makes a plugin of routes: callers authenticated before their body is read, input read by zod, one error handler. */
export function restPlugin(routes: (scope: RestScope) => void): RestPlugin {
  return async (instance, { authenticate }) => {
    const scope: RestScope = instance.withTypeProvider<ZodTypeProvider>();
    scope.setValidatorCompiler(readInput);
    // What is answered was typed against the schema of its status at compile time; checking it again would cost every list.
    scope.setSerializerCompiler(() => (body) => JSON.stringify(body));
    scope.setErrorHandler(answerError);
    // Before the body: whoever has no credential cannot make the server parse anything, and learns nothing but 401.
    scope.addHook('onRequest', async (request) => {
      noteOperation(request);
      await authenticate(request);
      if (contextOf(request).caller.mode === 'none')
        throw new UnauthenticatedError('Authentication credentials were not provided.');
    });
    takeKeys(instance);
    routes(scope);
  };
}

/** What the request may use. */
export function contextOf(request: object): AppContext {
  const { context } = request as { context?: AppContext | null };
  if (!context) throw new UnauthenticatedError();
  return context;
}

/**
 * The project whose memories the request is about: the one that the credential opens, which clients may name once more in the
 * query or body with its organization. A credential that is not bound to one project may name another that its caller is a member of.
 * @throws ForbiddenError, and NotFoundError when the credential opens no project
 */
export async function projectOf(request: { readonly query: unknown; readonly body: unknown }): Promise<string> {
  const { organizationId, projectId } = await openedOrNamed(request);
  for (const source of [request.query, request.body]) {
    const given = (source ?? {}) as { org_id?: string | null; project_id?: string | null };
    const isOther =
      (given.org_id ?? organizationId) !== organizationId || (given.project_id ?? projectId) !== projectId;
    if (isOther)
      throw new ForbiddenError('This credential does not open the organization or project that the request names.');
  }
  return projectId;
}

async function openedOrNamed(request: {
  readonly query: unknown;
  readonly body: unknown;
}): Promise<{ organizationId: string; projectId: string }> {
  const ctx = contextOf(request);
  const opened = await currentProject(ctx);
  const names = [request.query, request.body].map(
    (source) => (source as { project_id?: unknown } | null | undefined)?.project_id,
  );
  const other = names.find((name): name is string => typeof name === 'string' && name !== opened.projectId);
  if (other === undefined) return opened;
  // What the credential does not reach is not found, and then the one that it opens decides. So it is where an admin reaches without being a member.
  const named = await getProject(ctx, other).catch(refusedAsNone);
  const access = named && (await ctx.access.project(named.id));
  const isMember = access != null && (access.projectRole !== null || access.organizationRole !== null);
  return named && isMember ? { organizationId: named.organizationId, projectId: named.id } : opened;
}

function refusedAsNone(error: unknown): null {
  if (error instanceof NotFoundError || error instanceof ForbiddenError) return null;
  throw error;
}

function noteOperation(request: FastifyRequest): void {
  const { audit } = request as { audit?: { operation: string | null } };
  if (audit) audit.operation = request.routeOptions.config.operation ?? null;
}
