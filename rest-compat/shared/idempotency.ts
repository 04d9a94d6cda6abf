import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preValidationAsyncHookHandler,
  RouteOptions,
} from 'fastify';
import type { AppContext } from '../../src/context.js';
import type { Attempt } from '../../src/resolvers/idempotency/create-attempt.js';
import { beginOnce, isAttempt } from '../../src/resolvers/idempotency/begin-once.js';
import { type Outcome } from '../../src/resolvers/idempotency/replay.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for a write that ignores the `Idempotency-Key` header or handles it itself. */
    idempotency?: boolean;
  }
}

interface KeptAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Operations that only read, and session operations, whose replay would return tokens a second time. */
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

export function supportsIdempotencyKey({ method, config }: Pick<RouteOptions, 'method' | 'config'>): boolean {
  const { operation, idempotency } = config ?? {};
  return (
    operation !== undefined &&
    idempotency !== false &&
    [method].flat().some((name) => writing.has(name)) &&
    !withoutKey.has(operation)
  );
}

/** Adds idempotency to every write route that is declared on the scope after this call. */
export function supportIdempotencyKeys(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    if (!supportsIdempotencyKey(route)) return;
    route.preValidation = [route.preValidation ?? [], begin].flat();
    // Runs before compression, because stored responses are plain text.
    route.onSend = [end, route.onSend ?? []].flat();
  });
}

/** Returns the response to a repeated key of a request that waits for a job, for the time until its own response is known. */
export function toProvisionalResponse({ status, body }: { status: number; body: object }): KeptAnswer {
  return { status, type: jsonType, body: JSON.stringify(body) };
}

const jsonType = 'application/json; charset=utf-8';

// Attempts of requests between the two hooks.
const attempts = new WeakMap<FastifyRequest, Attempt>();

// Runs before validation, to fingerprint the payload as the client sent it.
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

// Without a key, this costs one map lookup.
const end: onSendHookHandler = (request, reply, ...[payload, done]) => {
  const attempt = attempts.get(request);
  if (!attempt) return done(null, payload);
  attempts.delete(request);
  settle(attempt, reply, payload).then(
    (body) => done(null, body),
    (error: Error) => done(error),
  );
};

/** Stores the response, or abandons the attempt. @returns the payload to send */
async function settle(attempt: Attempt, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { statusCode: status } = reply;
  const body = typeof payload === 'string' ? payload : '';
  const given: KeptAnswer = { status, type: String(reply.getHeader('content-type') ?? jsonType), body };
  // Errors wrote nothing, so the key stays free. After a provisional commit, all errors except server faults are final.
  const isAnswer = status < 400 || (attempt.isCommitted() && (status < 500 || status === 502));
  const outcome = await (isAnswer ? attempt.finish(given) : attempt.abandon());
  return outcome?.isReplay ? replayed(reply, outcome) : payload;
}

function replayed(reply: FastifyReply, { answer }: Outcome): string {
  const { status, type, body } = answer as KeptAnswer;
  void reply.code(status).header('idempotency-replayed', 'true').type(type);
  return body;
}
