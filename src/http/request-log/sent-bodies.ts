import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestLogEntry } from '../../events/request-log-stream.js';
import { readBodyMax, type RequestBodyRecorder } from '../../events/request-body-recorder.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Body as it was sent, before REST checks and completes it. */
    sentBody: unknown;
    /** Text of the response, for projects that store bodies. */
    responseText: string | null;
  }
}

/** Keeps the bodies of each request of a project that stores them until it is over. Register it before the compression. */
export function keepBodies(app: FastifyInstance, recorder: Pick<RequestBodyRecorder, 'isOn'> | undefined): void {
  app.decorateRequest('sentBody', null);
  app.decorateRequest('responseText', null);
  if (!recorder) return;
  app.addHook('preValidation', (request, _reply, done) => {
    request.sentBody = request.body;
    done();
  });
  app.addHook('onSend', (request, _reply, payload) => {
    if (typeof payload === 'string' && recorder.isOn(request.audit.projectId)) request.responseText = payload;
    return Promise.resolve(payload);
  });
}

/** Records the bodies of a request that is over. Those of several projects are left out, like their objects. */
export function recordBodies(
  recorder: Pick<RequestBodyRecorder, 'isOn' | 'record'> | undefined,
  entry: RequestLogEntry,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): void {
  const { projectId, otherProjectIds } = entry;
  if (projectId === null || otherProjectIds.length > 0 || !recorder?.isOn(projectId)) return;
  const isShort = entry.bytesIn !== null && entry.bytesIn <= readBodyMax;
  const sent = isJson(request.sentBody) ? request.sentBody : undefined;
  const text = isText(reply) ? request.responseText : null;
  const answer = text !== null && text.length <= readBodyMax ? text : null;
  recorder.record({
    projectId,
    requestId: entry.requestId,
    url: request.url,
    request: isShort ? sent : undefined,
    response: answer,
    isCut: (sent !== undefined && !isShort) || answer !== text,
    objectIds: [...entry.memoryIds, ...entry.eventIds],
    createdAt: entry.createdAt,
  });
}

const isJson = (body: unknown) => typeof body === 'object' && body !== null && !Buffer.isBuffer(body);

const isText = (reply: FastifyReply) =>
  /^(text\/plain|application\/(?:[\w.-]+\+)?json)\b/.test(String(reply.getHeader('content-type')));
