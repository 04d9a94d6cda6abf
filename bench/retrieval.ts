// Measures how many of the turns that answer a question are found by search. Adds conversations in the LoCoMo format
// through the API of a real server and asks every question.
//
//   npx tsx bench/retrieval.ts --data DIR [--mode text|full|infer|facts] [--conversation ID] [--gate PERCENT] [--url URL --key KEY]
//
// DIR contains turns.jsonl, questions.jsonl and, for the mode facts, observations.jsonl: facts that a stub model extracts. In the modes infer
// and facts, a fact counts for the turn that it was extracted from. With --url, uses a running server, whose project should be empty;
// otherwise starts one on a temporary folder. With --gate, exits with 1 if R@10 over all questions is lower.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient, type Client } from '../client/index.js';
import { readConversations, type Conversation } from '../scripts/lib/conversation.js';
import { createLocalServer } from '../scripts/lib/local-server.js';
import { duration, progressBar, say } from '../scripts/lib/terminal.js';
import { load, MODES, type Mode } from './retrieval/load.js';
import { startObservationStub } from './retrieval/observation-stub.js';
import { measure, percentile, summarize, type Outcome } from './retrieval/measure.js';

const text = { type: 'string' } as const;
const { values: options } = parseArgs({
  options: { data: text, mode: text, conversation: text, gate: text, url: text, key: text },
});

async function readData(): Promise<Conversation[]> {
  if (!options.data) throw new Error('--data is needed: the folder of turns.jsonl and questions.jsonl.');
  const all = await readConversations(join(options.data, 'turns.jsonl'));
  const chosen = all.filter(
    ({ id, questions }) => questions.length > 0 && (options.conversation === undefined || id === options.conversation),
  );
  if (chosen.length === 0) throw new Error('There is no such conversation with questions.');
  return chosen;
}

function readMode(): Mode {
  const { mode = 'text' } = options;
  const found = MODES.find((name) => name === mode);
  if (!found) throw new Error(`--mode is one of ${MODES.join(', ')}.`);
  if (found === 'facts' && options.url) throw new Error('--mode facts starts its own server.');
  return found;
}

async function openServer(
  conversations: readonly Conversation[],
): Promise<{ client: Client; close: () => Promise<void> }> {
  if (options.url)
    return {
      client: createClient({ url: options.url, apiKey: options.key, name: 'bench' }),
      close: async () => undefined,
    };
  const stub = readMode() === 'facts' ? await startObservationStub(conversations) : null;
  const server = await createLocalServer({ env: { LOG_LEVEL: 'warn', ...stub?.env } });
  process.once('SIGINT', () => void server.remove().finally(() => process.exit(130)));
  const { apiKey } = await server.bootstrap();
  await server.start();
  return {
    client: createClient({ url: server.url, apiKey, name: 'bench' }),
    close: () => server.remove().finally(() => stub?.close()),
  };
}

async function run(client: Client, conversations: readonly Conversation[]): Promise<Outcome[]> {
  const mode = readMode();
  const outcomes: Outcome[] = [];
  for (const conversation of conversations) {
    const loading = progressBar(conversation.turns.length, `turns of ${conversation.id}`);
    const startedAt = performance.now();
    const turns = await load(client, conversation, { mode, onAdded: loading.advance });
    const loadedMs = performance.now() - startedAt;
    loading.done();
    const asking = progressBar(conversation.questions.length, `questions about ${conversation.id}`);
    outcomes.push(...(await measure(client, conversation, { turns, onAsked: asking.advance })));
    asking.done();
    say(
      `${conversation.id}: ${conversation.turns.length} turns added in ${duration(loadedMs)}, ${turns.size} memories, ${conversation.questions.length} questions`,
    );
  }
  return outcomes;
}

function report(outcomes: readonly Outcome[]): number {
  const groups = (key: 'conversation' | 'category') =>
    [...new Set(outcomes.map((outcome) => outcome[key]))]
      .sort()
      .map((name) => [name, outcomes.filter((outcome) => outcome[key] === name)] as const);
  say(
    '',
    `${readMode()} mode`.padEnd(16) +
      ['questions', 'R@5', 'R@10', 'R@20', 'MRR'].map((title) => title.padStart(10)).join(''),
  );
  for (const [name, members] of [...groups('conversation'), ...groups('category'), ['all', outcomes] as const]) {
    const { questions, r5, r10, r20, mrr } = summarize(members);
    say(
      name.padEnd(16) +
        [String(questions), r5.toFixed(1), r10.toFixed(1), r20.toFixed(1), mrr.toFixed(3)]
          .map((cell) => cell.padStart(10))
          .join(''),
    );
  }
  const latencies = outcomes.map(({ latencyMs }) => latencyMs);
  say(
    '',
    `search, as the client waits for it: p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p95 ${percentile(latencies, 0.95).toFixed(1)} ms`,
  );
  return summarize(outcomes).r10;
}

try {
  const conversations = await readData();
  const { client, close } = await openServer(conversations);
  const recall = await run(client, conversations).then(report).finally(close);
  const gate = options.gate === undefined ? 0 : Number(options.gate);
  const passed = recall >= gate;
  if (options.gate !== undefined)
    say(`gate: R@10 of ${recall.toFixed(1)} % ${passed ? 'is at least' : 'is below'} ${gate} %`);
  process.exit(passed ? 0 : 1);
} catch (error) {
  process.stderr.write(`The measurement failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
