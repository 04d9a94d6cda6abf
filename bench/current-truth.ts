// Measures what the defaults keep of what a user says again, corrects and dates, on sets of one author: corrections, questions about the past,
// facts that stay true, repetitions, and questions with words of time. Each case is a user of a real server without a language model, and each
// text is a message that the server extracts.
//
//   npx tsx bench/current-truth.ts [--details] [--set NAME]
//
// With --set, measures one file of bench/corrections/current-truth/ alone: corrections, past, stable, duplicates, time, or those of further topics of
// daily life, daily-corrections and daily-stable.
// Rows of bench/corrections/current-truth/ belong by turns to the part "look", in which faults may be looked for, and to "blind", which is only
// measured. With --details, prints the rows of "look" that fail. Ends with 1 when a figure of "blind" misses its goal.
import { parseArgs } from 'node:util';
import { createLocalServer } from '../scripts/lib/local-server.js';
import { say } from '../scripts/lib/terminal.js';
import { readRows } from './corrections/data.js';

const { values: options } = parseArgs({ options: { details: { type: 'boolean' }, set: { type: 'string' } } });

interface Memory {
  readonly id: string;
  readonly memory: string;
}

/** One user of the server. */
interface User {
  add(text: string, time: string): Promise<readonly Memory[]>;
  search(query: string, referenceDate?: string): Promise<readonly Memory[]>;
  /** @returns all memories of the user, each with whether a later one makes it outdated */
  list(): Promise<readonly (Memory & { readonly isOutdated: boolean })[]>;
}

/** What a row shows: figures by name, each right or wrong. */
type Outcome = Readonly<Record<string, boolean>>;

const [FIRST, BETWEEN, LATER] = ['2026-01-05T10:00:00Z', '2026-02-04T10:00:00Z', '2026-03-06T10:00:00Z'] as const;
const toLanguage = (code: string) => (code === 'en' ? 'English' : 'others');

async function tellInTurn(user: User, first: string, later: string): ReturnType<User['list']> {
  await user.add(first, FIRST);
  await user.add(later, LATER);
  return user.list();
}

type Ask = (user: User, row: readonly string[]) => Promise<Outcome>;

const ASKS = {
  async corrections(user, [code = '', fact = '', correction = '', question = '', answer = '', ...between]) {
    const older = new Set((await user.add(fact, FIRST)).map(({ id }) => id));
    for (const text of between) await user.add(text, BETWEEN);
    const newer = new Set((await user.add(correction, LATER)).map(({ id }) => id));
    const outdated = (await user.list()).filter(({ isOutdated }) => isOutdated);
    const [found] = await user.search(question);
    return {
      [`correction first, ${toLanguage(code)}`]:
        found !== undefined && newer.has(found.id) && found.memory.includes(answer),
      [`fact marked as outdated, ${toLanguage(code)}`]: outdated.some(({ id }) => older.has(id)),
      'unrelated facts not marked': outdated.every(({ id }) => older.has(id)),
    };
  },
  async past(user, [fact = '', correction = '', question = '', answer = '']) {
    await tellInTurn(user, fact, correction);
    const [found] = await user.search(question);
    return { 'questions about the past: fact first': found?.memory.includes(answer) === true };
  },
  async stable(user, [code = '', fact = '', later = '']) {
    const kept = await tellInTurn(user, fact, later);
    return {
      [`both true: none outdated, ${toLanguage(code)}`]: kept.every(({ isOutdated }) => !isOutdated),
      [`both true: both stored, ${toLanguage(code)}`]: kept.length >= 2,
    };
  },
  async duplicates(user, [kind, statement = '', again = '']): Promise<Outcome> {
    const kept = await tellInTurn(user, statement, again);
    if (kind === 'other') return { 'another fact in similar words: two memories': kept.length === 2 };
    const isOne = kept.length === 1;
    return {
      'said again: one memory': isOne,
      'said again: one memory, or the first one outdated': isOne || kept.some(({ isOutdated }) => isOutdated),
    };
  },
  async time(user, [, reference, question = '', answer = '', ...events]) {
    for (const event of events) await user.add(event.slice(11), `${event.slice(0, 10)}T12:00:00Z`);
    const [found] = await user.search(question, reference === '-' ? undefined : `${reference}T18:00:00Z`);
    return { 'questions with words of time: event first': found?.memory.includes(answer) === true };
  },
} satisfies Readonly<Record<string, Ask>>;

/** The same figures of further topics. */
const ofDailyLife =
  (ask: Ask): Ask =>
  async (user, row) =>
    Object.fromEntries(Object.entries(await ask(user, row)).map(([figure, isRight]) => [`${DAILY}${figure}`, isRight]));

const DAILY = 'daily life, ';
const SETS: Readonly<Record<string, Ask>> = {
  ...ASKS,
  'daily-corrections': ofDailyLife(ASKS.corrections),
  'daily-stable': ofDailyLife(ASKS.stable),
};

/** Least percentages. */
const GOALS: Readonly<Record<string, number>> = {
  'correction first, English': 75,
  'correction first, others': 60,
  'questions about the past: fact first': 95,
  'both true: none outdated, English': 99,
  'both true: none outdated, others': 99,
  'questions with words of time: event first': 80,
};

function connect(url: string, apiKey: string): (userId: string) => User {
  const call = async <Body>(path: string, body: unknown): Promise<Body> => {
    const headers = { authorization: `Token ${apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
  const isOutdated = async (id: string) => {
    const query = 'query ($id: ID!) { memory(id: $id) { outdatedBy { probability } } }';
    const { data } = await call<{ data: { memory: { outdatedBy: unknown } } }>('/graphql', {
      query,
      variables: { id },
    });
    return data.memory.outdatedBy !== null;
  };
  return (userId) => ({
    async add(content, timestamp) {
      const request = { messages: [{ role: 'user', content }], user_id: userId, timestamp, async_mode: false };
      return (await call<{ results?: Memory[] }>('/v3/memories/add/', request)).results ?? [];
    },
    async search(query, referenceDate) {
      const request = { query, filters: { user_id: userId }, reference_date: referenceDate };
      return (await call<{ results: Memory[] }>('/v3/memories/search/', request)).results;
    },
    async list() {
      const request = { filters: { user_id: userId } };
      const { results } = await call<{ results: Memory[] }>('/v3/memories/?page_size=100', request);
      const kept = [];
      for (const { id, memory } of results) kept.push({ id, memory, isOutdated: await isOutdated(id) });
      return kept;
    },
  });
}

const parts = ['look', 'blind'] as const;
type Counts = Record<(typeof parts)[number], { right: number; of: number }>;

async function measure(toUser: (userId: string) => User): Promise<ReadonlyMap<string, Counts>> {
  const figures = new Map<string, Counts>();
  for (const [name, ask] of Object.entries(SETS)) {
    if (options.set !== undefined && options.set !== name) continue;
    for (const [index, row] of readRows(`current-truth/${name}.txt`).entries()) {
      const part = parts[index % 2] ?? 'look';
      const outcome = await ask(toUser(`${name}-${index}`), row);
      for (const [figure, isRight] of Object.entries(outcome)) {
        const counts = figures.get(figure) ?? { look: { right: 0, of: 0 }, blind: { right: 0, of: 0 } };
        counts[part].right += Number(isRight);
        counts[part].of += 1;
        figures.set(figure, counts);
        if (options.details && part === 'look' && !isRight) say(`${figure}: ${row.join(' | ')}`);
      }
    }
  }
  return figures;
}

const server = await createLocalServer({ env: { LOG_LEVEL: 'warn' } });
process.once('SIGINT', () => void server.remove().finally(() => process.exit(130)));
try {
  const { apiKey } = await server.bootstrap();
  await server.start();
  const figures = await measure(connect(server.url, apiKey));
  const share = ({ right, of }: { right: number; of: number }) => (100 * right) / of;
  for (const [figure, counts] of figures) {
    const cells = parts.map(
      (part) => `${counts[part].right} of ${counts[part].of} (${share(counts[part]).toFixed(1)} %)`,
    );
    const goal = GOALS[figure.replace(DAILY, '')];
    say(
      [figure.padEnd(64), ...cells.map((cell) => cell.padStart(20)), goal === undefined ? '' : `goal: ${goal}`].join(
        '  ',
      ),
    );
    if (goal !== undefined && share(counts.blind) < goal) process.exitCode = 1;
  }
} finally {
  await server.remove();
}
