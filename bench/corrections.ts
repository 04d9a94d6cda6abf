// Measures whether search prefers current facts. Stores facts with later corrections through the API of a real server,
// asks about the present and the past, and counts links between statements that are both true.
//
//   npx tsx bench/corrections.ts [--verdict] [--pairs COUNT]
//
// By default, the server has no language model and finds corrections by rules. With --verdict, a stub model reads each
// message and returns the memory that it corrects, if the server has shown that memory. Exits with 1 if a figure misses
// its target.
import { parseArgs } from 'node:util';
import { createLocalServer } from '../scripts/lib/local-server.js';
import { progressBar, say } from '../scripts/lib/terminal.js';
import { readTruePairs, readUpdates } from './corrections/data.js';
import { measureCorrections, type Figures, type Gateway } from './corrections/measure.js';
import { startVerdictStub } from './corrections/verdict-stub.js';

const { values: options } = parseArgs({ options: { verdict: { type: 'boolean' }, pairs: { type: 'string' } } });
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
    async search(userId, query) {
      const request = { query, filters: { user_id: userId }, top_k: 10, threshold: 0 };
      const found = await call<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', request);
      return found.results.map(({ memory }) => memory);
    },
    async outdatedBy(memoryId) {
      const query = 'query ($id: ID!) { memory(id: $id) { links { newer { id } older { id } } } }';
      const { data } = await call<{ data: { memory: { links: Record<'newer' | 'older', { id: string }>[] } } }>(
        'POST',
        '/graphql',
        { query, variables: { id: memoryId } },
      );
      return data.memory.links.filter(({ newer }) => newer.id === memoryId).map(({ older }) => older.id);
    },
  };
}

/** Prints the figures. @returns whether all meet their target */
function report(figures: Figures): boolean {
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
  const { updates, stable, truePairs } = figures;
  const present = { min: hasVerdict ? 92 : 65 };
  return [
    row('present question: correction before fact', [figures.newerFirst, updates], present),
    row('present question: correction on top', [figures.newerOnTop, updates], null),
    row('past question: fact before correction', [figures.olderFirst, updates], { min: 84 }),
    row('fact that still holds on top', [figures.stableOnTop, stable], { min: 93 }),
    row('corrections linked', [figures.linked, updates], null),
    row('links between statements that are both true', [figures.falseLinks, truePairs], { max: 1.5 }),
  ].every(Boolean);
}

const [updates, truePairs] = [readUpdates().slice(0, most), readTruePairs().slice(0, most)];
const stub = await startVerdictStub(new Map(updates.map(({ older, newer }) => [newer, older])));
const server = await createLocalServer({ env: { LOG_LEVEL: 'warn', ...(hasVerdict && stub.env) } });
process.once('SIGINT', () => void server.remove().finally(() => process.exit(130)));
try {
  const { apiKey } = await server.bootstrap();
  await server.start();
  const bar = progressBar(updates.length + truePairs.length, 'pairs');
  const figures = await measureCorrections(connect(server.url, apiKey), {
    updates,
    truePairs,
    onPair: () => bar.advance(),
  });
  bar.done();
  process.exitCode = report(figures) ? 0 : 1;
} finally {
  await server.remove();
  await stub.close();
}
