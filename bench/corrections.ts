// Measures whether search prefers current facts. Stores facts with later corrections through the API of a real server,
// asks about the present and the past, and counts links between statements that are both true.
//
//   npx tsx bench/corrections.ts [--verdict] [--pairs COUNT] [--everyday PART] [--third-person choose|judge]
//
// With --everyday, the corrections in everyday words in seven languages, of a part to choose on (choose, second-, third-, typed-choose) or of one
// that no choice sees (judge, unseen, second-, third-, typed-judge: as typed in a chat). With
// --third-person, those that speak of "User", "The user" or a name, as a language model writes them.
// By default, the server has no language model and finds corrections by rules. With --verdict, a stub model reads each
// message and returns the memory that it corrects, if the server has shown that memory. Exits with 1 if a figure misses
// its target.
import { parseArgs } from 'node:util';
import { createLocalServer } from '../scripts/lib/local-server.js';
import { progressBar, say } from '../scripts/lib/terminal.js';
import {
  everydayParts,
  readEveryday,
  readThirdPerson,
  readTruePairs,
  readUpdates,
  thirdPersonParts,
  type LanguagePairs,
} from './corrections/data.js';
import { measureCorrections, type Course, type Figures, type Gateway } from './corrections/measure.js';
import { startVerdictStub } from './corrections/verdict-stub.js';

const { values: options } = parseArgs({
  options: {
    verdict: { type: 'boolean' },
    pairs: { type: 'string' },
    everyday: { type: 'string' },
    'third-person': { type: 'string' },
  },
});
const most = Number(options.pairs ?? Infinity);
const hasVerdict = options.verdict === true;

/** Calls REST paths of a server. */
function connect(url: string, apiKey: string): Gateway {
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const headers = { authorization: `Token ${apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
  const messagesOf = (statements: readonly string[]) => statements.map((content) => ({ role: 'user', content }));
  return {
    async add(userId, statements, time) {
      const request = { messages: messagesOf(statements), user_id: userId };
      // The self-hosted path waits for the model.
      const { results } = hasVerdict
        ? await call<{ results: { id: string }[] }>('POST', '/memories', { ...request, infer: true })
        : await call<{ results: { id: string }[] }>('POST', '/v3/memories/add/', {
            ...request,
            infer: false,
            timestamp: time.toISOString(),
          });
      return results.map(({ id }) => id);
    },
    async search(userId, query, how) {
      const request = { query, filters: { user_id: userId }, latest_only: how?.latestOnly === true };
      const found = await call<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', request);
      return found.results.map(({ memory }) => memory);
    },
    async outdatedBy(memoryId) {
      const query = 'query ($id: ID!) { memory(id: $id) { links { newerMemory { id } olderMemory { id } } } }';
      const { data } = await call<{
        data: { memory: { links: Record<'newerMemory' | 'olderMemory', { id: string }>[] } };
      }>('POST', '/graphql', { query, variables: { id: memoryId } });
      return data.memory.links
        .filter(({ newerMemory }) => newerMemory.id === memoryId)
        .map(({ olderMemory }) => olderMemory.id);
    },
  };
}

interface Goals {
  readonly newerFirst?: number;
  readonly newerOnTop?: number;
  readonly olderFirst: number;
  readonly stableOnTop: number;
}

/** Prints the figures. @returns whether all meet their target */
function report(figures: Figures, goals: Goals): boolean {
  const least = (min: number | undefined) => (min === undefined ? null : { min });
  const row = (
    title: string,
    [count, of]: readonly [number, number],
    goal: { min: number } | { max: number } | null,
  ) => {
    const share = (100 * count) / Math.max(1, of);
    const isMet = goal === null || ('min' in goal ? share >= goal.min : share <= goal.max);
    const target = goal === null ? '' : 'min' in goal ? `goal: at least ${goal.min}` : `goal: at most ${goal.max}`;
    say(`${title.padEnd(52)}${`${count} of ${of}`.padStart(12)}${share.toFixed(1).padStart(8)} %  ${target}`);
    return isMet;
  };
  const { updates, past, stable, truePairs } = figures;
  return [
    row('present question: correction before fact', [figures.newerFirst, updates], least(goals.newerFirst)),
    row('present question: correction first', [figures.newerOnTop, updates], least(goals.newerOnTop)),
    row('the same with latest_only', [figures.newerOnTopOfLatest, updates], null),
    row('fact still found with latest_only', [figures.olderStays, updates], null),
    row(
      'past question: fact before correction',
      [figures.olderFirst, past],
      past === 0 ? null : { min: goals.olderFirst },
    ),
    row('fact that still holds first', [figures.stableOnTop, stable], { min: goals.stableOnTop }),
    row('corrections linked', [figures.linked, updates], null),
    row('links between statements that are both true', [figures.falseLinks, truePairs], { max: 1.5 }),
  ].every(Boolean);
}

interface Group extends Course {
  readonly title: string;
  readonly goals: Goals;
}

function readGroups(): Group[] {
  const { everyday, 'third-person': thirdPerson } = options;
  if (everyday !== undefined) return toGroups(readEveryday(findPart(everydayParts, everyday, '--everyday')));
  if (thirdPerson !== undefined)
    return toGroups(readThirdPerson(findPart(thirdPersonParts, thirdPerson, '--third-person')));
  const [updates, truePairs] = [readUpdates().slice(0, most), readTruePairs().slice(0, most)];
  const goals = { newerFirst: hasVerdict ? 92 : 65, olderFirst: 84, stableOnTop: 93 };
  return [{ title: 'Corrections', updates, truePairs, goals }];
}

function findPart<Part extends string>(parts: readonly Part[], given: string, option: string): Part {
  const part = parts.find((own) => own === given);
  if (part === undefined) throw new Error(`${option} must be one of ${parts.join(', ')}.`);
  return part;
}

function toGroups(pairs: readonly LanguagePairs[]): Group[] {
  return pairs.map(({ language, updates, truePairs }) => ({
    title: language,
    name: `${language}-`,
    updates: updates.slice(0, most),
    truePairs: truePairs.slice(0, most),
    goals: { newerOnTop: language === 'en' ? 75 : 60, olderFirst: 95, stableOnTop: 99 },
  }));
}

/** Adds the counts of groups. */
function sum(groups: readonly Figures[]): Figures {
  const [first, ...others] = groups;
  if (!first) throw new Error('There are no pairs.');
  const add = (name: keyof Figures) => others.reduce((total, own) => total + own[name], first[name]);
  return {
    updates: add('updates'),
    past: add('past'),
    newerFirst: add('newerFirst'),
    newerOnTop: add('newerOnTop'),
    olderStays: add('olderStays'),
    newerOnTopOfLatest: add('newerOnTopOfLatest'),
    olderFirst: add('olderFirst'),
    linked: add('linked'),
    stable: add('stable'),
    stableOnTop: add('stableOnTop'),
    truePairs: add('truePairs'),
    falseLinks: add('falseLinks'),
  };
}

const groups = readGroups();
const stub = await startVerdictStub(
  new Map(groups.flatMap(({ updates }) => updates.map(({ older, newer }) => [newer, older]))),
);
const server = await createLocalServer({ env: { LOG_LEVEL: 'warn', ...(hasVerdict && stub.env) } });
process.once('SIGINT', () => void server.remove().finally(() => process.exit(130)));
try {
  const { apiKey } = await server.bootstrap();
  await server.start();
  const bar = progressBar(
    groups.reduce((total, { updates, truePairs }) => total + updates.length + truePairs.length, 0),
    'pairs',
  );
  const measured: (Group & { figures: Figures })[] = [];
  for (const group of groups) {
    const course = { ...group, onPair: () => bar.advance() };
    measured.push({ ...group, figures: await measureCorrections(connect(server.url, apiKey), course) });
  }
  bar.done();
  const others = groups.length > 1 ? measured.filter(({ title }) => title !== 'en') : [];
  const [other] = others;
  const all = other
    ? [...measured, { ...other, title: 'other languages', figures: sum(others.map(({ figures }) => figures)) }]
    : measured;
  const isMet = all.map(({ title, figures, goals }) => {
    say('', title);
    return report(figures, goals);
  });
  process.exitCode = isMet.every(Boolean) ? 0 : 1;
} finally {
  await server.remove();
  await stub.close();
}
