// The peer in a process of its own: stores the turns of conversations unchanged and answers their questions. Receives
// `{url, dimension, conversations}` and sends, for each conversation, the turns that each question finds, best first.
import { register } from 'node:module';

register(new URL('resolve.mjs', import.meta.url));
const { Memory } = await import('mem0ai/oss');

const FOUND_MAX = 20;

process.once('message', ({ url, dimension, conversations }) => {
  answer({ url, dimension, conversations }).then(
    (results) => process.send({ results }, () => process.exit(0)),
    (error) => process.send({ error: String(error?.stack ?? error) }, () => process.exit(1)),
  );
});

async function answer({ url, dimension, conversations }) {
  const results = [];
  for (const { id, turns, questions } of conversations) {
    const memory = createMemory({ url, dimension });
    const turnIds = new Map();
    for (const turn of turns) {
      const added = await memory.add([{ role: 'user', content: turn.text }], { userId: id, infer: false });
      for (const { id: memoryId } of added.results) turnIds.set(memoryId, turn.id);
    }
    const found = [];
    for (const question of questions) {
      const options = { topK: FOUND_MAX, threshold: 0, filters: { user_id: id } };
      const startedAt = performance.now();
      const answered = await memory.search(question, options);
      const latencyMs = performance.now() - startedAt;
      found.push({ turns: answered.results.map(({ id: memoryId }) => turnIds.get(memoryId) ?? ''), latencyMs });
    }
    results.push({ id, found });
  }
  return results;
}

function createMemory({ url, dimension }) {
  const openai = { apiKey: 'bench', baseURL: url };
  return new Memory({
    embedder: { provider: 'openai', config: { ...openai, model: 'local', embeddingDims: dimension } },
    vectorStore: { provider: 'memory', config: { collectionName: 'bench', dimension, dbPath: ':memory:' } },
    llm: { provider: 'openai', config: { ...openai, model: 'none' } },
    disableHistory: true,
  });
}
