import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preValidationAsyncHookHandler,
  RouteOptions,
} from 'fastify';
import type { AppContext } from '../../src/context.js';
import { findAttempt, type Attempt } from '../../src/resolvers/idempotency/create-attempt.js';
import { beginOnce, isAttempt } from '../../src/resolvers/idempotency/begin-once.js';
import { type Outcome } from '../../src/resolvers/idempotency/replay.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** false: a write that makes nothing, or something of its own, of the header `Idempotency-Key`. */
    idempotency?: boolean;
  }
}

interface KeptAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** They are sent like writes but only read; or they begin, renew or end a session, and tokens must not be had twice. */
const withoutKey: ReadonlySet<string> = new Set([
  ...[
    'searchMemories',
    'searchMemoriesV1',
    'searchMemoriesV2',
    'listMemories',
    'listMemoriesV2',
    'getExport',
    'summarizeMemories',
  ],
  ...['register', 'login', 'refresh', 'logout', 'acceptInvitation'],
]);

const writing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Whether a route takes the header `Idempotency-Key`. */
export function supportsIdempotencyKey({ method, config }: Pick<RouteOptions, 'method' | 'config'>): boolean {
  const { operation, idempotency } = config ?? {};
  return (
    operation !== undefined &&
    idempotency !== false &&
    [method].flat().some((name) => writing.has(name)) &&
    !withoutKey.has(operation)
  );
}

/** Lets every write that is declared on the scope from here on be carried out once for each `Idempotency-Key`. */
export function supportIdempotencyKeys(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    if (!supportsIdempotencyKey(route)) return;
    route.preValidation = [route.preValidation ?? [], begin].flat();
    // Before the compression of the response: a kept response is plain text.
    route.onSend = [end, route.onSend ?? []].flat();
  });
}

/**
 * For a route that waits for what it wrote to take effect: from here on it is final, whatever becomes of the request.
 * @param fallback what to answer to the same key should this request never come to its own answer
 */
export async function commitProvisionalResponse(
  ctx: AppContext,
  fallback: { status: number; body: object },
): Promise<void> {
  const kept: KeptAnswer = { status: fallback.status, type: jsonType, body: JSON.stringify(fallback.body) };
  await findAttempt(ctx)?.commitWith(kept);
}

const jsonType = 'application/json; charset=utf-8';

// By request: between the two hooks there is nothing but the handler.
const attempts = new WeakMap<FastifyRequest, Attempt>();

// Before validation: the payload is what was sent, not what was made of it.
const begin: preValidationAsyncHookHandler = async (request, reply) => {
  const key = request.headers['idempotency-key'];
  const carrier = request as { context?: AppContext | null };
  if (key === undefined || !carrier.context || carrier.context.caller.mode === 'none') return;
  const { method, params, query, body } = request;
  const operation = `${method} ${request.routeOptions.url ?? ''}`;
  const begun = await beginOnce(carrier.context, { key: String(key), operation, payload: { params, query, body } });
  if (!isAttempt(begun)) return reply.send(replayed(reply, begun));
  attempts.set(request, begun);
  carrier.context = begun.ctx;
};

// Without a key it costs one lookup in a map.
const end: onSendHookHandler = (request, reply, ...[payload, done]) => {
  const attempt = attempts.get(request);
  if (!attempt) return done(null, payload);
  attempts.delete(request);
  settle(attempt, reply, payload).then(
    (body) => done(null, body),
    (error: Error) => done(error),
  );
};

/** Keeps the answer that is about to be sent, or gives up. @returns what to send */
async function settle(attempt: Attempt, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { statusCode: status } = reply;
  const body = typeof payload === 'string' ? payload : '';
  const given: KeptAnswer = { status, type: String(reply.getHeader('content-type') ?? jsonType), body };
  // What failed wrote nothing, and may be tried again; what failed after it was final has an answer, unless the server is to blame.
  const isAnswer = status < 400 || (attempt.isCommitted() && (status < 500 || status === 502));
  const outcome = await (isAnswer ? attempt.finish(given) : attempt.abandon());
  return outcome?.isReplay ? replayed(reply, outcome) : payload;
}

function replayed(reply: FastifyReply, { answer }: Outcome): string {
  const { status, type, body } = answer as KeptAnswer;
  void reply.code(status).header('idempotency-replayed', 'true').type(type);
  return body;
}
