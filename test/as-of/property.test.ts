import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createContext } from '../../src/context.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { adminKey } from '../helpers/context.js';
import { getMemory } from '../../src/resolvers/memory/get-memory.js';
import { setLink } from '../../src/resolvers/correction/decide-link.js';

/** Number of random histories. Long form: `AS_OF_RUNS=10000`. */
const runs = Number(process.env.AS_OF_RUNS ?? 5);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A state of one memory in the model. */
interface State {
  readonly text: string;
  readonly colour: string | null;
  readonly datedAt: number;
  readonly replacedBy: string | null;
}
type World = ReadonlyMap<string, State>;

const days = 86_400_000;
const firstDay = Date.UTC(2020, 0, 1);
const which = fc.nat(20);
const day = fc.nat(40);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), text: fc.nat(1e6), day }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('text' as const), which, text: fc.nat(1e6) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('colour' as const), which, red: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('date' as const), which, day }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace' as const), which, by: which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const histories = fc.array(step, { minLength: 6, maxLength: 14, size: 'max' });
/** Times of a history that are read: the others would say the same about nearly every history. */
const checks = fc.uniqueArray(fc.nat(13), { minLength: 3, maxLength: 3 });

const dated = (n: number) => new Date(firstDay + n * days);
const client = () => app.as(app.admin.apiKey);
const context = () => createContext(app.app.services, { caller: adminKey, requestId: 'test' });

async function ok<Body>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Body> {
  const answer = await client().rest<Body>(method, path, body);
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

/** Returns a database time between everything before and everything after. */
async function mark(): Promise<Date> {
  const sql = `SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS at, pg_sleep(0.002)`;
  const [row] = await app.app.services.database.query<{ at: Date }>(sql, []);
  return row?.at ?? new Date();
}

/** Applies a step to the server and returns the model's state after it. */
async function act(world: World, given: Step, userId: string): Promise<World> {
  const next = new Map(world);
  if (given.kind === 'add') {
    const text = `Note ${given.text} of the day.`;
    const messages = [{ role: 'user', content: text }];
    const { results } = await ok<{ results: { id: string; event: string }[] }>('POST', '/v3/memories/add/', {
      messages,
      user_id: userId,
      infer: false,
      timestamp: dated(given.day).toISOString(),
    });
    const [added] = results;
    if (added && !next.has(added.id))
      next.set(added.id, { text, colour: null, datedAt: dated(given.day).getTime(), replacedBy: null });
    return next;
  }
  const ids = [...world.keys()];
  const id = ids[given.which % Math.max(1, ids.length)];
  const own = id === undefined ? undefined : world.get(id);
  if (id === undefined || !own) return next;
  if (given.kind === 'delete') {
    await ok('DELETE', `/v1/memories/${id}/`);
    next.delete(id);
  } else if (given.kind === 'replace') {
    const by = ids[given.by % ids.length];
    if (by === undefined || by === id) return next;
    await setLink(context(), { newerId: by, olderId: id });
    next.set(id, { ...own, replacedBy: by });
  } else {
    const changed = {
      text: given.kind === 'text' ? `Note ${given.text} of the day.` : own.text,
      colour: given.kind === 'colour' ? (given.red ? 'red' : 'blue') : own.colour,
      datedAt: given.kind === 'date' ? dated(given.day).getTime() : own.datedAt,
    };
    await ok('PUT', `/v1/memories/${id}/`, {
      text: changed.text,
      metadata: changed.colour === null ? null : { colour: changed.colour },
      timestamp: new Date(changed.datedAt).toISOString(),
    });
    next.set(id, { ...own, ...changed });
  }
  return next;
}

/** Returns the model's view of a past state, without memories deleted since, because a deletion erases the past. */
function expected(past: World, present: World, validAt: number | null): [string, string][] {
  const isTrue = ({ datedAt, replacedBy }: State) => {
    if (validAt === null) return true;
    const replacement = replacedBy !== null && present.has(replacedBy) ? past.get(replacedBy) : undefined;
    return datedAt <= validAt && !(replacement && replacement.datedAt <= validAt);
  };
  const kept = [...past].filter(([id, state]) => present.has(id) && isTrue(state));
  return kept.map(([id, { text }]): [string, string] => [id, text]).sort();
}

const shown = (rows: readonly { id: string; memory: string }[]) =>
  rows.map(({ id, memory }): [string, string] => [id, memory]).sort();

it('lists, reads and finds memories as a model of their history says', { timeout: 3_600_000 }, async () => {
  let user = 0;
  await fc.assert(
    fc.asyncProperty(histories, day, checks, async (steps, validDay, checked) => {
      const userId = `user-${(user += 1)}`;
      const filters = { user_id: userId };
      const times: { at: Date; world: World }[] = [];
      let world: World = new Map();
      for (const given of steps) {
        world = await act(world, given, userId);
        times.push({ at: await mark(), world });
      }
      const validAt = dated(validDay);
      const chosen = checked.flatMap((index) => times[index % times.length] ?? []);
      for (const { at, world: past } of chosen) {
        const as_of = at.toISOString();
        const listed = await ok<{ results: { id: string; memory: string }[]; count: number }>('POST', '/v3/memories/', {
          filters,
          as_of,
          page_size: 50,
        });
        expect([shown(listed.results), listed.count]).toEqual([
          expected(past, world, null),
          expected(past, world, null).length,
        ]);
        const valid = await ok<{ results: { id: string; memory: string }[] }>('POST', '/v3/memories/', {
          filters,
          as_of,
          valid_at: validAt.toISOString(),
          page_size: 50,
        });
        expect(shown(valid.results)).toEqual(expected(past, world, validAt.getTime()));
        const found = await ok<{ results: { id: string; memory: string }[] }>('POST', '/v3/memories/search/', {
          filters,
          as_of,
          query: 'note of the day',
          threshold: 0,
          top_k: 50,
        });
        expect(shown(found.results)).toEqual(expected(past, world, null));
      }
      const [id] = world.keys();
      if (id === undefined) return;
      for (const { at, world: past } of chosen) {
        const input = { projectId: app.admin.projectId, id, asOf: at };
        const read = await getMemory(context(), input).catch(() => null);
        expect(read?.text).toBe(past.get(id)?.text);
        expect(read?.metadata ?? null).toEqual(past.get(id)?.colour == null ? null : { colour: past.get(id)?.colour });
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
});

it.each([
  ['asOf', 'memories(asOf: $at) { totalCount }'],
  ['validAt', 'searchMemories(query: "note", validAt: $at) { results { score } }'],
])('refuses a time for %s that no database can compare', async (field, selection) => {
  interface Refused {
    errors: { extensions: { code: string; fields: Record<string, string[]> } }[];
  }
  const { body } = await client().rest<Refused>('POST', '/graphql', {
    query: `query ($at: DateTime) { ${selection} }`,
    variables: { at: '0000-01-01T00:00:00Z' },
  });
  expect(body.errors.map(({ extensions: { code, fields } }) => [code, fields])).toEqual([
    ['BAD_USER_INPUT', { [field]: [`\`${field}\` must be a time in the years 1 to 9999.`] }],
  ]);
});
