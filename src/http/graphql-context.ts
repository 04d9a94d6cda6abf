import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.js';

/** Passed by the transport to an operation: the HTTP request and reply, or the context of an operation on a socket. */
export interface TransportContext {
  request?: Request;
  fastify?: FastifyRequest;
  reply?: FastifyReply;
  /** Created by the WebSocket transport for each operation. */
  operationContext?: AppContext;
}
