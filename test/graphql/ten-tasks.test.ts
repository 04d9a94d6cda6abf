import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// Each document was written from schema.graphql alone, and worked when it was first sent. A document that must change shows
// that the schema breaks programs.

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** Sends a document. @returns the whole response */
async function send(query: string, variables: Record<string, unknown> = {}): Promise<unknown> {
  const response = await test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'x-api-key': test.admin.apiKey },
    payload: { query, variables },
  });
  return response.json();
}

const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
const time = expect.stringMatching(/^20\d\d-.*Z$/) as string;

/** ID of the memory of the first task, for those that follow. */
let memoryId = '';

describe('a document that was written from schema.graphql alone', () => {
  it('stores a sentence of a user as it is', async () => {
    const answer = await send(`
      mutation {
        addMemories(input: { messages: [{ role: USER, content: "Ada lives in Lisbon." }], userId: "ada", infer: false }) {
          ... on AddMemoriesPayload { results { event memory { id text userId createdAt } } }
        }
      }`);
    const memory = { id, text: 'Ada lives in Lisbon.', userId: 'ada', createdAt: time };
    expect(answer).toEqual({ data: { addMemories: { results: [{ event: 'ADD', memory }] } } });
    memoryId = (answer as { data: { addMemories: { results: [{ memory: { id: string } }] } } }).data.addMemories
      .results[0].memory.id;
  });

  it('extracts facts from a conversation, and waits for them', async () => {
    const answer = await send(
      `mutation ($messages: [MessageInput!]!) {
        addMemories(input: { messages: $messages, userId: "ada", wait: true }) {
          ... on AddMemoriesPayload { event { status error } results { memory { text } } }
        }
      }`,
      {
        messages: [
          { role: 'USER', content: 'I prefer tea to coffee.' },
          { role: 'ASSISTANT', content: 'Noted.' },
        ],
      },
    );
    expect(answer).toEqual({
      data: {
        addMemories: {
          event: { status: 'SUCCEEDED', error: null },
          results: [{ memory: { text: 'I prefer tea to coffee.' } }],
        },
      },
    });
  });

  it('finds the memories of a user that answer a question', async () => {
    const answer = await send(
      `query ($user: String!) {
        searchMemories(query: "Where does Ada live?", filter: { userId: { eq: $user } }, topK: 1) {
          nextCursor
          results { score memory { text } }
        }
      }`,
      { user: 'ada' },
    );
    expect(answer).toEqual({
      data: {
        searchMemories: {
          nextCursor: null,
          results: [{ score: expect.any(Number) as number, memory: { text: 'Ada lives in Lisbon.' } }],
        },
      },
    });
  });

  it('lists memories page by page, oldest first', async () => {
    const list = `query ($after: String) {
      memories(first: 1, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
        totalCount
        nodes { text }
        pageInfo { hasNextPage endCursor }
      }
    }`;
    type Page = { data: { memories: { pageInfo: { endCursor: string } } } };
    const first = (await send(list)) as Page;
    const endCursor = expect.any(String) as string;
    const page = (text: string, hasNextPage: boolean) => ({
      data: { memories: { totalCount: 2, nodes: [{ text }], pageInfo: { hasNextPage, endCursor } } },
    });
    expect(first).toEqual(page('Ada lives in Lisbon.', true));
    const second = await send(list, { after: first.data.memories.pageInfo.endCursor });
    expect(second).toEqual(page('I prefer tea to coffee.', false));
  });

  it('corrects a memory, and shows its history', async () => {
    const answer = await send(
      `mutation ($id: ID!) {
        updateMemory(input: { id: $id, text: "Ada lives in Porto." }) {
          ... on UpdateMemoryPayload { memory { text history { event oldText newText } } }
        }
      }`,
      { id: memoryId },
    );
    const history = [
      { event: 'ADD', oldText: null, newText: 'Ada lives in Lisbon.' },
      { event: 'UPDATE', oldText: 'Ada lives in Lisbon.', newText: 'Ada lives in Porto.' },
    ];
    expect(answer).toEqual({ data: { updateMemory: { memory: { text: 'Ada lives in Porto.', history } } } });
  });

  it('learns why a change was refused', async () => {
    const answer = await send(`
      mutation RateMissing {
        giveFeedback(input: { memoryId: "00000000-0000-7000-8000-000000000000", rating: POSITIVE }) {
          __typename
          ... on Error { code message }
        }
      }`);
    expect(answer).toEqual({
      data: {
        giveFeedback: { __typename: 'NotFoundError', code: 'NOT_FOUND', message: expect.any(String) as string },
      },
    });
  });

  it('lists the users with memories', async () => {
    const answer = await send('{ entities(type: USER) { nodes { name memoryCount memories { nodes { text } } } } }');
    const nodes = [{ text: 'I prefer tea to coffee.' }, { text: 'Ada lives in Porto.' }];
    expect(answer).toEqual({ data: { entities: { nodes: [{ name: 'ada', memoryCount: 2, memories: { nodes } }] } } });
  });

  it('counts what a deletion would remove, deletes it, and undoes that', async () => {
    const preview = await send('{ previewDeletion(input: { userId: "ada" }) { count sample { id } } }');
    expect(preview).toEqual({ data: { previewDeletion: { count: 2, sample: [{ id }, { id }] } } });
    const deleted = (await send(`
      mutation {
        deleteMemories(input: { userId: "ada", undoSeconds: 3600 }) {
          ... on DeleteMemoriesPayload { deletion { id status undoUntil } }
        }
      }`)) as { data: { deleteMemories: { deletion: { id: string } } } };
    const deletion = { id: expect.stringMatching(/^del_/) as string, status: 'PENDING', undoUntil: time };
    expect(deleted).toEqual({ data: { deleteMemories: { deletion } } });
    const undone = await send(
      `mutation ($id: ID!) {
        undoDeletion(input: { id: $id }) { ... on UndoDeletionPayload { deletion { status restored } } }
      }`,
      { id: deleted.data.deleteMemories.deletion.id },
    );
    expect(undone).toEqual({ data: { undoDeletion: { deletion: { status: 'CANCELLED', restored: 2 } } } });
  });

  it('creates a read-only API key that expires', async () => {
    const answer = await send(`
      mutation {
        createApiKey(input: { label: "dashboards", isReadOnly: true, expiresAt: "2099-01-01T00:00:00Z" }) {
          ... on CreateApiKeyPayload { secret apiKey { label prefix isReadOnly expiresAt } }
        }
      }`);
    const apiKey = {
      label: 'dashboards',
      prefix: expect.stringMatching(/^m0sk_/) as string,
      isReadOnly: true,
      expiresAt: '2099-01-01T00:00:00.000Z',
    };
    expect(answer).toEqual({ data: { createApiKey: { secret: expect.stringMatching(/^m0sk_/) as string, apiKey } } });
  });

  it('finds the refused requests of the last hour', async () => {
    const find = () =>
      send(
        `query ($since: DateTime!) {
          requestLogs(filter: { outcomes: [REFUSED], since: $since }) { nodes { operation statusCode outcome requestId } }
        }`,
        { since: new Date(Date.now() - 3_600_000).toISOString() },
      );
    const request = {
      operation: 'RateMissing',
      statusCode: 200,
      outcome: 'REFUSED',
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    };
    // The log is written in the background.
    await expect.poll(find, { timeout: 20_000 }).toEqual({ data: { requestLogs: { nodes: [request] } } });
  });
});
