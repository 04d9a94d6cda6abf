import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext } from '../../src/context.js';
import { UnauthenticatedError } from '../../src/errors.js';

export interface RestOptions {
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
    /** Name of a REST operation, as the request log shows it. */
    operation?: string;
  }
}

/** Gets the context that authentication gave to the request. @throws UnauthenticatedError without one */
export function getContext(request: object): AppContext {
  const { context } = request as { context?: AppContext | null };
  if (!context) throw new UnauthenticatedError();
  return context;
}

/** Writes the operation name of the route to the request log. */
export function recordOperation(request: FastifyRequest): void {
  const { audit } = request as { audit?: { operation: string | null } };
  if (audit) audit.operation = request.routeOptions.config.operation ?? null;
}
