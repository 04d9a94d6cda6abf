import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Numbers of a vector. */
const DIMENSIONS = 384;
/** Number of different vectors, which are written once: the stub should cost next to nothing. */
const VECTORS = 2_000;

/** Starts a provider of embeddings in OpenAI's format, whose vectors are random. `env`: environment of a server that uses it. */
export async function startEmbeddingStub(): Promise<{ readonly env: Record<string, string>; close(): void }> {
  const vectors = Array.from({ length: VECTORS }, () =>
    JSON.stringify(Array.from({ length: DIMENSIONS }, () => Number((Math.random() - 0.5).toFixed(4)))),
  );
  let next = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string | string[] };
      const data = [input]
        .flat()
        .map(
          (_, index) => `{"object":"embedding","index":${index},"embedding":${vectors[(next += 1) % VECTORS] ?? ''}}`,
        );
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        `{"object":"list","model":"stub","data":[${data.join()}],"usage":{"prompt_tokens":1,"total_tokens":1}}`,
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    env: {
      EMBEDDER: 'openai',
      EMBEDDER_MODEL: 'stub',
      EMBEDDER_DIMENSIONS: String(DIMENSIONS),
      OPENAI_API_KEY: 'stub',
      OPENAI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      OUTBOUND_ALLOW: 'loopback',
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
