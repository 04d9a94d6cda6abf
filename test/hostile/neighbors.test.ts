import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const client = () => test.as(test.admin.apiKey);
const graphql = (query: string, variables: object) =>
  client().rest<{ data?: Record<string, unknown>; errors?: readonly { message: string; extensions: object }[] }>(
    'POST',
    '/graphql',
    { query, variables },
  );
const importFile = async (format: string, content: string, more: object = {}) => {
  const query = `mutation($input: ImportMemoriesInput!) {
    importMemories(input: $input) { ... on ImportMemoriesPayload { foundCount leftOutCount leftOut { recordNumber } } ... on Error { message } }
  }`;
  const { body } = await graphql(query, { input: { format, content, userId: 'ada', ...more } });
  return body.data?.['importMemories'];
};

/** Runs work, and measures which share of its time the longest wait of another caller took. */
async function measureWait<T>(work: Promise<T>): Promise<{ result: T; share: number }> {
  const startedMs = performance.now();
  let isOver = false;
  let longestMs = 0;
  void work.finally(() => (isOver = true));
  while (!isOver) {
    const sentMs = performance.now();
    expect((await test.as(null).rest('GET', '/auth/setup-status')).status).toBe(200);
    longestMs = Math.max(longestMs, performance.now() - sentMs);
  }
  return { result: await work, share: longestMs / (performance.now() - startedMs) };
}

describe('row 101b: files with as many records as fit into a request', () => {
  it.each([
    ['JSONL', '{}\n'.repeat(100_000), 100_000],
    ['JSON', `[${'0,'.repeat(199_999)}0]`, 200_000],
    ['CLAUDE', `[${'0,'.repeat(199_999)}0]`, 200_000],
  ])('are read while others are answered: %s', { timeout: 60_000 }, async (format, content, count) => {
    const { result, share } = await measureWait(importFile(format, content));
    const leftOut = Array.from({ length: 100 }, (_unused, index) => ({ recordNumber: index + 1 }));
    expect(result).toEqual({ foundCount: count, leftOutCount: count, leftOut });
    expect(share).toBeLessThan(0.25);
  });

  it('have no header and no record of more fields than a memory can keep', { timeout: 20_000 }, async () => {
    const header = (count: number) => Array.from({ length: count }, (_unused, index) => `c${index}`).join(',');
    expect(await importFile('CSV', `text,${header(200_000)}`)).toEqual({
      message: 'The header may have 10000 columns at most.',
    });
    expect(await importFile('CSV', `text,${header(9_000)},text`)).toEqual({
      message: 'The header has the column text twice.',
    });
    const record = Object.fromEntries(Array.from({ length: 100_000 }, (_unused, index) => [`c${index}`, 1]));
    expect(await importFile('JSONL', JSON.stringify({ text: 'Rome', ...record }))).toEqual({
      foundCount: 1,
      leftOutCount: 1,
      leftOut: [{ recordNumber: 1 }],
    });
  });

  it('have no mapping of more columns than a memory can keep', async () => {
    const mapping = (count: number) => JSON.stringify({ text: 'note', metadata: Array(count).fill('a') });
    const content = '{"note":"Rome","a":1}';
    expect(await importFile('JSONL', content, { mapping: mapping(1_001) })).toEqual({
      message: 'The mapping may name 1000 columns of metadata at most.',
    });
    expect(await importFile('JSONL', content, { mapping: mapping(1_000) })).toEqual({
      foundCount: 1,
      leftOutCount: 0,
      leftOut: [],
    });
  });
});

describe('row 101c: bodies with as many values as fit', () => {
  const tooMany = 'The body may have 100000 values at most.';
  const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_unused, n) => [`k${n}`, 1]));

  it('are refused before they are parsed', async () => {
    const body = { messages: Array(100_000).fill(1), user_id: 'ada' };
    const { status, body: answer } = await client().rest('POST', '/v3/memories/add/', body);
    expect({ status, answer }).toEqual({
      status: 400,
      answer: { error: '400 Bad Request', details: { message: tooMany }, detail: tooMany },
    });
    const { body: refused } = await graphql('{ __typename }', wide(100_000));
    expect(refused.errors?.map(({ message }) => message)).toEqual([tooMany]);
    expect((await graphql('{ __typename }', wide(99_990))).body).toEqual({ data: { __typename: 'Query' } });
  });

  it('are refused at once if each value is wrong, with 100 of the mistakes', { timeout: 10_000 }, async () => {
    const hosted = await client().rest<{ detail: string }>('POST', '/v3/memories/add/', {
      messages: Array(99_000).fill(1),
      user_id: 'ada',
    });
    expect(hosted.status).toBe(400);
    expect(hosted.body.detail.match(/must be an object\./g)).toHaveLength(100);
    const selfHosted = await client().rest<{ detail: unknown[] }>('POST', '/memories', {
      messages: Array(99_000).fill(1),
      user_id: 'ada',
    });
    expect(selfHosted.status).toBe(422);
    expect(selfHosted.body.detail).toHaveLength(100);
  });

  it('with unknown fields of an input are refused at once, and name the variable', { timeout: 10_000 }, async () => {
    const query = 'mutation($input: CreateOrganizationInput!) { createOrganization(input: $input) { __typename } }';
    const { body } = await graphql(query, { input: { ...wide(99_000), name: 'x'.repeat(100_000) } });
    expect(body.errors).toHaveLength(51);
    expect(body.errors?.[0]?.message).toBe(
      'Variable "$input": Field "k0" is not defined by type "CreateOrganizationInput".',
    );
  });

  it('of a long URI of an MCP resource get a reason', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'a'.repeat(1_500_000) } };
    expect(await client().rest('POST', '/mcp', body)).toMatchObject({
      status: 400,
      body: { error: { message: '`uri` may have 4096 characters at most.' } },
    });
  });
});
