/** An operation to send, valid or invalid. */
export interface Operation {
  readonly transport: 'http' | 'sse' | 'socket' | 'rest';
  /** Who sends the operation. */
  readonly who: string;
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const errorFields = '__typename ... on Error { code }';

/** Documents that succeed, partly fail, or are refused. Sockets replace `Op` by the operation name. */
const documents: readonly string[] = [
  'query Op { viewer { mode } }',
  'query Op { memories(first: 2) { edges { node { id } } } }',
  'query Op { project(id: "proj_missing") { id } }',
  'query Op { a: viewer { mode } b: memories(first: 1000) { totalCount } }',
  'query Op { a: organizations { totalCount } b: requestLogs(filter: { userId: "x" }) { totalCount } }',
  'query Op { memories(first: -1) { totalCount } }',
  'query Op { nowhere }',
  'query Op($id: ID!) { memory(id: $id) { id } }',
  'query Op { viewer { mode',
  `mutation Op { createOrganization(input: { name: "" }) { ${errorFields} } }`,
  `mutation Op { createOrganization(input: { name: "Harbour" }) { ${errorFields} } }`,
  `mutation Op { deleteMemory(input: { id: "00000000-0000-4000-8000-000000000000" }) { ${errorFields} } }`,
  `mutation Op { a: createOrganization(input: { name: "Pier" }) { ${errorFields} } b: deleteMemory(input: { id: "x" }) { ${errorFields} } }`,
  `mutation Op { updateProject(input: { id: "proj_missing", name: "a" }) { ${errorFields} } }`,
  'query Op { organizations(first: 100) { edges { node { projects(first: 100) { edges { node { memories(first: 100) { totalCount edges { node { id } } } } } } } } } }',
];

const requests: readonly (readonly [string, string, unknown?])[] = [
  ['GET', '/v1/ping/'],
  ['GET', '/v1/memories/?user_id=ada'],
  ['GET', '/v1/memories/00000000-0000-4000-8000-000000000000/'],
  ['GET', '/v1/entities/'],
  ['POST', '/v1/memories/', { messages: [{ role: 'user', content: 'I like tea.' }], user_id: 'ada', infer: false }],
  ['POST', '/v1/memories/', { messages: 7 }],
  ['POST', '/v1/memories/', '{ broken'],
  ['POST', '/v2/memories/search/', { query: 'tea', filters: { user_id: 'ada' } }],
  ['PUT', '/v1/memories/nonsense/', { text: '' }],
  ['DELETE', '/v1/memories/nonsense/'],
  ['GET', '/v1/nowhere/'],
  ['GET', '/api/v1/orgs/organizations/'],
  ['POST', '/search', { query: '' }],
  ['PATCH', '/search', {}],
];

/** Yields `count` operations, equal for equal seeds. */
export function* operations(count: number, { projectId }: { projectId: string }, seed = 7): Generator<Operation> {
  const next = random(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value;
  for (let index = 0; index < count; index += 1) {
    const transport = pick(['http', 'sse', 'socket', 'rest'] as const);
    const [method, path, body] = pick(requests);
    // A socket with a wrong credential does not open.
    const who = pick(transport === 'socket' ? ['admin', 'stranger', 'none'] : ['admin', 'stranger', 'none', 'wrong']);
    const query = pick(documents);
    const isTold = query.includes('$id') && next() < 0.5;
    yield { transport, who, query, method, path, body, ...(isTold && { variables: { id: projectId } }) };
  }
}

/** Mulberry32. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
