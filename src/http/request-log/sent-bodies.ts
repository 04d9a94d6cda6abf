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
  app.addHook('onSend', (...[request, , payload, done]) => {
    if (!recorder.isOn(request.audit.projectId)) return done(null, payload);
    if (typeof payload === 'string') request.responseText = payload;
    const isStream = payload instanceof Response && payload.body !== null && isMcp(request);
    done(null, isStream ? new Response(keepText(request, payload.body), payload) : payload);
  });
}

const isMcp = ({ method, routeOptions }: FastifyRequest) => method === 'POST' && routeOptions.url === '/mcp';

/** Keeps the text of a stream while it is sent, up to one character more than is read. */
function keepText(request: FastifyRequest, stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  request.responseText = '';
  return stream.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        const kept = request.responseText ?? '';
        if (kept.length <= readBodyMax) request.responseText = kept + decoder.decode(chunk, { stream: true });
        controller.enqueue(chunk);
      },
    }),
  );
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
  const sent = isJson(request.sentBody) && !isImport(request) ? request.sentBody : undefined;
  const text = isText(reply) ? request.responseText : isMcp(request) ? toLastMessage(request.responseText) : null;
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

/** A deletion of memories does not find the request that imported them: neither it nor its answer has their IDs. */
const isImport = ({ audit }: FastifyRequest) => audit.usedFields.includes('Mutation.importMemories');

const isJson = (body: unknown) => typeof body === 'object' && body !== null && !Buffer.isBuffer(body);

/** Returns the last message of an event stream: MCP answers a call with one, after those about its progress. */
const toLastMessage = (events: string | null) =>
  events === null || events.length > readBodyMax
    ? events
    : (events
        .match(/^data: ?(.+)$/gm)
        ?.at(-1)
        ?.slice(5)
        .trim() ?? null);

const isText = (reply: FastifyReply) =>
  /^(text\/plain|application\/(?:[\w.-]+\+)?json)\b/.test(String(reply.getHeader('content-type')));
