import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let gateway: TestApp;

beforeAll(async () => {
  gateway = await startTestApp({ embedder: 'local' });
});
beforeEach(() => gateway.reset());
afterAll(() => gateway.close());

interface Hit {
  memory: { id: string; text: string; lifecycleState: string; links: { id: string; status: string }[] };
  explain: { contributions: Record<string, number>; logit: number; rank: Record<string, number> };
  outdatedBy: { probability: number; memory: { text: string } } | null;
  score: number;
}

const rotterdam = 'I live in Rotterdam.';
const ghent = 'We moved to Ghent, I live there now.';
const others = [
  'My cat is called Miso.',
  'I work as a nurse at the city hospital.',
  'I play tennis on Saturdays.',
  'My sister lives in Porto.',
  'I am allergic to walnuts.',
];

async function graphql<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const client = gateway.as(gateway.admin.apiKey);
  const { body } = await client.rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

function add(content: string, timestamp: string, userId = 'rosa') {
  return graphql<{ addMemories: { results: { id: string }[] } }>(
    `
      mutation ($input: AddMemoriesInput!) {
        addMemories(input: $input) {
          ... on AddMemoriesPayload {
            results {
              id: memoryId
            }
          }
        }
      }
    `,
    {
      input: {
        projectId: gateway.admin.projectId,
        userId,
        infer: false,
        timestamp,
        messages: [{ role: 'USER', content }],
      },
    },
  );
}

async function search(query: string, args = ''): Promise<Hit[]> {
  const { searchMemories } = await graphql<{ searchMemories: { results: Hit[] } }>(
    `query ($query: String!, $projectId: ID!) {
      searchMemories(query: $query, projectId: $projectId, explain: true${args}) {
        results { score explain { contributions logit rank } outdatedBy { probability memory { text } } memory { id text lifecycleState links { id status } } }
      }
    }`,
    { query, projectId: gateway.admin.projectId },
  );
  return searchMemories.results;
}

const order = (hits: readonly Hit[]) =>
  hits.map(({ memory }) => memory.text).filter((text) => text === rotterdam || text === ghent);

async function tell(newestFirst = false): Promise<void> {
  const texts: [string, string][] = [
    [rotterdam, '2026-01-05T10:00:00Z'],
    ...others.map((text, index): [string, string] => [text, `2026-02-0${index + 1}T10:00:00Z`]),
    [ghent, '2026-03-05T10:00:00Z'],
  ];
  for (const [text, at] of newestFirst ? texts.reverse() : texts) await add(text, at);
}

const decide = (id: string, status: string) =>
  graphql<{ decideMemoryLink: { olderMemory: { text: string; lifecycleState: string; replacedById: string | null } } }>(
    `
      mutation ($input: DecideMemoryLinkInput!) {
        decideMemoryLink(input: $input) {
          ... on DecideMemoryLinkPayload {
            olderMemory {
              text
              lifecycleState
              replacedById
            }
          }
        }
      }
    `,
    { input: { id, status } },
  );

describe('a correction that no model has read', () => {
  it('comes before the outdated memory for a question about the present, and after it for one about the past', async () => {
    await tell();
    expect(order(await search('Where do I live now?'))).toEqual([ghent, rotterdam]);
    expect(order(await search('Where did I live before?'))).toEqual([rotterdam, ghent]);
  });

  it('is found by the dates of the memories, whatever the order in which they were added', async () => {
    await tell(true);
    expect(order(await search('Where do I live now?'))).toEqual([ghent, rotterdam]);
  });

  it.each([false, true])('outdates each wording of the older fact, newest first: %s', async (newestFirst) => {
    const older = ['I drive a Fiat Panda.', 'My car is a Fiat Panda.'];
    const texts: [string, string][] = [
      ...older.map((text, index): [string, string] => [text, `2026-01-0${index + 1}T10:00:00Z`]),
      ['My wife drives a Fiat Panda.', '2026-01-04T10:00:00Z'],
      ['My phone number ends in 4471.', '2026-01-05T10:00:00Z'],
      ['I drive a Skoda Octavia now.', '2026-03-05T10:00:00Z'],
    ];
    for (const [text, at] of newestFirst ? texts.toReversed() : texts) await add(text, at);
    const hits = await search('What car do I drive?');
    const outdated = hits.filter(({ outdatedBy }) => outdatedBy).map(({ memory }) => memory.text);
    expect(hits[0]?.memory.text).toBe('I drive a Skoda Octavia now.');
    expect(outdated.toSorted()).toEqual(older);
    const latest = await search('What car do I drive?', ', latestOnly: true');
    expect(latest.filter(({ memory }) => older.includes(memory.text))).toEqual([]);
  });

  it('stays behind an outdated memory that the query repeats word for word', async () => {
    await tell();
    expect(order(await search('i live in Rotterdam.', ', threshold: 0'))).toEqual([rotterdam, ghent]);
  });

  it('is shown in the parts of the score, which add up', async () => {
    await tell();
    const [first] = await search('Where do I live?');
    expect(first?.memory.text).toBe(ghent);
    const { contributions = {}, rank = {} } = first?.explain ?? {};
    expect(rank.correction).toBeGreaterThan(0);
    const sum = Object.values(contributions).reduce((total, part) => total + part, 0);
    expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(first?.score ?? 0, 6);
  });

  it('is found through the outdated memory that `latestOnly` leaves out', async () => {
    const favorite = 'Mein Lieblingsessen ist Sushi.';
    await add(favorite, '2026-01-05T10:00:00Z');
    for (const [index, text] of [
      'Mein Lieblingsfilm ist Metropolis.',
      'Meine Lieblingsfarbe ist Gelb.',
      'Zum Essen mit der Firma gehe ich am Freitag.',
      'Meine Schwester isst kein Fleisch.',
    ].entries())
      await add(text, `2026-02-0${index + 1}T10:00:00Z`);
    const current = 'Sushi mag ich nicht mehr, jetzt bin ich verrückt nach Ramen.';
    await add(current, '2026-03-05T10:00:00Z');
    const found = await search('Was ist mein Lieblingsessen?', ', latestOnly: true');
    expect(found[0]?.memory.text).toBe(current);
    expect(found.map(({ memory }) => memory.text)).not.toContain(favorite);
    const page = await search('Was ist mein Lieblingsessen?', ', latestOnly: true, topK: 5');
    expect(page.map(({ memory }) => memory.text)).toEqual(found.map(({ memory }) => memory.text));
  });

  it('does not reach the memories of another user', async () => {
    await add(rotterdam, '2026-01-05T10:00:00Z', 'tom');
    await add(ghent, '2026-03-05T10:00:00Z', 'rosa');
    const hits = await search('Where do I live now?');
    expect(hits.flatMap(({ memory }) => memory.links)).toEqual([]);
  });

  it('is named by each outdated memory of a list, until it is rejected', async () => {
    await tell();
    const list = async () => {
      const { memories } = await graphql<{ memories: { nodes: { text: string; outdatedBy: Hit['outdatedBy'] }[] } }>(
        'query ($projectId: ID!) { memories(projectId: $projectId, first: 50) { nodes { text outdatedBy { probability memory { text } } } } }',
        { projectId: gateway.admin.projectId },
      );
      return memories.nodes.flatMap(({ text, outdatedBy }) => (outdatedBy ? [{ text, outdatedBy }] : []));
    };
    expect(await list()).toEqual([
      { text: rotterdam, outdatedBy: { probability: expect.any(Number), memory: { text: ghent } } },
    ]);
    const [link] = (await search('Where do I live now?'))[0]?.memory.links ?? [];
    await decide(link?.id ?? '', 'REJECTED');
    expect(await list()).toEqual([]);
  });

  it('can be confirmed, taken back and rejected by a person', async () => {
    await tell();
    const [link] = (await search('Where do I live now?'))[0]?.memory.links ?? [];
    const state = { text: rotterdam, lifecycleState: 'ACTIVE', replacedById: null };
    const replacedById = (await search('Where do I live now?'))[0]?.memory.id;
    const confirmed = await decide(link?.id ?? '', 'CONFIRMED');
    expect(confirmed.decideMemoryLink.olderMemory).toEqual({ ...state, lifecycleState: 'SUPERSEDED', replacedById });
    expect(order(await search('Where do I live now?', ', latestOnly: true'))).toEqual([ghent]);
    expect(order(await search('Where do I live now?'))).toEqual([ghent, rotterdam]);
    expect((await decide(link?.id ?? '', 'SUGGESTED')).decideMemoryLink.olderMemory).toEqual(state);
    expect((await decide(link?.id ?? '', 'REJECTED')).decideMemoryLink.olderMemory).toEqual(state);
    const hits = await search('Where do I live now?');
    expect(hits.flatMap(({ memory }) => memory.links)).toEqual([]);
    expect(hits.every(({ explain }) => explain.contributions.correction === undefined)).toBe(true);
  });

  it('keeps both texts in the history of the older memory', async () => {
    await tell();
    const [hit] = await search('Where do I live now?');
    await decide(hit?.memory.links[0]?.id ?? '', 'CONFIRMED');
    const { searchMemories } = await graphql<{
      searchMemories: { results: { memory: { text: string; history: Record<string, unknown>[] } }[] };
    }>(
      `
        query ($projectId: ID!) {
          searchMemories(query: "Where do I live now?", projectId: $projectId) {
            results {
              memory {
                text
                history {
                  event
                  oldText
                  newText
                }
              }
            }
          }
        }
      `,
      { projectId: gateway.admin.projectId },
    );
    expect(searchMemories.results.find(({ memory }) => memory.text === rotterdam)?.memory.history).toEqual([
      { event: 'ADD', oldText: null, newText: rotterdam },
      { event: 'SUPERSEDE', oldText: rotterdam, newText: ghent },
    ]);
  });
});

describe('a list of links', () => {
  it('is refused for a user ID with NUL', async () => {
    const client = gateway.as(gateway.admin.apiKey);
    const query = 'query ($userId: String) { memoryLinks(userId: $userId) { totalCount } }';
    const { body } = await client.rest('POST', '/graphql', { query, variables: { userId: 'rosa\0' } });
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT', fields: { userId: [expect.any(String)] } } }],
    });
  });
});

describe('a link that a person sets', () => {
  it.each([
    ['NUL', 'moved\0', 'contains characters that cannot be stored (NUL or half of a surrogate pair).'],
    ['50,001 characters', 'x'.repeat(50_001), 'may have 50000 characters at most.'],
  ])('is refused with a reason of %s', async (_what, reason, problem) => {
    await tell();
    const [newer, older] = (await search('Where do I live now?')).map(({ memory }) => memory.id);
    const { setMemoryLink } = await graphql<{ setMemoryLink: unknown }>(
      `
        mutation ($input: SetMemoryLinkInput!) {
          setMemoryLink(input: $input) {
            ... on ValidationError {
              fields {
                field
                messages
              }
            }
          }
        }
      `,
      { input: { newerMemoryId: newer, olderMemoryId: older, reason } },
    );
    expect(setMemoryLink).toEqual({ fields: [{ field: 'input.reason', messages: [`\`reason\` ${problem}`] }] });
  });

  it('merges a memory into a fuller one, which lists then show alone unless asked for both', async () => {
    const [short, full] = ['I play the violin.', 'I have played the violin in the city orchestra since 2019.'];
    const older = (await add(short ?? '', '2026-01-05T10:00:00Z')).addMemories.results[0]?.id;
    const newer = (await add(full ?? '', '2026-02-05T10:00:00Z')).addMemories.results[0]?.id;
    await graphql(
      `
        mutation ($input: SetMemoryLinkInput!) {
          setMemoryLink(input: $input) {
            ... on SetMemoryLinkPayload {
              memoryLink {
                id
              }
            }
          }
        }
      `,
      { input: { newerMemoryId: newer, olderMemoryId: older, relation: 'MERGES' } },
    );
    const list = async (args: string) => {
      const { memories } = await graphql<{ memories: { nodes?: unknown; edges: { node: { text: string } }[] } }>(
        `query ($projectId: ID!) { memories(projectId: $projectId${args}) { edges { node { text } } totalCount } }`,
        { projectId: gateway.admin.projectId },
      );
      return memories.edges.map(({ node }) => node.text);
    };
    expect(await list('')).toEqual([full]);
    expect(await list(', includeMerged: true')).toEqual([full, short]);
    const rest = await gateway
      .as(gateway.admin.apiKey)
      .rest<{ results: { memory: string }[] }>('POST', '/v3/memories/', {
        filters: { user_id: 'rosa' },
        include_merged: true,
      });
    expect(rest.body.results.map(({ memory }) => memory)).toEqual([full, short]);
  });
});
