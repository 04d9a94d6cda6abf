import { isIP } from 'node:net';
import { Agent, request as send, type Dispatcher } from 'undici';
import { readAllowList } from './allow.js';
import { createConnect } from './connect.js';
import { OutboundError, type OutboundResponse } from './errors.js';
import { createResolve } from './resolve-name.js';
import { readTarget, findResolvedAddressError, type Resolve } from './target.js';

export { OutboundError, type OutboundResponse } from './errors.js';
export { createResolve } from './resolve-name.js';
export { readRetryAfter } from './retry-after.js';

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Limit of the whole request in milliseconds: resolving, connecting, headers, body. Default 15,000. */
  readonly timeoutMs?: number;
  /** Default 1 MiB. */
  readonly maxResponseBytes?: number;
  /** Handling of a longer response: `fail` (default) with `too_large`, or `cut`. */
  readonly onTooLarge?: 'fail' | 'cut';
  readonly signal?: AbortSignal | undefined;
}

/** HTTP client for hosts that callers choose. No other code may contact them. */
export interface Outbound {
  /** Sends a request without following redirects. @throws OutboundError */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Returns why a URL must not be stored, or null, without resolving its name. */
  findUrlError(url: unknown): string | null;
  /** As `findUrlError`, and checks the addresses of the name. A name that does not resolve passes, because it may later. */
  checkUrl(url: unknown): Promise<string | null>;
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** Entries of OUTBOUND_ALLOW. Default: none, only the public internet. */
  readonly allow?: readonly string[];
  /** Default: {@link createResolve}. */
  readonly resolve?: Resolve;
  /** CA certificates (PEM) to trust instead of Node's. */
  readonly ca?: string;
}

const defaultTimeoutMs = 15_000;
const defaultResponseBytes = 1_048_576;
const checkTimeoutMs = 5_000;

/**
 * Creates the guarded client. Each connection resolves the name once, all addresses must be public or allowed, and the
 * connection uses only these addresses, so later DNS changes cannot redirect it.
 */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  const allow = readAllowList(options.allow ?? []);
  const resolve = options.resolve ?? createResolve();
  const agent = new Agent({
    connect: createConnect({ allow, resolve, ca: options.ca }),
    pipelining: 1,
    // Addresses are checked when a connection opens, so connections are short-lived.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 10_000,
  });
  return {
    request: (request) => run(agent, request, (url) => readTarget(url, allow)),
    findUrlError(url) {
      const target = readTarget(url, allow);
      return typeof target === 'string' ? target : null;
    },
    async checkUrl(url) {
      const target = readTarget(url, allow);
      if (typeof target === 'string') return target;
      // `readTarget` has already checked literal addresses.
      return isIP(target.host) === 0
        ? findResolvedAddressError(await resolveInTime(resolve, target.host), target, allow)
        : null;
    },
    close: () => agent.destroy(),
  };
}

async function run(
  agent: Agent,
  request: OutboundRequest,
  read: (url: string) => ReturnType<typeof readTarget>,
): Promise<OutboundResponse> {
  const target = read(request.url);
  if (typeof target === 'string') throw new OutboundError('refused_address', `The URL is refused: it ${target}`);
  const limit = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs);
  const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
  try {
    const { method, headers = {}, body = null } = request;
    // Only the overall limit applies: a receiver that sends single bytes would reset any other timeout.
    const limits = { signal, headersTimeout: 0, bodyTimeout: 0 };
    const sending = send(target.url, { method, headers, body, dispatcher: agent, ...limits });
    const response = await readResponse(await orAborted(sending, signal), request);
    if (response.status < 300 || response.status > 399) return response;
    throw new OutboundError('redirect', `The receiver answered ${response.status}; redirects are not followed.`, {
      response,
    });
  } catch (error) {
    throw toOutboundError(error, limit.aborted);
  }
}

/** The client notices an abort only when its connection is open, and the servers of a name may keep it waiting. */
function orAborted<T>(sending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    sending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function readResponse(answer: Dispatcher.ResponseData, request: OutboundRequest): Promise<OutboundResponse> {
  const { maxResponseBytes: max = defaultResponseBytes, onTooLarge = 'fail' } = request;
  if (Number(answer.headers['content-length']) > max && onTooLarge === 'fail') {
    answer.body.on('error', () => undefined).destroy();
    throw tooLarge(max);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early destroys the body and with it the connection.
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > max) break;
  }
  if (size > max && onTooLarge === 'fail') throw tooLarge(max);
  const headers = Object.entries(answer.headers).map(
    ([name, value]) => [name.toLowerCase(), [value].flat().join(', ')] as const,
  );
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).subarray(0, max),
    isCut: size > max,
  };
}

const tooLarge = (max: number) => new OutboundError('too_large', `The answer is larger than ${max} bytes.`);

function toOutboundError(error: unknown, isLate: boolean): unknown {
  if (error instanceof OutboundError) return error;
  const { name = '', code = '', cause } = error as { name?: string; code?: string; cause?: unknown };
  if (cause instanceof OutboundError) return cause;
  if (isLate || name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(code))
    return new OutboundError('timeout', 'The receiver did not answer in time.', { cause: error });
  // Aborted by the caller's own signal.
  if (name === 'AbortError') return error;
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/.test(code)) {
    return new OutboundError('tls', `No secure connection: ${code}.`, { cause: error });
  }
  return new OutboundError('connect', `The connection failed${code ? `: ${code}` : ''}.`, { cause: error });
}

async function resolveInTime(resolve: Resolve, host: string): Promise<readonly { address: string }[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never[]>((settle) => (timer = setTimeout(() => settle([]), checkTimeoutMs)));
  try {
    return await Promise.race([Promise.resolve(resolve(host)).catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}
