import type { Readable, Writable } from 'node:stream';

export interface BridgeTarget {
  /** Base URL of a running server, for example `http://localhost:8888`. */
  readonly url: string;
  readonly apiKey: string | null;
}

interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: {
    readonly _meta?: Readonly<Record<string, unknown>>;
    readonly name?: string;
    readonly uri?: string;
  };
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** A target that no message can reach. */
class BridgeError extends Error {
  override readonly name = 'BridgeError';
}

/**
 * Forwards MCP messages between stdio and `/mcp` of a running server until the input and all responses ended.
 * @throws BridgeError for an API key that no header can hold
 */
export async function bridgeMcp(target: BridgeTarget, streams: { input: Readable; output: Writable }): Promise<void> {
  // The error of `fetch` would contain it.
  if (/[^\x20-\x7e]/.test(target.apiKey?.trim() ?? ''))
    throw new BridgeError('MEMORY_GATEWAY_API_KEY must be one line of ASCII characters.');
  const write = (message: unknown) => void streams.output.write(`${JSON.stringify(message)}\n`);
  const open = new Set<Promise<void>>();
  const leave = new AbortController();
  for await (const line of readLines(streams.input)) {
    if (line.trim() === '') continue;
    const message = parse(line, write);
    if (!message) continue;
    const sent = forward(target, message, { write, signal: leave.signal }).finally(() => open.delete(sent));
    open.add(sent);
  }
  // Gives calls a moment to end; subscriptions never end by themselves.
  const timer = setTimeout(() => leave.abort(), 5_000);
  await Promise.all(open);
  clearTimeout(timer);
}

/** Splits at line feeds only: `readline` of Node 24 also splits at U+2028, which the text of a message may contain. */
async function* readLines(input: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

function parse(line: string, write: (message: unknown) => void): Message | null {
  const refuse = (code: number, message: string) => {
    write({ jsonrpc: '2.0', id: null, error: { code, message } });
    return null;
  };
  try {
    const message: unknown = JSON.parse(line);
    const isOne = typeof message === 'object' && message !== null && !Array.isArray(message);
    return isOne ? message : refuse(-32_600, 'The line is not one message. Send one JSON object a line.');
  } catch {
    return refuse(-32_700, 'The line is not JSON.');
  }
}

interface Exchange {
  readonly write: (message: unknown) => void;
  readonly signal: AbortSignal;
}

async function forward({ url, apiKey }: BridgeTarget, message: Message, { write, signal }: Exchange): Promise<void> {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/mcp`, {
      method: 'POST',
      headers: { ...toHeaders(message), ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(message),
      // A redirect could send the message to another host.
      redirect: 'manual',
      signal,
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const { body } = response;
    if (isStream && body) await passOn(message, readEvents(body), write);
    else await answerOnce(message, response, write);
  } catch (error) {
    if (message.id === undefined || signal.aborted) return;
    const text = `${new URL(url).host} did not respond with MCP: ${reasonOf(error)}`;
    write({ jsonrpc: '2.0', id: message.id, error: { code: -32_603, message: text } });
  }
}

/** Passes on the messages of a stream. @throws Error if it ends without the response to the request */
async function passOn(request: Message, events: AsyncIterable<string>, write: Exchange['write']): Promise<void> {
  let isAnswered = request.id === undefined;
  for await (const event of events) {
    const message = JSON.parse(event) as Message;
    isAnswered ||= message.id === request.id && message.method === undefined;
    write(message);
  }
  if (!isAnswered) throw new Error('The response ended early.');
}

async function answerOnce(message: Message, response: Response, write: Exchange['write']): Promise<void> {
  const text = await response.text();
  // Responses of the client to the server have an id, too, and get no answer.
  if (message.id === undefined || message.method === undefined) return;
  const answer = parseObject(text);
  if (answer === null) throw new Error(`its response has status ${response.status} and no JSON. Check the address.`);
  // Refusals before the protocol layer have no id, but the client waits for the id of its request.
  write({ ...answer, id: answer.id ?? message.id });
}

function parseObject(text: string): { readonly id?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return value instanceof Object ? value : null;
  } catch {
    return null;
  }
}

// Node's "fetch failed" error has the actual reason in its cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

// Revision 2026-07-28 repeats method and name in headers, so that proxies can route without reading bodies.
function toHeaders({ method, params }: Message): Record<string, string> {
  const version = params?._meta?.[versionKey];
  const name = params?.name ?? params?.uri;
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  if (typeof version !== 'string' || method === undefined) return headers;
  return {
    ...headers,
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': toHeaderValue(name) }),
  };
}

// Encodes text that a header cannot contain, as the protocol specifies.
function toHeaderValue(text: string): string {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?')) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let buffered = '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    buffered += decoder.decode(value, { stream: true });
    const events = buffered.split(/\r?\n\r?\n/);
    buffered = events.pop() ?? '';
    for (const event of events) {
      const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      const data = lines.map((line) => line.slice(5).trimStart()).join('\n');
      if (data !== '') yield data;
    }
  }
}
