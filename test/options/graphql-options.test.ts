import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { graphql as graphqlOf } from './callers.js';

let gateway: TestApp;
beforeAll(async () => {
  gateway = await startTestApp();
});
afterAll(() => gateway.close());

const graphql = <Data>(query: string, variables: object = {}) => graphqlOf<Data>(gateway, query, variables);

describe('an option of GraphQL', () => {
  it('sets the owner of an import: userId, agentId, appId, runId, fileName', async () => {
    const owner = { userId: 'ada', agentId: 'guide', appId: 'web', runId: 'r1' };
    const content = '{"memory": "I like figs"}\n{"memory": "I like dates"}\n';
    const query = `mutation ($input: ImportMemoriesInput!) {
      importMemories(input: $input) { ... on ImportMemoriesPayload { importedCount } } }`;
    const input = { ...owner, content, format: 'JSONL', fileName: 'memories.jsonl' };
    expect(await graphql(query, { input })).toEqual({ importMemories: { importedCount: 2 } });
    const { memories } = await graphql<{ memories: { nodes: object[] } }>(
      '{ memories(first: 1) { nodes { userId agentId appId runId } } }',
    );
    expect(memories.nodes).toEqual([owner]);
  });

  it('limits an invitation: expiresInHours, userRole', async () => {
    const query = `mutation ($input: CreateInvitationInput!) {
      createInvitation(input: $input) { ... on CreateInvitationPayload { invitation { createdAt expiresAt userRole } } } }`;
    const input = { email: 'li@example.com', expiresInHours: 2, userRole: 'ADMIN' };
    const { createInvitation } = await graphql<{
      createInvitation: { invitation: { createdAt: string; expiresAt: string; userRole: string } };
    }>(query, { input });
    const { createdAt, expiresAt, userRole } = createInvitation.invitation;
    expect([Date.parse(expiresAt) - Date.parse(createdAt), userRole]).toEqual([7_200_000, 'ADMIN']);
  });

  it('filters the links of memories: memoryId, userId, status, minProbability, maxProbability, projectId, pages', async () => {
    const ids: string[] = [];
    for (const text of ['I live in Bonn', 'I live in Kiel', 'I live in Graz']) {
      const { addMemories } = await graphql<{ addMemories: { results: { memoryId: string }[] } }>(
        `
          mutation ($input: AddMemoriesInput!) {
            addMemories(input: $input) {
              ... on AddMemoriesPayload {
                results {
                  memoryId
                }
              }
            }
          }
        `,
        { input: { userId: 'rosa', infer: false, messages: [{ role: 'USER', content: text }] } },
      );
      ids.push(...addMemories.results.map(({ memoryId }) => memoryId));
    }
    const [bonn, kiel, graz] = ids;
    const link = `mutation ($input: SetMemoryLinkInput!) { setMemoryLink(input: $input) { __typename } }`;
    await graphql(link, {
      input: { olderMemoryId: bonn, newerMemoryId: kiel, relation: 'SUPERSEDES', reason: 'moved' },
    });
    await graphql(link, {
      input: { olderMemoryId: kiel, newerMemoryId: graz, relation: 'SUPERSEDES', reason: 'moved again' },
    });
    const count = async (args: string) => {
      const found = await graphql<{ memoryLinks: { nodes: { id: string }[] } }>(
        `{ memoryLinks(${args}) { nodes { id } } }`,
      );
      return found.memoryLinks.nodes.length;
    };
    const project = `projectId: "${gateway.admin.projectId}"`;
    expect(await count(project)).toBe(2);
    expect(await count(`${project}, memoryId: "${bonn ?? ''}"`)).toBe(1);
    expect([await count('userId: "rosa"'), await count('userId: "li"')]).toEqual([2, 0]);
    expect([await count('status: CONFIRMED'), await count('status: REJECTED')]).toEqual([2, 0]);
    expect([await count('minProbability: 0.9'), await count('maxProbability: 0.1')]).toEqual([2, 0]);
    expect([await count('first: 1'), await count('last: 1')]).toEqual([1, 1]);
  });

  it('changes a search: precision, referenceDate, timezone', async () => {
    const search = async (args: string) => {
      const found = await graphql<{ searchMemories: { results: unknown[] } }>(
        `{ searchMemories(query: "a parking ticket", threshold: 0, filter: {userId: {eq: "rosa"}}, ${args}) { results { score } } }`,
      );
      return found.searchMemories.results.length;
    };
    expect(await search('precision: HIGH')).toBe(0);
    const client = gateway.as(gateway.admin.apiKey);
    for (const args of ['timezone: "Nowhere"', 'referenceDate: "yesterday"']) {
      const query = `{ searchMemories(query: "tea", ${args}) { results { score } } }`;
      const { body } = await client.rest<{ errors?: unknown[] }>('POST', '/graphql', { query });
      expect(body.errors).toHaveLength(1);
    }
  });
});
