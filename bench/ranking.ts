// Compares rankings on several kinds of data at once, each with a part that no choice sees: that of the first build, the table of weights,
// the table with the instructions of a search before its results, and the table with what the default threshold leaves. From the root of the repository:
//
//   npx tsx bench/ranking.ts [--data DIR] [--cache DIR] [--questions] [--kind NAME]
//
// With --kind, only the kinds whose names begin so. Kinds: conversations between people (the own corpus; with --data, also those of DIR in the LoCoMo format), facts (what rules extract from
// the English part of the corpus; with --data, also written facts among 1,000 messages of DIR), and long chats with an assistant, alone and among the messages of a composed chat. With --questions, also
// prints each kind of question about the written chats. What ranking knows of each question is kept in the cache folder; delete it after a
// change of the embedding model, the query plan, the extraction, the chunks or the database functions.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConversations, type Conversation } from '../scripts/lib/conversation.js';
import { say } from '../scripts/lib/terminal.js';
import { pickInstructions, rankMemories, type PoolMemory } from '@memory-gateway/memory-engine';
import { RANK_WEIGHTS, sumMemories } from '@memory-gateway/memory-engine/training';
import { readAssistantChats, type Part } from './retrieval/assistant-chats.js';
import { readCorpus } from './retrieval/corpus.js';
import { readFactsAmongMessages } from './retrieval/facts.js';
import { readLongChats } from './retrieval/long-chats.js';
import { rankPlaces, summarize } from './retrieval/measure.js';
import { sumAsFirstBuild } from './weights/first-ranking.js';
import { poolOf, readPool, type AskedQuestion, type Content, type ConversationPool } from './weights/pools.js';

const text = { type: 'string' } as const;
const { values: options } = parseArgs({
  options: { data: text, cache: text, questions: { type: 'boolean' }, kind: text },
});
const cache = options.cache ?? join(tmpdir(), 'memory-gateway-weights');

interface Kind {
  readonly name: string;
  readonly part: Part;
  readonly conversations: readonly Conversation[];
  readonly content?: Content;
}

/** Returns the sum of each memory. Null: the ranking leaves it out. */
type Ranking = (pool: ConversationPool, question: AskedQuestion) => readonly (number | null)[];

const rankings: Readonly<Record<string, Ranking>> = {
  'first build': (pool, question) => sumAsFirstBuild(poolOf(pool, question), question.query, question.beginnings),
  [`version ${RANK_WEIGHTS.version}`]: (pool, question) => {
    const sums = new Map<PoolMemory, number>();
    const memories = poolOf(pool, question);
    for (const { memory, sum } of sumMemories(memories, question.query).summed) sums.set(memory, sum);
    return memories.map((memory) => sums.get(memory) ?? null);
  },
  'with its instructions': (pool, question) => {
    const memories = poolOf(pool, question);
    const sums = new Map(sumMemories(memories, question.query).summed.map(({ memory, sum }) => [memory, sum]));
    for (const memory of pickInstructions(memories)) sums.set(memory, Infinity);
    return memories.map((memory) => sums.get(memory) ?? null);
  },
  'with the defaults': (pool, question) => {
    const memories = poolOf(pool, question);
    const { ranked } = rankMemories(memories, question.query, { count: memories.length, threshold: null });
    const places = new Map(ranked.map(({ memory }, place) => [memory, -place]));
    return memories.map((memory) => places.get(memory) ?? null);
  },
};

async function readKinds(): Promise<Kind[]> {
  const kinds: Kind[] = [];
  const corpus = await readCorpus();
  const composed = await readLongChats();
  const people = options.data ? await readConversations(join(options.data, 'turns.jsonl')) : [];
  for (const part of ['choose', 'judge'] as const) {
    const ofPart = (_: unknown, index: number) => (index % 2 === 0) === (part === 'choose');
    const among = composed[part === 'choose' ? 0 : 3];
    const asked = people.filter(({ questions }) => questions.length > 0);
    if (asked.length > 0) kinds.push({ name: 'people, given data', part, conversations: asked.filter(ofPart) });
    kinds.push({ name: 'people, own corpus', part, conversations: corpus.filter(ofPart) });
    const english = corpus.filter(({ language }) => language === 'English').filter(ofPart);
    kinds.push({ name: 'facts', part, conversations: english, content: 'infer' });
    if (asked.length > 0)
      kinds.push({ name: 'facts among messages', part, conversations: await readFactsAmongMessages(part, people) });
    kinds.push({ name: 'long chats', part, conversations: [await readAssistantChats(part)] });
    if (among)
      kinds.push({ name: 'long chats among others', part, conversations: [await readAssistantChats(part, [among])] });
  }
  return kinds.filter(({ name }) => options.kind === undefined || name.startsWith(options.kind));
}

const percent = (value: number) => value.toFixed(1).padStart(5);

function report(name: string, ranks: readonly (readonly number[])[]): void {
  const { questions, r5, r10, r20, r40, mrr } = summarize(ranks.map((own) => ({ ranks: own })));
  say(
    `  ${name.padEnd(28)} ${String(questions).padStart(4)} questions  R@5 ${percent(r5)}  R@10 ${percent(r10)}  R@20 ${percent(r20)}  R@40 ${percent(r40)}  MRR ${mrr.toFixed(3)}`,
  );
}

for (const { name, part, conversations, content = 'turns' } of await readKinds()) {
  const pools: ConversationPool[] = [];
  for (const conversation of conversations) pools.push(await readPool(conversation, { cache, content }));
  say('', `${name}, ${part === 'choose' ? 'to choose on' : 'never chosen on'}`);
  const measured = pools.flatMap((pool) => pool.questions.map((question) => ({ pool, question })));
  for (const [ranking, sumsOf] of Object.entries(rankings)) {
    const outcomes = measured.map(({ pool, question }) => ({
      kind: question.kind,
      ranks: rankPlaces(sumsOf(pool, question), question.evidence),
    }));
    report(
      ranking,
      outcomes.map(({ ranks }) => ranks),
    );
    if (!name.startsWith('facts among') && (!options.questions || !name.startsWith('long'))) continue;
    for (const kind of [...new Set(outcomes.map((outcome) => outcome.kind))].sort())
      report(
        `  ${kind}`,
        outcomes.filter((outcome) => outcome.kind === kind).map(({ ranks }) => ranks),
      );
  }
}
