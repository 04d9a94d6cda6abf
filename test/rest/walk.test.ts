import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';

/** Memories in the list. Long form: `WALK_ROWS=100000`. */
const size = Number(process.env.WALK_ROWS ?? 1_000);
/** One in ten may be deleted while the list is read; the others are stable. */
const isStable = (text: string) => /^stable/.test(text);

let test: TestApp;
let admin: Client;

beforeAll(async () => {
  test = await startTestApp();
  admin = test.as(test.admin.apiKey);
  // Many share a millisecond, so that the order depends on ids too.
  await test.app.services.database.query(
    `INSERT INTO memories (id, project_id, user_id, text, hash, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'rosa', CASE WHEN i % 10 = 0 THEN 'fleeting ' ELSE 'stable ' END || i, 'x', at, at
     FROM (SELECT i, date_trunc('second', now()) - (i / 7) * interval '1 second' AS at FROM generate_series(1, $2::int) i) AS made`,
    [test.admin.projectId, size],
  );
}, 600_000);
afterAll(() => test.close());

/** Returns the texts of one page, or null after the last one. */
type ReadPage = (number: number) => Promise<readonly string[] | null>;

const texts = (results: readonly { memory: string }[]) => results.map(({ memory }) => memory);

interface Envelope {
  results: { memory: string }[];
  next: string | null;
}

/** Reads pages with an envelope like the clients: `next` says whether to continue. */
function enveloped(ask: (number: number) => Promise<{ body: Envelope }>): ReadPage {
  let goesOn = true;
  return async (number) => {
    if (!goesOn) return null;
    const { body } = await ask(number);
    goesOn = body.next !== null;
    return texts(body.results);
  };
}

function byCursor(field: 'memories' | 'project', backward = false): ReadPage {
  const page = 'edges { node { text } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
  const [count, beyond] = backward ? ['last', 'before'] : ['first', 'after'];
  const list = `memories(${field === 'memories' ? 'projectId: $id, filter: { userId: { eq: "rosa" } }, ' : ''}${count}: 100, ${beyond}: $cursor) { ${page} }`;
  const query = `query($id: ID!, $cursor: String) { ${field === 'memories' ? list : `project(id: $id) { ${list} }`} }`;
  let cursor: string | null | undefined = null;
  return async () => {
    if (cursor === undefined) return null;
    const { body } = await admin.rest<{ data: Connections }>('POST', '/graphql', {
      query,
      variables: { id: test.admin.projectId, cursor },
    });
    const { edges, pageInfo } = 'project' in body.data ? body.data.project.memories : body.data.memories;
    const goesOn = backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage;
    cursor = goesOn ? (backward ? pageInfo.startCursor : pageInfo.endCursor) : undefined;
    return edges.map(({ node }) => node.text);
  };
}

interface Connection {
  edges: { node: { text: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
}
type Connections = { memories: Connection } | { project: { memories: Connection } };

const filters = { user_id: 'rosa' };
const forms: Record<string, () => ReadPage> = {
  'POST /v3/memories/ by number': () =>
    enveloped((page) => admin.rest('POST', `/v3/memories/?page=${page}&page_size=200`, { filters })),
  'POST /v3/memories/ with numbers in the body': () =>
    enveloped((page) => admin.rest('POST', '/v3/memories/', { filters, page, page_size: 100 })),
  'GET /v1/memories/ by number': () =>
    enveloped((page) => admin.rest('GET', `/v1/memories/?user_id=rosa&page=${page}&page_size=150`)),
  'GET /v1/memories/user/rosa/': () => enveloped((page) => admin.rest('GET', `/v1/memories/user/rosa/?page=${page}`)),
  'POST /v2/memories/': () => async (page) => {
    const { body } = await admin.rest<Envelope['results'] & Record<string, unknown>>('POST', '/v2/memories/', {
      filters,
      page,
      page_size: 200,
    });
    return body.length === 0 ? null : texts(body);
  },
  'GET /memories of the self-hosted paths': () => async (page) => {
    const { body } = await admin.rest<{ results: { memory: string }[] }>(
      'GET',
      `/memories?user_id=rosa&page=${page}&page_size=200`,
    );
    return body.results.length === 0 ? null : texts(body.results);
  },
  'GraphQL memories, forward': () => byCursor('memories'),
  'GraphQL memories, backward': () => byCursor('memories', true),
  'GraphQL Project.memories': () => byCursor('project'),
};

/** Adds one memory at the front and one in the middle, and deletes one that may go, before or after the reader. */
async function change(number: number): Promise<void> {
  const add = (text: string, timestamp?: number) =>
    admin.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: text }],
      user_id: 'rosa',
      infer: false,
      timestamp,
    });
  const id = `${number}-${Math.random()}`;
  await add(`new ${id}`);
  await add(`backdated ${id}`, Math.floor(Date.now() / 1000) - Math.floor(Math.random() * (size / 7)));
  const [gone] = await test.app.services.database.query<{ id: string }>(
    "SELECT id FROM memories WHERE text LIKE 'fleeting%' AND deleted_at IS NULL ORDER BY random() LIMIT 1",
  );
  if (gone) await admin.rest('DELETE', `/v1/memories/${gone.id}/`);
}

describe.each(Object.keys(forms))('%s', (name) => {
  it(
    `walks ${size} memories to the end, each stable one once, while others come and go`,
    { timeout: 900_000 },
    async () => {
      const read = forms[name]?.() as ReadPage;
      const seen: string[] = [];
      const times: number[] = [];
      for (let number = 1; ; number += 1) {
        const began = performance.now();
        const page = await read(number);
        if (page === null) break;
        times.push(performance.now() - began);
        seen.push(...page);
        if (number % Math.ceil(size / 3_000) === 0) await change(number);
      }
      const stable = seen.filter(isStable);
      expect(new Set(seen).size, 'a memory came twice').toBe(seen.length);
      expect(stable.length).toBe(size - Math.floor(size / 10));
      if (size > 20_000) report(name, times);
    },
  );
});

describe.each(['events', 'entities'])('GET /v1/%s/ by number', (list) => {
  it('has each row once, while others come', async () => {
    const add = (user: string) =>
      admin.rest('POST', '/v3/memories/add/', {
        messages: [{ role: 'user', content: `${list} ${user}` }],
        user_id: `${list}-${user}`,
        infer: false,
      });
    const read = async (query: string) => {
      const { body } = await admin.rest<{ results: { id: string }[] }>('GET', `/v1/${list}/?${query}`);
      return body.results.map(({ id }) => id);
    };
    for (const user of ['a', 'b', 'c', 'd', 'e', 'f']) await add(user);
    const before = await read('page_size=6');
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      seen.push(...(await read(`page_size=2&page=${page}`)));
      await add(`new-${page}`);
    }
    expect(seen).toEqual(before);
  });
});

/** Reports the time of a page at the beginning and at the end of the walk. */
function report(name: string, times: readonly number[]): void {
  const median = (part: readonly number[]) => [...part].sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
  const tenth = Math.ceil(times.length / 10);
  process.stdout.write(
    `${name}: ${times.length} pages, median ${median(times.slice(0, tenth)).toFixed(1)} ms in the first tenth, ${median(times.slice(-tenth)).toFixed(1)} ms in the last\n`,
  );
}
