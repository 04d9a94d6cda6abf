// Learns which results `precision: HIGH` returns (RELEVANCE_WEIGHTS in relevance.ts), and prints what it returns with the present weights, for each
// part of bench/retrieval/facts and bench/chats. Facts and chats are added to a real server without a language model, and every question is asked.
//
//   npx tsx bench/learn-relevance.ts
//
// Learned from the parts that faults may be looked for in and that the reader of answers was not learned from ("second", "third", "later" and the chats
// to look at); a part counts by the root of its size. The table is not written: copy the printed numbers. Takes four minutes on two quiet cores.
import { readRelevanceValues, type RelevanceValues } from '@memory-gateway/memory-engine/training';
import { createClient, type Client } from '../client/index.js';
import { createLocalServer } from '../scripts/lib/local-server.js';
import { progressBar, say } from '../scripts/lib/terminal.js';
import { readPeople } from './chats/data.js';
import { readFactSets } from './retrieval/facts.js';
import { load } from './retrieval/load.js';
import { fitLogistic, type Observation } from './scores/logistic.js';

const LEARNED = ['second', 'third', 'later', 'chats, look'];
const PENALTY = 0.0001;

interface Result {
  readonly memory: { readonly id: string; readonly text: string };
  readonly explain: { readonly logit: number; readonly rank: Readonly<Record<string, number>> };
}

interface Question {
  readonly text: string;
  readonly kind: 'single' | 'several' | 'none';
  isRight(memory: Result['memory']): boolean;
}

/** What a question found: whether each result is right, with the defaults and with `precision: HIGH`. */
interface Outcome extends Question {
  readonly part: string;
  readonly values: readonly RelevanceValues[];
  readonly areRight: readonly boolean[];
  readonly precise: readonly boolean[];
}

/** Without documents of the client, which do not ask for explanations. */
const SEARCH = `query ($query: String!, $user: String!, $precision: SearchPrecision!) {
  searchMemories(query: $query, filter: { userId: { eq: $user } }, precision: $precision, explain: true) {
    answerability results { memory { id text } explain { logit rank } }
  }
}`;

interface Server {
  call<Body>(path: string, body: unknown): Promise<Body>;
}

interface Found {
  readonly answerability: number;
  readonly results: readonly Result[];
}

function connect(url: string, apiKey: string): Server {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  return {
    async call<Body>(path: string, body: unknown) {
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Body;
    },
  };
}

async function search(server: Server, variables: Record<'query' | 'user' | 'precision', string>): Promise<Found> {
  const body = { query: SEARCH, variables };
  return (await server.call<{ data: { searchMemories: Found } }>('/graphql', body)).data.searchMemories;
}

async function ask(
  server: Server,
  { part, user }: { part: string; user: string },
  question: Question,
): Promise<Outcome> {
  const { results, answerability } = await search(server, { query: question.text, user, precision: 'BALANCED' });
  const precise = await search(server, { query: question.text, user, precision: 'HIGH' });
  const listed = results.map(({ explain: { logit, rank } }) => ({
    logit,
    rank: Object.values(rank).reduce((sum, points) => sum + points, 0),
  }));
  const best = Math.max(...listed.map(({ logit }) => logit));
  return {
    ...question,
    part,
    values: readRelevanceValues(listed, { answerability, best }),
    areRight: results.map(({ memory }) => question.isRight(memory)),
    precise: precise.results.map(({ memory }) => question.isRight(memory)),
  };
}

async function askAboutFacts(client: Client, server: Server): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const sets = await readFactSets();
  const bar = progressBar(sets.length, 'people with facts');
  for (const set of sets) {
    const turns = await load(client, set, { mode: 'text', onAdded: () => undefined });
    for (const { question: text, cat, evidence } of [...set.questions, ...set.unanswerable]) {
      const kind = cat === 'odd' ? 'single' : cat;
      if (kind !== 'single' && kind !== 'several' && kind !== 'none') continue;
      const isRight = ({ id }: Result['memory']) => turns.get(id)?.some((turn) => evidence.includes(turn)) ?? false;
      outcomes.push(await ask(server, { part: set.part, user: set.id }, { text, kind, isRight }));
    }
    bar.advance();
  }
  bar.done();
  return outcomes;
}

async function askAboutChats(server: Server): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const people = readPeople();
  const bar = progressBar(people.length, 'people with chats');
  for (const { id: userId, isBlind, chats, facts, none } of people) {
    for (const messages of chats)
      await server.call('/v3/memories/add/', { messages, user_id: userId, async_mode: false });
    const asked: Question[] = facts.flatMap(({ parts, questions }) => {
      const isRight = ({ text }: Result['memory']) =>
        parts.every((words) => text.toLowerCase().includes(words.toLowerCase()));
      return questions.map((text) => ({ text, kind: 'single' as const, isRight }));
    });
    asked.push(...none.map((text) => ({ text, kind: 'none' as const, isRight: () => false })));
    for (const question of asked)
      outcomes.push(await ask(server, { part: `chats, ${isBlind ? 'blind' : 'look'}`, user: userId }, question));
    bar.advance();
  }
  bar.done();
  return outcomes;
}

const share = (values: readonly boolean[]) =>
  values.length === 0 ? '-' : `${((100 * values.filter(Boolean).length) / values.length).toFixed(1)} %`;

function printPart(part: string, outcomes: readonly Outcome[]): void {
  const own = outcomes.filter((each) => each.part === part);
  const ofKind = (kind: Question['kind']) => own.filter((each) => each.kind === kind);
  const found = ofKind('single').map(({ precise }) => precise.includes(true));
  const right = ofKind('single').flatMap(({ precise }) => precise);
  const full = ofKind('none').map(({ precise }) => precise.length > 0);
  const several = ofKind('several').flatMap(({ precise }) => precise);
  say(`| ${part} | ${[found, right, full, several, own.flatMap(({ precise }) => precise)].map(share).join(' | ')} |`);
}

function learn(outcomes: readonly Outcome[], isFirst: boolean): void {
  const names = ['logit', 'answerability', 'gap', ...(isFirst ? [] : ['points'])] as (keyof RelevanceValues)[];
  const observations: Observation[] = outcomes.flatMap(({ part, values, areRight }) =>
    values.flatMap((own, index) =>
      (index === 0) === isFirst && LEARNED.includes(part)
        ? [
            {
              values: names.map((name) => own[name]),
              isTrue: areRight[index] === true,
              weight: 1 / Math.sqrt(outcomes.filter((each) => each.part === part).length),
            },
          ]
        : [],
    ),
  );
  const { constant, weights } = fitLogistic(observations, PENALTY);
  say(
    `${isFirst ? 'first' : 'other'}: constant ${constant.toFixed(2)}, ${names.map((name, index) => `${name} ${weights[index]?.toFixed(2)}`).join(', ')}`,
  );
}

const local = await createLocalServer({ env: { LOG_LEVEL: 'warn' } });
process.once('SIGINT', () => void local.remove().finally(() => process.exit(130)));
try {
  const { apiKey } = await local.bootstrap();
  await local.start();
  const server = connect(local.url, apiKey);
  const client = createClient({ url: local.url, apiKey, name: 'bench' });
  const outcomes = [...(await askAboutChats(server)), ...(await askAboutFacts(client, server))];
  for (const isFirst of [true, false]) learn(outcomes, isFirst);
  say(
    '',
    '| Part | Single answers found | Right results of these | Without an answer, not empty | Right results of several | Right results of all |',
    `|---${'|---'.repeat(5)}|`,
  );
  for (const part of new Set(outcomes.map((outcome) => outcome.part))) printPart(part, outcomes);
} finally {
  await local.remove();
}
