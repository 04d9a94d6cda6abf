import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyRequest, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Reservation, WorkKind } from '@memory-gateway/load';
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

export interface RouteInput {
  readonly params?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly body?: z.ZodType;
  readonly headers?: z.ZodType;
}

/** Schemas of the successful responses of a route by status. */
export type RouteSuccess = Readonly<Partial<Record<200 | 201 | 202, z.ZodType>>>;

declare module 'fastify' {
  interface FastifyContextConfig {
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
 * Holds a place for each request whose body is valid, so that of a burst only as many requests as have room reach the database. A
 * repeat of a request that is still running waits for its answer before, without a place.
 */
export function reserveRoom(scope: RestScope): void {
  const reservations = new WeakMap<FastifyRequest, Reservation>();
  // Before the idempotency key, whose attempt belongs to the context that it creates.
  scope.addHook('preValidation', async (request) => {
    const { work } = request.routeOptions.config;
    if (!work) return;
    const context = getContext(request);
    const admission = context.admission.reserve(work);
    reservations.set(request, admission);
    const carrier = request as { context?: AppContext | null };
    carrier.context = { ...context, admission };
  });
  scope.addHook('preHandler', async (request, { raw }) => {
    const reservation = reservations.get(request);
    // The response of a client that went away has been closed, so nothing would give the place back.
    if (!reservation || raw.destroyed) return;
    reservation.hold();
    raw.once('finish', reservation.release).once('close', reservation.release);
  });
}

/** Records the operation name of the route for the request log. */
export function recordOperation(request: FastifyRequest): void {
  const { audit } = request as { audit?: { operation: string | null } };
  if (audit) audit.operation = request.routeOptions.config.operation ?? null;
}
