// Measures how many of the turns that answer a question are found by search. Adds conversations through the API of a real server and asks
// every question.
//
//   npx tsx bench/retrieval.ts [--mode text|full|infer|facts] [--no-threshold] [--facts] [--long] [--peer] [--data DIR] [--conversation ID] [--gate PERCENT] [--url URL --key KEY] [--json]
//
// Sends no threshold, as the quick start. --no-threshold asks everything again with `threshold: 0`. With --facts, uses the facts of the part
// "judge" of bench/retrieval/facts.
//
// Without --data, uses the conversations in six languages of bench/retrieval/corpus, in the modes text, full and infer unless --mode names
// one. DIR contains turns.jsonl, questions.jsonl and, for the mode facts, observations.jsonl, in the LoCoMo format: facts that a stub model
// extracts. In the modes infer and facts, a fact counts for the turn that it was extracted from. With --peer, the open-source memory class of
// mem0ai answers the same questions over the same texts and vectors, and the differences are printed with intervals. With --url, uses a
// running server, whose project should be empty; otherwise starts one on a temporary folder. With --gate, exits with 1 if R@10 over all
// questions of the last mode is lower. With --long, uses the chats with messages of 2,000 characters that bench/retrieval/long-chats.ts
// composes; with --data, too, one such chat made of the turns of all conversations.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient, type Client } from '../client/index.js';
import { readConversations, type Conversation } from '../scripts/lib/conversation.js';
import { createLocalServer } from '../scripts/lib/local-server.js';
import { duration, progressBar, say } from '../scripts/lib/terminal.js';
import { readCorpus } from './retrieval/corpus.js';
import { readFactSets } from './retrieval/facts.js';
import { load, MODES, type Mode } from './retrieval/load.js';
import { startObservationStub } from './retrieval/observation-stub.js';
import { readLongChats } from './retrieval/long-chats.js';
import { toLongChat } from './retrieval/join-turns.js';
import { measure, summarize, type Outcome } from './retrieval/measure.js';
import { measurePeer } from './retrieval/peer.js';
import { reportDifference, reportMode, toFigures } from './retrieval/report.js';
import { printReport } from './report-tables.js';

const text = { type: 'string' } as const;
const { values: options } = parseArgs({
  options: {
    data: text,
    mode: text,
    conversation: text,
    gate: text,
    url: text,
    key: text,
    peer: { type: 'boolean' },
    long: { type: 'boolean' },
    facts: { type: 'boolean' },
    'no-threshold': { type: 'boolean' },
    json: { type: 'boolean', default: false },
  },
});

async function readData(): Promise<Conversation[]> {
  const all = await readAll();
  const chosen = all.filter(
    ({ id, questions }) => questions.length > 0 && (options.conversation === undefined || id === options.conversation),
  );
  if (chosen.length === 0) throw new Error('There is no such conversation with questions.');
  return options.long && options.data ? [toLongChat(chosen)] : chosen;
}

function readAll(): Promise<Conversation[]> {
  if (options.facts) return readFactSets('judge');
  if (options.data) return readConversations(join(options.data, 'turns.jsonl'));
  return options.long ? readLongChats() : readCorpus();
}

function readModes(): readonly Mode[] {
  const { mode } = options;
  if (options.long) return ['full'];
  if (options.facts) return ['text'];
  if (mode === undefined) return options.data ? ['text'] : ['text', 'full', 'infer'];
  const found = MODES.find((name) => name === mode);
  if (!found) throw new Error(`--mode is one of ${MODES.join(', ')}.`);
  if (found === 'facts' && options.url) throw new Error('--mode facts starts its own server.');
  if (found === 'facts' && !options.data) throw new Error('--mode facts needs --data.');
  return [found];
}

async function openServer(
  conversations: readonly Conversation[],
): Promise<{ client: Client; close: () => Promise<void> }> {
  if (options.url)
    return {
      client: createClient({ url: options.url, apiKey: options.key, name: 'bench' }),
      close: async () => undefined,
    };
  const stub = readModes().includes('facts') ? await startObservationStub(conversations) : null;
  const server = await createLocalServer({ env: { LOG_LEVEL: 'warn', ...stub?.env } });
  process.once('SIGINT', () => void server.remove().finally(() => process.exit(130)));
  const { apiKey } = await server.bootstrap();
  await server.start();
  return {
    client: createClient({ url: server.url, apiKey, name: 'bench' }),
    async close() {
      await server.remove();
      await stub?.close();
    },
  };
}

interface Measured {
  /** With the defaults: no threshold is sent. */
  readonly outcomes: Outcome[];
  /** With `threshold: 0`, if asked for. */
  readonly ceiling: Outcome[];
}

/** Adds every conversation under a user id of its own and asks its questions. */
async function run(client: Client, conversations: readonly Conversation[], mode: Mode): Promise<Measured> {
  const outcomes: Outcome[] = [];
  const ceiling: Outcome[] = [];
  for (const conversation of conversations) {
    const { id, turns, questions, unanswerable } = conversation;
    const userId = `${id}-${mode}`;
    const loading = progressBar(turns.length, `turns of ${id}`);
    const startedAt = performance.now();
    const turnsByMemory = await load(client, { ...conversation, id: userId }, { mode, onAdded: loading.advance });
    const loadedMs = performance.now() - startedAt;
    loading.done();
    const rounds = options['no-threshold'] ? 2 : 1;
    const asking = progressBar(rounds * (questions.length + unanswerable.length), `questions about ${id}`);
    const how = { userId, turns: turnsByMemory, onAsked: asking.advance, topK: options.long ? 40 : 20 };
    outcomes.push(...(await measure(client, conversation, how)));
    if (options['no-threshold']) ceiling.push(...(await measure(client, conversation, { ...how, threshold: 0 })));
    asking.done();
    say(
      `${id}, ${mode}: ${turns.length} turns added in ${duration(loadedMs)}, ${turnsByMemory.size} memories, ${questions.length} questions`,
    );
  }
  return { outcomes, ceiling };
}

async function runAll(client: Client, conversations: readonly Conversation[]): Promise<number> {
  const results: ({ mode: Mode } & Measured)[] = [];
  for (const mode of readModes()) results.push({ mode, ...(await run(client, conversations, mode)) });
  const hasPeer = options.peer ?? (!options.data && !options.facts && options.mode === undefined);
  const peer = hasPeer ? await measurePeer(conversations) : null;
  for (const { mode, outcomes, ceiling } of results) {
    reportMode(`${mode}, with the defaults`, outcomes);
    if (ceiling.length > 0) reportMode(`${mode}, without a threshold`, ceiling);
    if (options.long) say(`R@40 ${summarize(outcomes).r40.toFixed(1)}`);
  }
  if (peer) reportMode('mem0ai/oss', peer);
  for (const { mode, outcomes } of results) if (peer) reportDifference(`${mode} mode minus mem0ai/oss`, outcomes, peer);
  if (options.json) printReport(toFigures(results, peer), true);
  return summarize(results.at(-1)?.outcomes.filter(({ ranks }) => ranks.length > 0) ?? []).r10;
}

try {
  const conversations = await readData();
  const { client, close } = await openServer(conversations);
  let recall: number;
  try {
    recall = await runAll(client, conversations);
  } finally {
    await close();
  }
  const gate = options.gate === undefined ? 0 : Number(options.gate);
  const passed = recall >= gate;
  if (options.gate !== undefined)
    say(`gate: R@10 of ${recall.toFixed(1)} % ${passed ? 'is at least' : 'is below'} ${gate} %`);
  process.exit(passed ? 0 : 1);
} catch (error) {
  process.stderr.write(`The measurement failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
