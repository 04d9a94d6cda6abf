import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.js';

/**
 * Context that a transport passes to an operation: the HTTP request and reply, or the WebSocket operation's context.
 */
export interface TransportContext {
  request?: Request;
  fastify?: FastifyRequest;
  reply?: FastifyReply;
  /** Created by the WebSocket transport for each operation. */
  operationContext?: AppContext;
}
