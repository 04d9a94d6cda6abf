import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, OperationTypeNode, parse, type OperationDefinitionNode } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOperationFacts } from '@memory-gateway/graphql-documents';
import { buildSchema } from '../../src/schema/index.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { createRandom, createRandomOperations, type Operation } from './random-documents.js';

// TRANSPORT_DOCUMENTS=10000 runs the long form.
const rounds = Number(process.env['TRANSPORT_DOCUMENTS'] ?? 150);
const seed = Number(process.env['TRANSPORT_SEED'] ?? 11);

let test: TestApp;
const ids: string[] = [];
beforeAll(async () => {
  test = await startTestApp();
  const { rest } = test.as(test.admin.apiKey);
  for (const content of ['The lamp is green.', 'Ann likes tea.']) {
    const body = { messages: [{ role: 'user', content }], user_id: 'ann', infer: false };
    await rest('POST', '/v3/memories/add/', body);
  }
  const memories = await rest<{ data: { memories: { nodes: { id: string }[] } } }>('POST', '/graphql', {
    query: '{ memories { nodes { id } } }',
  });
  ids.push(test.admin.projectId, test.admin.orgId, ...memories.body.data.memories.nodes.map(({ id }) => id));
});
afterAll(() => test.close());

const mediaTypes = ['application/json', 'application/graphql-response+json, application/json', '*/*'] as const;

/** Sends an operation. A query string makes the engine's own transport handle it. */
async function send(url: '/graphql' | '/graphql?own', accept: string, sent: { payload: string; key: string | null }) {
  const headers = { accept, 'content-type': 'application/json', ...(sent.key !== null && { 'x-api-key': sent.key }) };
  const answer = await test.app.inject({ method: 'POST', url, headers, payload: sent.payload });
  const id = String(answer.headers['x-request-id']);
  const { 'x-request-id': _id, 'content-length': _length, date: _date, ...rest } = answer.headers;
  return { status: answer.statusCode, headers: rest, body: sortErrors(answer.body.replaceAll(id, 'the request')) };
}

// The order of errors depends on which resolver ends first.
function sortErrors(text: string): unknown {
  const body = JSON.parse(text) as { data?: unknown; errors?: unknown[] };
  const errors = body.errors?.map((error) => JSON.stringify(error)).sort();
  if (!errors) return body;
  // A null that reaches the root ends the execution: which other fields failed before it depends on their time.
  return { ...body, errors: body.data === null ? errors.length > 0 : errors };
}

/** Compares both transports for a document that is new and for one that is known. @returns the statuses */
async function compare(operation: Operation, key: string | null): Promise<number[]> {
  const payload = JSON.stringify(operation);
  const statuses: number[] = [];
  for (const accept of mediaTypes) {
    const own = await send('/graphql?own', accept, { payload, key });
    expect(await send('/graphql', accept, { payload, key }), `${accept}\n${payload}`).toEqual(own);
    statuses.push(own.status);
  }
  return statuses;
}

/** Returns every text of the tests and of the client that is a document. */
function documentsOfTheSuite(): string[] {
  const files = ['test', 'bench', 'client/documents'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const texts = files
    .filter((file) => /\.(ts|graphql)$/.test(file) && !file.includes('node_modules'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return file.endsWith('.graphql')
        ? [text]
        : [...text.matchAll(/(['`])(\s*(?:\{|query|mutation)[^'`]*)\1/g)].map((match) => match[2] ?? '');
    });
  return [...new Set(texts)].filter((text) => !text.includes('${') && isOperation(text));
}

function isOperation(text: string): boolean {
  try {
    return parse(text).definitions.every(
      ({ kind }) => kind === Kind.OPERATION_DEFINITION || kind === Kind.FRAGMENT_DEFINITION,
    );
  } catch {
    return false;
  }
}

const operationsOf = (query: string): OperationDefinitionNode[] =>
  parse(query).definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);

// Each request adds a row of the log and counts as a use of the key.
const changing = [
  'requestLog',
  'requestLogs',
  'requestLogStatistics',
  'lastUsedAt',
  'retrievals',
  'projectStatistics',
  'apiKeys',
  'auditLogs',
  'auditChain',
  'fieldUsage',
];
const isSteady = (query: string) => !changing.some((name) => query.includes(name));

describe('a POST of one operation has the status, headers and body of the engine’s own transport', () => {
  it('for every query and mutation of the suite', { timeout: 300_000 }, async () => {
    let compared = 0;
    for (const query of documentsOfTheSuite().filter(isSteady))
      for (const { operation, name } of operationsOf(query)) {
        if (operation === OperationTypeNode.SUBSCRIPTION) continue;
        // A mutation would change what the second transport answers.
        const key = operation === OperationTypeNode.QUERY ? test.admin.apiKey : null;
        await compare({ query, ...(name && { operationName: name.value }) }, key);
        compared += 1;
      }
    expect(compared).toBeGreaterThan(300);
  });

  it(`for ${rounds} random operations`, { timeout: 240_000 + rounds * 200 }, async () => {
    const next = createRandomOperations({
      schema: buildSchema(),
      random: createRandom(seed),
      ids,
      without: new Set(changing),
    });
    const counts = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const statuses = String(await compare(next(), test.admin.apiKey));
      counts.set(statuses, (counts.get(statuses) ?? 0) + 1);
    }
    // Comparing only refused operations, or only executed ones, would prove little.
    expect(counts.get('200,200,200')).toBeGreaterThan(rounds * 0.2);
    expect(counts.get('200,400,200')).toBeGreaterThan(rounds * 0.1);
  });

  it.each<[string, Operation]>([
    ['without a query', {} as Operation],
    ['with a parameter that is none', { query: '{ __typename }', batch: 1 } as Operation],
    [
      'with variables nested 200 deep',
      { query: '{ __typename }', variables: { a: JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown } },
    ],
    [
      'that costs too much',
      {
        query: `{ ${Array.from({ length: 10 }, (_none, index) => `p${index}: projects(first: 100) { nodes { memories(first: 100) { nodes { id } } } }`).join(' ')} }`,
      },
    ],
    ['with two operations and no name', { query: 'query A { __typename } query B { __typename }' }],
    ['with a name that is not there', { query: '{ __typename }', operationName: 'Nobody' }],
    [
      'with a variable of the wrong type',
      { query: 'query ($id: ID!) { memory(id: $id) { id } }', variables: { id: {} } },
    ],
    ['without a variable', { query: 'query ($id: ID!) { memory(id: $id) { id } }' }],
  ])('for an operation %s', async (_name, operation) => {
    await compare(operation, test.admin.apiKey);
    await compare(operation, null);
  });
});

it('finds an operation by name, or the only one', () => {
  const document = parse('query A { name } query B { name } mutation C { name }');
  const found = [undefined, 'A', 'C', 'D'].map((name) => getOperationFacts(document, name)?.name ?? null);
  expect(found).toEqual([null, 'A', 'C', null]);
  expect(getOperationFacts(document, 'C')?.type).toBe('MUTATION');
  expect(getOperationFacts(parse('{ cats: name }'), null)).toMatchObject({ name: 'query name', rootField: 'name' });
});
