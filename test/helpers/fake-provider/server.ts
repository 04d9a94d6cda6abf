import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultAnswer, wordVector } from './answers.js';
import { readRequest, writeChat, writeEmbeddings } from './formats.js';

/** A request to a provider, independent of its format. */
export interface ProviderRequest {
  readonly provider: 'openai' | 'anthropic' | 'gemini';
  readonly kind: 'chat' | 'embed';
  readonly model: string;
  /** The credential without its prefix. */
  readonly key: string | null;
  readonly system: string;
  readonly prompt: string;
  /** Texts of an `embed` request. */
  readonly texts: readonly string[];
  readonly dimensions: number | null;
  /** The body as sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** A failure to return instead of the normal response. */
export interface Trouble {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Never responds. */
  readonly silent?: boolean;
  /** Closes the connection. */
  readonly broken?: boolean;
  /** Closes the connection in the middle of the response. */
  readonly cut?: boolean;
  /** Sends the response byte by byte without end. */
  readonly drip?: boolean;
  /** Announces a response of ten gigabytes and starts it. */
  readonly huge?: boolean;
}

/** A loopback server with the APIs of OpenAI, Anthropic and Gemini. Every property can be changed at any time. */
export interface FakeProvider {
  readonly urls: Readonly<Record<'openai' | 'anthropic' | 'gemini', string>>;
  readonly requests: ProviderRequest[];
  /** Number of requests that the client gave up before their response was complete. */
  aborted: number;
  /** The only accepted credential. */
  key: string;
  /**
   * Default length of vectors, for requests without `dimensions` and models without a length in their name
   * (`words-384`).
   */
  dimension: number;
  /** Returns the text of a model. */
  answer: (request: ProviderRequest) => string | Promise<string>;
  /** Returns the vector of a text. */
  embed: (text: string, dimension: number) => readonly number[];
  /** Called for every request. */
  trouble: ((request: ProviderRequest) => Trouble | null) | null;
  /** Awaited before every response. */
  gate: (request: ProviderRequest) => Promise<void>;
  close(): Promise<void>;
}

/** Starts a fake provider. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const server = createServer((request, response) => {
    serve(fake, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeProvider = {
    urls: { openai: `${base}/v1`, anthropic: `${base}/v1`, gemini: `${base}/v1beta` },
    requests: [],
    aborted: 0,
    key: 'sk-fake-3f9a61c07d',
    dimension: 1_536,
    answer: defaultAnswer,
    embed: wordVector,
    trouble: null,
    gate: async () => undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

async function serve(fake: FakeProvider, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const request = readRequest(incoming, JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>);
  if (!request) return reply(response, 404, { error: { message: 'Unknown path.' } });
  fake.requests.push(request);
  response.on('close', () => {
    if (!response.writableFinished) fake.aborted += 1;
  });
  await fake.gate(request);
  const trouble = fake.trouble?.(request);
  if (trouble?.silent) return;
  if (trouble?.broken) return void response.destroy();
  if (trouble?.cut || trouble?.drip || trouble?.huge) return begin(trouble, response);
  if (trouble)
    return void response
      .writeHead(trouble.status ?? 200, { 'content-type': 'application/json', ...trouble.headers })
      .end(trouble.body ?? '{"error":{"message":"trouble","type":"trouble"}}');
  if (request.key !== fake.key) return refuseKey(request, response);
  // Like the real ones, whose parsers of JSON refuse half a surrogate pair.
  if (![request.system, request.prompt, ...request.texts].every((text) => text.isWellFormed()))
    return reply(response, 400, { error: { message: 'The body is not valid JSON: no low surrogate in string.' } });
  if (request.kind === 'chat') return reply(response, 200, writeChat(request, await fake.answer(request)));
  const dimension = request.dimensions ?? Number(/^words-(\d+)$/.exec(request.model)?.[1] ?? fake.dimension);
  return reply(
    response,
    200,
    writeEmbeddings(
      request,
      request.texts.map((text) => fake.embed(text, dimension)),
    ),
  );
}

/** Starts a response that never completes. */
function begin({ cut, huge }: Trouble, response: ServerResponse): void {
  const length = huge ? 10_000_000_000 : cut ? 1_000 : null;
  response
    .on('error', () => undefined)
    .writeHead(200, { 'content-type': 'application/json', ...(length !== null && { 'content-length': length }) });
  response.write('{"choices": [{"message": {"con', () => {
    if (cut) response.destroy();
  });
  if (cut || huge) return;
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

function refuseKey({ provider, key }: ProviderRequest, response: ServerResponse): void {
  // Like the real ones: Google responds 400, and the others repeat part of the key.
  if (provider === 'gemini')
    return reply(response, 400, {
      error: {
        code: 400,
        message: 'API key not valid.',
        status: 'INVALID_ARGUMENT',
        details: [{ reason: 'API_KEY_INVALID' }],
      },
    });
  reply(response, 401, {
    type: 'error',
    error: { type: 'authentication_error', message: `Incorrect API key provided: ${key ?? ''}.` },
  });
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
