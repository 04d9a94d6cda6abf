import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultAnswer, wordVector } from './answers.js';
import { readRequest, writeChat, writeEmbeddings } from './formats.js';

/** A call that a provider got, whatever its format. */
export interface ProviderRequest {
  readonly provider: 'openai' | 'anthropic' | 'gemini';
  readonly kind: 'chat' | 'embed';
  readonly model: string;
  /** The credential that came with it, bare. */
  readonly key: string | null;
  readonly system: string;
  readonly prompt: string;
  /** Of `embed`. */
  readonly texts: readonly string[];
  readonly dimensions: number | null;
  /** The body as it was sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What it answers instead of the usual: a status, a raw body, or nothing ever. */
export interface Trouble {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes the call and says nothing. */
  readonly silent?: boolean;
  /** Breaks the connection. */
  readonly broken?: boolean;
  /** Breaks the connection in the middle of the answer. */
  readonly cut?: boolean;
  /** Sends the answer a byte at a time, without end. */
  readonly drip?: boolean;
  /** Announces an answer of ten gigabytes, and begins it. */
  readonly huge?: boolean;
}

/** A server on the loopback interface that speaks like OpenAI, Anthropic and Gemini. Everything about it can be changed at any time. */
export interface FakeProvider {
  readonly urls: Readonly<Record<'openai' | 'anthropic' | 'gemini', string>>;
  readonly requests: ProviderRequest[];
  /** The only credential that is accepted. */
  key: string;
  /** Length of the vectors of models that are asked for no other, and that are not called after one, as `words-384` is. */
  dimension: number;
  /** What a model writes. */
  answer: (request: ProviderRequest) => string | Promise<string>;
  /** The vector of a text. */
  embed: (text: string, dimension: number) => readonly number[];
  /** Looked at with every call. */
  trouble: ((request: ProviderRequest) => Trouble | null) | null;
  /** Awaited with every call before it is answered. */
  gate: (request: ProviderRequest) => Promise<void>;
  close(): Promise<void>;
}

/** Starts one. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const server = createServer((request, response) => {
    serve(fake, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeProvider = {
    urls: { openai: `${base}/v1`, anthropic: `${base}/v1`, gemini: `${base}/v1beta` },
    requests: [],
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

/** Begins an answer that never comes to its end. */
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
  // As the real ones do it: Google says 400, and the others repeat a part of the key.
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
