import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WorkKind } from '@memory-gateway/load';
import type { AppContext } from '../../src/context.js';
import { UnauthenticatedError } from '../../src/errors.js';

interface RestOptions {
  /** Authenticates the caller and sets `request.context`. @throws UnauthenticatedError for a wrong credential */
  readonly authenticate: (request: FastifyRequest) => Promise<void>;
}

export type RestPlugin = FastifyPluginAsync<RestOptions>;

/** A Fastify scope whose zod schemas type the parameters, query, body and responses of its routes. */
export type RestScope = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Operation name, as in the request log. */
    operation?: string;
    /** Kind of work of the route. Requests that an overloaded server would refuse are refused before any work. */
    work?: WorkKind;
  }
}

/** Returns the context of a request. @throws UnauthenticatedError without one */
export function getContext(request: object): AppContext {
  const { context } = request as { context?: AppContext | null };
  if (!context) throw new UnauthenticatedError();
  return context;
}

/** Refuses a request for which an overloaded server has no room. Call it before the body is parsed. @throws OverloadedError */
export function assertRoom(request: FastifyRequest): void {
  const { work } = request.routeOptions.config;
  if (work) getContext(request).admission.assertRoom(work);
}

/**
 * Holds a place for a request whose body has arrived, so that of a burst only as many requests as have room reach the database.
 * @throws OverloadedError
 */
export function reserveRoom(request: FastifyRequest, { raw }: FastifyReply): void {
  const { work } = request.routeOptions.config;
  if (!work) return;
  const context = getContext(request);
  const admission = context.admission.reserve(work);
  raw.once('finish', admission.release).once('close', admission.release);
  const carrier = request as { context?: AppContext | null };
  carrier.context = { ...context, admission };
}

/** Records the operation name of the route for the request log. */
export function recordOperation(request: FastifyRequest): void {
  const { audit } = request as { audit?: { operation: string | null } };
  if (audit) audit.operation = request.routeOptions.config.operation ?? null;
}
