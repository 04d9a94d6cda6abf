import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the reranker. */
interface RerankRequest {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: { readonly model: string; readonly query: string; readonly documents: readonly string[] } & Readonly<
    Record<string, unknown>
  >;
}

/** A loopback server with the APIs of Cohere, Jina and Voyage. */
export interface FakeReranker {
  readonly url: string;
  readonly requests: RerankRequest[];
  /** Returns the relevance of a text. */
  score: (text: string, query: string) => number;
  /** `silent`: never responds. Number: responds with this status. Object: responds with this body. */
  trouble: 'silent' | number | { readonly body: string } | null;
  close(): Promise<void>;
}

/** Starts a fake reranker. */
export async function startFakeReranker(): Promise<FakeReranker> {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as RerankRequest['body'];
      fake.requests.push({ path: incoming.url ?? '', authorization: incoming.headers.authorization ?? null, body });
      answer(fake, body, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeReranker = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    score: () => 0,
    trouble: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

function answer(
  fake: FakeReranker,
  { query, documents, top_k: topK }: RerankRequest['body'],
  response: ServerResponse,
) {
  const { trouble } = fake;
  if (trouble === 'silent') return;
  const scores = documents
    .map((text, index) => ({ index, relevance_score: fake.score(text, query) }))
    .sort((a, b) => b.relevance_score - a.relevance_score);
  // Voyage uses `top_k` and `data` instead.
  const usual =
    topK === undefined ? { id: 'r-1', results: scores } : { object: 'list', data: scores, usage: { total_tokens: 7 } };
  // Like the real ones, whose parsers of JSON refuse half a surrogate pair.
  const readable = documents.every((text) => text.isWellFormed()) ? 200 : 400;
  const status = typeof trouble === 'number' ? trouble : readable;
  const body =
    trouble !== null && typeof trouble === 'object'
      ? trouble.body
      : JSON.stringify(status === 200 ? usual : { message: 'trouble' });
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
