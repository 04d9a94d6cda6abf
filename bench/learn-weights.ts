// Learns the weights of the ranking table (packages/memory-engine/src/rank/weights.ts) from training conversations, and prints how well weights that were learned
// from the other conversations do on each one. From the root of the repository:
//
//   npx tsx bench/learn-weights.ts --data DIR [--cache DIR] [--facts|--infer] [--conversations 3] [--rounds 150] [--pull 0.01]
//
// DIR has turns.jsonl and questions.jsonl in the LoCoMo format. With --infer, what the rules extract is stored instead of the turns. With
// --facts, the facts of observations.jsonl are stored too, linked to their messages. Embedding takes minutes, so what ranking knows of each
// question is kept in the cache folder; delete the folder after a change of the embedding model, the query plan, the extraction or the
// database functions. The table is not written: copy the printed weights, raise the version, and measure with bench/retrieval.ts.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConversations } from '../scripts/lib/conversation.js';
import { say } from '../scripts/lib/terminal.js';
import { RANK_WEIGHTS, signalNames } from '@memory-gateway/memory-engine/training';
import { summarize } from './retrieval/measure.js';
import { readPool } from './weights/pools.js';
import { learnWeights, ranksOf, toExamples, type Example, type Learning } from './weights/softmax.js';

const text = { type: 'string' } as const;
const { values: options } = parseArgs({
  options: {
    data: text,
    cache: text,
    facts: { type: 'boolean' },
    infer: { type: 'boolean' },
    conversations: text,
    rounds: text,
    pull: text,
  },
});
if (!options.data) throw new Error('--data is missing: the folder of turns.jsonl and questions.jsonl.');

const learning: Learning = {
  start: RANK_WEIGHTS.signals,
  rounds: Number(options.rounds ?? 150),
  pull: Number(options.pull ?? 0.01),
  // Conversations between people have no assistant. Learning counts each memory for itself, but of linked ones one is enough.
  fixed: new Set(['role', 'linked']),
};

async function readExamples(folder: string): Promise<Example[][]> {
  const cache = options.cache ?? join(tmpdir(), 'memory-gateway-weights');
  const all = await readConversations(join(folder, 'turns.jsonl'));
  const chosen = all
    .filter(({ questions }) => questions.length > 0)
    .slice(0, Number(options.conversations ?? Infinity));
  const content = options.infer ? 'infer' : options.facts ? 'facts' : 'turns';
  const groups: Example[][] = [];
  for (const conversation of chosen) {
    const pool = await readPool(conversation, { cache, content });
    say(`${pool.id}: ${pool.memories.length} memories, ${pool.questions.length} questions`);
    groups.push(toExamples(pool));
  }
  if (groups.length < 2) throw new Error('Cross-validation needs at least two conversations with questions.');
  return groups;
}

function report(name: string, examples: readonly Example[], weightsOf: (example: Example) => readonly number[]): void {
  const { r5, r10, r20, mrr } = summarize(examples.map((example) => ({ ranks: ranksOf(example, weightsOf(example)) })));
  say(`${name.padEnd(34)} R@5 ${r5.toFixed(1)}  R@10 ${r10.toFixed(1)}  R@20 ${r20.toFixed(1)}  MRR ${mrr.toFixed(3)}`);
}

const groups = await readExamples(options.data);
const all = groups.flat();
const current = signalNames.map((name) => RANK_WEIGHTS.signals[name]);
const heldOut = new Map<string, number[]>();
for (const own of groups) {
  const id = own[0]?.conversation ?? '';
  heldOut.set(
    id,
    learnWeights(
      all.filter(({ conversation }) => conversation !== id),
      learning,
    ),
  );
  report(`${id}, held out`, own, () => heldOut.get(id) ?? current);
}
say('');
report(`table version ${RANK_WEIGHTS.version}`, all, () => current);
report(
  'of these, questions with a time',
  all.filter(({ hasTime }) => hasTime),
  () => current,
);
report('learned, held out by conversation', all, ({ conversation }) => heldOut.get(conversation) ?? current);
const learned = learnWeights(all, learning);
report('learned from all, not held out', all, () => learned);
say('', 'Learned from all:');
signalNames.forEach((name, index) => {
  const values = [...heldOut.values()].map((weights) => weights[index] ?? 0);
  const range = `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
  say(
    `  ${name.padEnd(16)} ${(learned[index] ?? 0).toFixed(2).padStart(6)}   held out ${range}; table ${current[index] ?? 0}`,
  );
});
