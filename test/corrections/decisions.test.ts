import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let gateway: TestApp;

beforeAll(async () => {
  gateway = await startTestApp({ embedder: 'none' });
});
beforeEach(() => gateway.reset());
afterAll(() => gateway.close());

const call = (query: string, variables: Record<string, unknown>) =>
  gateway.as(gateway.admin.apiKey).rest<{ data: never; errors?: unknown }>('POST', '/graphql', { query, variables });

async function add(content: string): Promise<string> {
  const { body } = await call(
    'mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { ... on AddMemoriesPayload { results { memoryId } } } }',
    {
      input: {
        projectId: gateway.admin.projectId,
        userId: 'rosa',
        infer: false,
        messages: [{ role: 'USER', content }],
      },
    },
  );
  return (body.data as { addMemories: { results: { memoryId: string }[] } }).addMemories.results[0]?.memoryId ?? '';
}

async function setLink(newerMemoryId: string, olderMemoryId: string): Promise<Record<string, unknown>> {
  const { body } = await call(
    `mutation ($input: SetMemoryLinkInput!) { setMemoryLink(input: $input) {
      ... on SetMemoryLinkPayload { memoryLink { id } }
      ... on ValidationError { fields { field messages } }
    } }`,
    { input: { newerMemoryId, olderMemoryId } },
  );
  return (body.data as { setMemoryLink: Record<string, unknown> }).setMemoryLink;
}

const decide = (id: unknown, status: string) =>
  call(
    `mutation ($input: DecideMemoryLinkInput!) { decideMemoryLink(input: $input) {
      ... on DecideMemoryLinkPayload { olderMemory { lifecycleState replacedById } }
    } }`,
    { input: { id, status } },
  );

const linkId = (payload: Record<string, unknown>) => (payload.memoryLink as { id: string } | undefined)?.id;

describe('a memory that two links say is replaced', () => {
  it('stays replaced by the other one when a link is rejected', async () => {
    const rome = await add('I live in Rome.');
    const oslo = await add('I live in Oslo.');
    const bern = await add('I live in Bern.');
    const first = linkId(await setLink(oslo, rome));
    const second = linkId(await setLink(bern, rome));
    const olderAfter = async (id: unknown) =>
      ((await decide(id, 'REJECTED')).body.data as { decideMemoryLink: { olderMemory: unknown } }).decideMemoryLink
        .olderMemory;
    expect(await olderAfter(second)).toEqual({ lifecycleState: 'SUPERSEDED', replacedById: oslo });
    expect(await olderAfter(first)).toEqual({ lifecycleState: 'ACTIVE', replacedById: null });
  });
});

describe('a link in the other direction', () => {
  it('is refused while the newer memory is replaced by the older one, also through a third', async () => {
    const rome = await add('I live in Rome.');
    const oslo = await add('I live in Oslo.');
    const bern = await add('I live in Bern.');
    const link = linkId(await setLink(oslo, rome));
    await setLink(bern, oslo);
    const refused = {
      fields: [
        {
          field: 'input.olderMemoryId',
          messages: ['`olderMemoryId` names a memory that replaces `newerMemoryId`. Reject that link first.'],
        },
      ],
    };
    expect(await setLink(rome, oslo)).toEqual(refused);
    expect(await setLink(rome, bern)).toEqual(refused);
    await decide(link, 'REJECTED');
    expect(linkId(await setLink(rome, bern))).toEqual(expect.any(String));
  });

  it('is refused, too, while it is stored at the same time', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const [rome, oslo] = [await add(`I live in Rome, ${round}.`), await add(`I live in Oslo, ${round}.`)];
      const answers = await Promise.all([setLink(oslo, rome), setLink(rome, oslo)]);
      expect(answers.filter((answer) => 'fields' in answer)).toHaveLength(1);
    }
  });

  it('is refused, too, while another link hides the older memory', async () => {
    const rome = await add('I live in Rome.');
    const oslo = await add('I live in Oslo.');
    const bern = await add('I live in Bern.');
    await setLink(oslo, rome);
    await setLink(bern, rome);
    expect(await setLink(rome, oslo)).toHaveProperty('fields');
  });
});
