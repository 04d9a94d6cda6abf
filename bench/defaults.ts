// Prints what a client gets that sends a query and an owner, and nothing else: the first table of docs/evidence/retrieval.md. Adds written facts
// and beliefs, and the conversations of DIR in the LoCoMo format, through the API of a real server, and asks every question.
//
//   npx tsx bench/defaults.ts [--data DIR] [--part choose|judge|later|languages|crossed|second|blind|third|unseen|many|last] [--told] [--details]
//
// Part: that to choose constants on, or that no choice sees (default), or the facts that were written later or in other languages, or questions in another language than the facts, or by other authors, with the rest of the default part. Without --data, the rows about conversations are missing. With --told, facts are extracted
// from messages of three facts each, in place of stored word for word. With --details,
// also prints the questions whose answers were not among the first, and what `precision: HIGH` returned by mistake or not at all. Ends with 1 when a figure misses its goal.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AddMemoriesDocument, createClient, SearchMemoriesDocument, type Client } from '../client/index.js';
import { readConversations, type Conversation } from '../scripts/lib/conversation.js';
import { createLocalServer } from '../scripts/lib/local-server.js';
import { progressBar, say } from '../scripts/lib/terminal.js';
import { readBeliefs, type BeliefSet } from './retrieval/beliefs.js';
import { FACT_PARTS, readFactsAmongMessages, readFactSets } from './retrieval/facts.js';
import { load, tell } from './retrieval/load.js';
import { measure, percentile, summarize, type Outcome } from './retrieval/measure.js';

const text = { type: 'string' } as const;
const { values: options } = parseArgs({
  options: { data: text, part: text, told: { type: 'boolean' }, details: { type: 'boolean' } },
});
const part = FACT_PARTS.find((each) => each === (options.part ?? 'judge'));
if (!part) throw new Error(`--part is one of ${FACT_PARTS.join(', ')}.`);
const otherPart = part === 'choose' ? 'choose' : 'judge';

/** Adds conversations, each for a user of its own: what people say with name, time and run, facts as they are. Then asks. */
async function ask(client: Client, name: string, conversations: readonly Conversation[]): Promise<Outcome[]> {
  const bar = progressBar(
    conversations.reduce((sum, own) => sum + own.questions.length + own.unanswerable.length, 0),
    name,
  );
  const outcomes: Outcome[] = [];
  for (const conversation of conversations) {
    const added = [];
    for (const mode of ['full', 'text'] as const) {
      const turns = conversation.turns.filter(({ speaker }) => (speaker === '') === (mode === 'text'));
      const own = { ...conversation, turns };
      const isTold = options.told && mode === 'text';
      added.push(...(await (isTold ? tell(client, own) : load(client, own, { mode, onAdded: () => undefined }))));
    }
    const how = { userId: conversation.id, turns: new Map(added), onAsked: bar.advance };
    const asked = await measure(client, conversation, how);
    if (options.details) printMissed(conversation, asked);
    outcomes.push(...asked);
  }
  bar.done();
  return outcomes;
}

/** Prints the questions with an answer that is not among the first: ten for several answers, five otherwise. And those that seem to have none, or wrongly one. */
function printMissed({ questions, unanswerable }: Conversation, outcomes: readonly Outcome[]): void {
  const texts = new Map([...questions, ...unanswerable].map(({ qid, question }) => [qid, question]));
  for (const { question, category, ranks, answerability } of outcomes) {
    const isMissed = ranks.some((rank) => rank > (category === 'several' ? 10 : 5));
    const isMisjudged = (answerability ?? 0) > 0.5 === (ranks.length === 0) && category !== 'several';
    if (isMissed || isMisjudged)
      say(
        `${category}  ${texts.get(question) ?? ''}  ranks: ${ranks.join(' ') || '-'}  answerability: ${answerability ?? '-'}`,
      );
  }
}

interface Precision {
  readonly precision: number;
  readonly recall: number;
}

const DAY = 86_400_000;

/** Adds beliefs in their order, a day apart, and asks for precision. What only says who is meant is neither right nor wrong. */
async function askPrecisely(client: Client, userId: string, { beliefs, questions }: BeliefSet): Promise<Precision> {
  const labels = new Map<string, string>();
  for (const [index, { label, scope, text: content }] of beliefs.entries()) {
    const { addMemories } = await client.request(AddMemoriesDocument, {
      input: {
        userId,
        appId: scope,
        infer: false,
        timestamp: new Date(Date.UTC(2026, 0, 5) + index * DAY).toISOString(),
        messages: [{ role: 'USER', content }],
      },
    });
    const [added] = addMemories.results ?? [];
    if (added) labels.set(added.memoryId, label);
  }
  const counts = { right: 0, wrong: 0, wanted: 0 };
  for (const { scope, question, answers, neutral } of questions) {
    const { searchMemories } = await client.request(SearchMemoriesDocument, {
      query: question,
      filter: { userId: { eq: userId }, appId: { eq: scope } },
      precision: 'HIGH',
    });
    const found = searchMemories.results.map(({ memory }) => labels.get(memory.id) ?? '');
    const wrong = found.filter((label) => !answers.includes(label) && !neutral.includes(label));
    const missing = answers.filter((label) => !found.includes(label));
    counts.right += answers.length - missing.length;
    counts.wrong += wrong.length;
    counts.wanted += answers.length;
    if (options.details && wrong.length + missing.length > 0)
      say(`${question}  wrong: ${wrong.join(' ') || '-'}  missing: ${missing.join(' ') || '-'}`);
  }
  return { precision: counts.right / Math.max(1, counts.right + counts.wrong), recall: counts.right / counts.wanted };
}

interface Row {
  readonly title: string;
  readonly figure: number;
  readonly goal: number;
  readonly of?: number;
  readonly unit: string;
  readonly isLeast?: boolean;
}

const share = (outcomes: readonly Outcome[], passes: (outcome: Outcome) => boolean) =>
  (100 * outcomes.filter(passes).length) / Math.max(1, outcomes.length);

function toRows(facts: readonly Outcome[], [{ precision, recall }, owners]: readonly [Precision, Precision]): Row[] {
  const ofKind = (kind: string) => facts.filter(({ category }) => category === kind);
  const [several, single, none, odd] = ['several', 'single', 'none', 'odd'].map(ofKind);
  if (!several || !single || !none || !odd) return [];
  const isOver = ({ answerability }: Outcome) => (answerability ?? 0) > 0.5;
  return [
    { title: 'several answers found', figure: summarize(several).r10, goal: 75, of: several.length, unit: '%' },
    { title: 'single answers, R@5', figure: summarize(single).r5, goal: 99, of: single.length, unit: '%' },
    {
      title: 'unanswerable, answerability over .5',
      figure: share(none, isOver),
      goal: 20,
      of: none.length,
      unit: '%',
      isLeast: true,
    },
    {
      title: 'single answers, answerability over .5',
      figure: share(single, isOver),
      goal: 90,
      of: single.length,
      unit: '%',
    },
    { title: '`precision: HIGH`, precision', figure: 100 * precision, goal: 90, unit: '%' },
    { title: '`precision: HIGH`, recall', figure: 100 * recall, goal: 88, unit: '%' },
    { title: '`precision: HIGH`, whose fact, precision', figure: 100 * owners.precision, goal: 90, unit: '%' },
    { title: '`precision: HIGH`, whose fact, recall', figure: 100 * owners.recall, goal: 88, unit: '%' },
    { title: 'odd queries, R@5', figure: summarize(odd).r5, goal: 85, of: odd.length, unit: '%' },
  ];
}

async function askPeople(client: Client, data: string): Promise<Row[]> {
  const people = await readConversations(join(data, 'turns.jsonl'));
  const among = await readFactsAmongMessages(otherPart, people);
  const severalAmong = (await ask(client, 'questions about facts among messages', among)).filter(
    ({ category }) => category === 'several',
  );
  const asked = people.filter(({ questions }) => questions.length > 0);
  const outcomes = await ask(client, 'questions about conversations', asked);
  const answerable = outcomes.filter(({ ranks }) => ranks.length > 0);
  const latencies = outcomes.map(({ latencyMs }) => latencyMs);
  return [
    { title: 'LoCoMo, R@10', figure: summarize(answerable).r10, goal: 84, of: answerable.length, unit: '%' },
    {
      title: 'several answers found among 1,000 messages',
      figure: summarize(severalAmong).r10,
      goal: 50,
      of: severalAmong.length,
      unit: '%',
    },
    {
      title: 'search, p50',
      figure: percentile(latencies, 0.5),
      goal: 40,
      of: latencies.length,
      unit: 'ms',
      isLeast: true,
    },
    {
      title: 'search, p95',
      figure: percentile(latencies, 0.95),
      goal: 60,
      of: latencies.length,
      unit: 'ms',
      isLeast: true,
    },
  ];
}

const server = await createLocalServer({ env: { LOG_LEVEL: 'warn' } });
process.once('SIGINT', () => void server.remove().finally(() => process.exit(130)));
try {
  const { apiKey } = await server.bootstrap();
  await server.start();
  const client = createClient({ url: server.url, apiKey, name: 'bench' });
  const precise = await askPrecisely(client, 'beliefs', await readBeliefs(otherPart));
  const owners = await askPrecisely(client, 'owners', await readBeliefs(`owners-${otherPart}`));
  const facts = await ask(client, 'questions about facts', await readFactSets(part));
  const rows = [...toRows(facts, [precise, owners]), ...(options.data ? await askPeople(client, options.data) : [])];
  say('', '| With the defaults | Questions | Figure | Goal | Met |', '|---|---|---|---|---|');
  const isMet = rows.map(({ title, figure, goal, of, unit, isLeast }) => {
    const met = isLeast ? figure <= goal : figure >= goal;
    const limit = `${isLeast ? 'at most' : 'at least'} ${goal} ${unit}`;
    say(`| ${title} | ${of ?? ''} | ${figure.toFixed(1)} ${unit} | ${limit} | ${met ? 'yes' : 'no'} |`);
    return met;
  });
  process.exitCode = isMet.every(Boolean) ? 0 : 1;
} finally {
  await server.remove();
}
