import { composeServices } from '@theguild/federation-composition';
import {
  assertObjectType,
  buildSchema as buildFrom,
  getNamedType,
  isInterfaceType,
  isObjectType,
  parse,
  printSchema,
  type GraphQLSchema,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  hiddenFields,
  sharedTypes,
  toSubgraphFieldName,
  toSubgraphTypeName,
} from '../../../src/schema/federation/names.js';
import { createSubgraph } from '../../../src/schema/federation/subgraph.js';
import { buildSchema } from '../../../src/schema/index.js';
import { company } from './company.js';

const whole = buildSchema();
const { schema, sdl } = createSubgraph(whole);

const rootNames = ['Query', 'Mutation', 'Subscription'] as const;
const fieldsOf = (of: GraphQLSchema, name: string) => assertObjectType(of.getType(name)).getFields();

const errorsOf = (...subgraphs: Parameters<typeof composeServices>[0]) =>
  (composeServices(subgraphs).errors ?? []).map(({ message }) => message);

describe('the schema without federation', () => {
  it('stays byte for byte the same when a subgraph is made of it', () => {
    expect(`${printSchema(whole).trimEnd()}\n`).toBe(readFileSync('schema.graphql', 'utf8'));
  });
});

describe('the subgraph', () => {
  const memory = { name: 'memory', typeDefs: parse(sdl), url: 'http://memory.example.com/graphql' };

  it('composes without an error, alone and beside a company that uses the same general names', () => {
    expect(errorsOf(memory)).toEqual([]);
    expect(errorsOf(memory, { name: 'company', typeDefs: company })).toEqual([]);
  });

  it('composes beside the subgraph of the documentation, which refers to memories', () => {
    const [, stub = ''] = /```text\n(type Ticket .*?)```/s.exec(readFileSync('docs/federation.md', 'utf8')) ?? [];
    const imports =
      'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"]) type Query { ticket: Ticket }';
    expect(errorsOf(memory, { name: 'tickets', typeDefs: parse(`${imports} ${stub}`) })).toEqual([]);
    expect(stub).toContain('lesson: Memory');
  });

  it('is needed: the schema itself does not compose beside that company', () => {
    const typeDefs = parse(readFileSync('schema.graphql', 'utf8'));
    expect(errorsOf({ name: 'memory', typeDefs }, { name: 'company', typeDefs: company }).length).toBeGreaterThan(5);
  });

  it('adds memories, searchMemories and profile to the company’s User, all nullable', () => {
    const { publicSdl = '' } = composeServices([memory, { name: 'company', typeDefs: company }]);
    const fields = Object.values(fieldsOf(buildFrom(publicSdl), 'User')).map(
      ({ name, type }) => `${name}: ${String(type)}`,
    );
    expect(fields).toEqual([
      'id: ID!',
      'createdAt: String!',
      'name: String!',
      'role: Role!',
      'projects: ProjectConnection!',
      'memories: MemoryConnection',
      'profile: MemoryProfile',
      'searchMemories: SearchMemoriesPayload',
    ]);
  });

  it('has a key on every type with an id, and @shareable on PageInfo alone', () => {
    const marked = (directive: string) =>
      [...sdl.matchAll(/^type (\w+)[^\n]*/gm)]
        .filter(([line]) => line.includes(directive))
        .map(([, name = '']) => name)
        .sort();
    const nodes = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type))
      .filter((type) => type.getInterfaces().some(({ name }) => name === 'MemoryNode'));
    expect(marked('@key(fields: "id")')).toEqual([...nodes.map(({ name }) => name), 'User'].sort());
    expect(marked('@key(fields: "id")')).toEqual([
      'Memory',
      'MemoryDeletion',
      'MemoryEntity',
      'MemoryEvent',
      'MemoryExport',
      'MemoryFeedback',
      'MemoryHistoryEntry',
      'MemoryLink',
      'MemoryOrganization',
      'MemoryProfileJob',
      'MemoryProject',
      'MemoryUser',
      'MemoryWebhook',
      'MemoryWebhookAttempt',
      'MemoryWebhookDelivery',
      'User',
    ]);
    expect(marked('@shareable')).toEqual(['PageInfo']);
  });

  it('shows exactly the root fields that are not hidden, all of which name memories', () => {
    for (const root of rootNames) {
      const shown = Object.keys(fieldsOf(whole, root)).filter((name) => !hiddenFields[root].has(name));
      const expected = shown.map((name) => toSubgraphFieldName(root, name));
      const added = root === 'Query' ? ['_entities', '_service'] : [];
      expect(Object.keys(fieldsOf(schema, root))).toEqual([...expected, ...added].sort());
      for (const name of expected) expect(name).toMatch(/memor(y|ies)/i);
    }
    expect(Object.keys(fieldsOf(schema, 'Query'))).toMatchInlineSnapshot(`
      [
        "_entities",
        "_service",
        "memories",
        "memory",
        "memoryDeletion",
        "memoryDeletions",
        "memoryEntities",
        "memoryEntity",
        "memoryEvent",
        "memoryEvents",
        "memoryExport",
        "memoryExports",
        "memoryFeedback",
        "memoryHistory",
        "memoryLinks",
        "memoryProfile",
        "memoryProfileJob",
        "memorySummary",
        "previewMemories",
        "previewMemoryDeletion",
        "searchMemories",
      ]
    `);
    expect(Object.keys(fieldsOf(schema, 'Mutation'))).toMatchInlineSnapshot(`
      [
        "addMemories",
        "cancelMemoryDeletion",
        "cancelMemoryEvent",
        "createMemoryEntity",
        "createMemoryExport",
        "decideMemoryLink",
        "deleteMemories",
        "deleteMemoriesById",
        "deleteMemory",
        "deleteMemoryEntity",
        "deleteMemoryExport",
        "generateMemoryProfiles",
        "giveMemoryFeedback",
        "importMemories",
        "retryMemoryEvent",
        "setMemoryLink",
        "undoMemoryDeletion",
        "updateMemories",
        "updateMemory",
      ]
    `);
    expect(Object.keys(fieldsOf(schema, 'Subscription'))).toEqual([
      'memoryChanges',
      'memoryEvent',
      'memoryEventChanges',
    ]);
  });

  it('hides only fields that exist, and shares only types that exist', () => {
    for (const root of rootNames)
      expect([...hiddenFields[root]].filter((name) => !(name in fieldsOf(whole, root)))).toEqual([]);
    expect([...sharedTypes].filter((name) => !whole.getType(name))).toEqual([]);
  });

  it('has no type with a general name', () => {
    const general = Object.keys(schema.getTypeMap()).filter(
      (name) => !/^_|Memor(y|ies)|^(Query|Mutation|Subscription|ID|String|Int|Float|Boolean)$/.test(name),
    );
    expect(general.sort()).toEqual([...sharedTypes, 'User'].sort());
    expect(['User', 'Project', 'Event', 'MemoryEvent', 'Memory', 'PageInfo'].map(toSubgraphTypeName)).toEqual([
      'MemoryUser',
      'MemoryProject',
      'MemoryEvent',
      'MemoryHistoryEvent',
      'Memory',
      'PageInfo',
    ]);
  });

  it('has no field that returns an interface, whose types the subgraph might lack', () => {
    const returned = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type))
      .flatMap((type) => Object.values(type.getFields()))
      .filter(({ type }) => isInterfaceType(getNamedType(type)));
    expect(returned.map(({ name }) => name)).toEqual([]);
  });
});
