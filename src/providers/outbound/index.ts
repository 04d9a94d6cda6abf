import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, request as send, type Dispatcher } from 'undici';
import { readAllowList } from './allow.js';
import { createConnect } from './connect.js';
import { OutboundError, type OutboundResponse } from './errors.js';
import { readTarget, findResolvedAddressError, type Resolve } from './target.js';

export { OutboundError, type OutboundFailure, type OutboundResponse } from './errors.js';

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** For everything together: resolving, connecting, headers, body. Default 15,000. */
  readonly timeoutMs?: number;
  /** Default 1 MiB. */
  readonly maxResponseBytes?: number;
  /** What becomes of a longer answer: `fail` (default) with `too_large`, or `cut`. */
  readonly onTooLarge?: 'fail' | 'cut';
  readonly signal?: AbortSignal | undefined;
}

/** The only way from this server to hosts that callers choose. */
export interface Outbound {
  /** Calls a URL. Redirects are not followed. @throws OutboundError */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /**
   * Checks a URL before it is stored, resolving its name; a name that does not resolve now may do so later and passes.
   * @returns a sentence that says why it is refused, or null
   */
  checkUrl(url: unknown): Promise<string | null>;
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** Entries of OUTBOUND_ALLOW. Default: none, the public internet alone. */
  readonly allow?: readonly string[];
  /** Default: the resolver of the system. */
  readonly resolve?: Resolve;
  /** Certificates to trust instead of those of Node, PEM. */
  readonly ca?: string;
}

const defaultTimeoutMs = 15_000;
const defaultResponseBytes = 1_048_576;
const checkTimeoutMs = 5_000;

/**
 * Makes the guarded fetch. A name is resolved once for a connection, all of its addresses must be public or allowed, and the
 * connection goes to one of these very addresses; so no answer of a name server can lead it elsewhere later.
 */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  const allow = readAllowList(options.allow ?? []);
  const resolve = options.resolve ?? ((host) => lookup(host, { all: true, verbatim: true }));
  const agent = new Agent({
    connect: createConnect({ allow, resolve, ca: options.ca }),
    pipelining: 1,
    // An address was checked when its connection was made: connections do not grow old.
    keepAliveTimeout: 2_000,
    keepAliveMaxTimeout: 10_000,
  });
  return {
    request: (request) => run(agent, request, (url) => readTarget(url, allow)),
    async checkUrl(url) {
      const target = readTarget(url, allow);
      if (typeof target === 'string') return target;
      // The target of an address was judged by reading it.
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
  if (typeof target === 'string') throw new OutboundError('refused_address', `The URL is refused. ${target}`);
  const limit = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs);
  const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
  try {
    const { method, headers = {}, body = null } = request;
    // The limit above is the only clock: a receiver that drips bytes would restart any other.
    const answer = await send(target.url, {
      method,
      headers,
      body,
      signal,
      dispatcher: agent,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const response = await readResponse(answer, request);
    if (response.status < 300 || response.status > 399) return response;
    throw new OutboundError('redirect', `The receiver answered ${response.status}; redirects are not followed.`, {
      response,
    });
  } catch (error) {
    throw toOutboundError(error, limit.aborted);
  }
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
  // The caller's own signal.
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
