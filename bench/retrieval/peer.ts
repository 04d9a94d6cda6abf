import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Conversation } from '../../scripts/lib/conversation.js';
import { createLocalEmbedder, type Embedder } from '@memory-gateway/models';
import { describeQuestion, ranksOf, type Outcome } from './measure.js';

interface Answer {
  readonly error?: string;
  readonly results?: readonly {
    readonly id: string;
    readonly found: readonly { readonly turns: readonly string[]; readonly latencyMs: number }[];
  }[];
}

/**
 * Asks the open-source memory class of `mem0ai` the same questions: the same texts, unchanged (`infer: false`), in its store in memory, with the
 * vectors of the embedding model that the server has built in.
 */
export async function measurePeer(conversations: readonly Conversation[]): Promise<Outcome[]> {
  const embedder = createLocalEmbedder();
  const server = await serveEmbeddings(embedder);
  try {
    const { results = [], error } = await ask({ url: server.url, dimension: embedder.dimension, conversations });
    if (error) throw new Error(error);
    return conversations.flatMap(({ id, questions }) => {
      const found = results.find((result) => result.id === id)?.found ?? [];
      return questions.map((question, index) => ({
        ...describeQuestion(id, question),
        isAnswerable: true,
        ranks: ranksOf(question, found[index]?.turns.map((turn) => [turn]) ?? []),
        latencyMs: found[index]?.latencyMs ?? NaN,
        answerability: null,
        results: found.length,
      }));
    });
  } finally {
    await server.close();
    await embedder.close();
  }
}

async function ask({
  url,
  dimension,
  conversations,
}: {
  url: string;
  dimension: number;
  conversations: readonly Conversation[];
}): Promise<Answer> {
  const home = await mkdtemp(join(tmpdir(), 'memory-gateway-peer-'));
  try {
    const child = fork(fileURLToPath(new URL('peer/mem0.mjs', import.meta.url)), {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Without telemetry, and with the files of its home in a temporary folder.
      env: { PATH: process.env.PATH, HOME: home, MEM0_DIR: home, MEM0_TELEMETRY: 'false' },
    });
    const answered = once(child, 'message');
    const ended = once(child, 'exit').then(() => [{ error: 'The peer ended without an answer.' }]);
    child.send({
      url,
      dimension,
      conversations: conversations.map(({ id, turns, questions }) => ({
        id,
        turns: turns.map((turn) => ({ id: turn.id, text: turn.text })),
        questions: questions.map(({ question }) => question),
      })),
    });
    const [answer] = (await Promise.race([answered, ended])) as [Answer];
    return answer;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

interface EmbeddingRequest {
  readonly input: string | readonly string[];
}

/** Serves an embedder in OpenAI's format. */
async function serveEmbeddings(embedder: Embedder): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as EmbeddingRequest;
      void embedder.embed(typeof input === 'string' ? [input] : input).then((vectors) => {
        const data = vectors.map((vector, index) => ({ object: 'embedding', index, embedding: [...vector] }));
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ object: 'list', model: 'local', data, usage: { prompt_tokens: 1, total_tokens: 1 } }),
        );
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
