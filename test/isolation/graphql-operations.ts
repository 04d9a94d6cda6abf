import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { IdName, Ids } from './ids.js';

type Kind = 'query' | 'mutation' | 'subscription';

/** A root field that can be requested with the ids of any target. */
export interface GraphQLOperation {
  readonly name: string;
  readonly kind: Kind;
  readonly document: string;
  variables(ids: Ids): Record<string, unknown>;
}

const messages = [{ role: 'USER', content: 'The lamp is red.' }];

/** Optional inputs without which a field does nothing or rejects the request. Required inputs come from the schema. */
const extras: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  addMemories: { infer: false, messages },
  generateProfiles: {},
  importMemories: { format: 'JSONL', content: '{"memory": "The lamp is green."}' },
  previewEmbeddings: { texts: ['A lamp', 'A boat'], embedder: { provider: 'local' } },
  previewMemories: { messages },
  previewProjectSettings: { query: 'red' },
  replayLogStream: { cursor: '0' },
  updateConfiguration: { customInstructions: 'Be brief.' },
  updateMemories: { text: 'The lamp is blue.' },
  updateMemory: { text: 'The lamp is blue.' },
  updateViewer: { name: 'Renamed' },
  updateProfileSettings: { customInstructions: 'Be brief.' },
  updateProject: { description: 'Lamps' },
  updateWebhook: { name: 'hook' },
};

/** Optional entity ids without which an add, an import or a deletion has no owner. */
const owners = new Set([
  'addMemories',
  'deleteMemories',
  'generateProfiles',
  'importMemories',
  'previewDeletion',
  'previewMemories',
]);

/** Type of the object that an argument `id` names, by field name. The first match counts. */
const nouns: readonly (readonly [RegExp, IdName])[] = [
  [/logStream/i, 'logStream'],
  [/webhookDeliver/i, 'delivery'],
  [/webhook|sendWebhookTestEvent/i, 'webhook'],
  [/apiKey/i, 'apiKey'],
  [/profileJob/i, 'profileJob'],
  [/^(accept|decline)Invitation/, 'receivedInvitation'],
  [/invitation/i, 'invitation'],
  [/link/i, 'link'],
  [/requestLog/i, 'requestLog'],
  [/export/i, 'export'],
  [/memor(y|ies)|nodes?$/i, 'memory'],
  [/deletion/i, 'deletion'],
  [/event/i, 'event'],
  [/organization/i, 'organization'],
  [/project/i, 'project'],
  [/user/i, 'user'],
  [/endSession/, 'session'],
];

const named: Readonly<Record<string, IdName>> = {
  organizationId: 'organization',
  projectId: 'project',
  defaultProjectId: 'project',
  memoryId: 'memory',
  newerMemoryId: 'otherMemory',
  olderMemoryId: 'memory',
  webhookId: 'webhook',
  eventId: 'event',
  deletionId: 'deletion',
  userId: 'entity',
  email: 'email',
};

/** Objects that `node` finds. */
const nodes: readonly IdName[] = [
  'organization',
  'project',
  'memory',
  'webhook',
  'logStream',
  'delivery',
  'event',
  'deletion',
  'profileJob',
  'apiKey',
  'invitation',
  'link',
  'requestLog',
  'user',
  'session',
  'memoryChange',
  'attempt',
  'connectedApp',
  'receivedInvitation',
];

const texts: Readonly<Record<string, unknown>> = {
  url: 'https://hook.invalid/x',
  password: 'a long password',
  currentPassword: 'not the password',
  newPassword: 'another long password',
  query: 'red',
  useCase: 'A shop for lamps',
};

/**
 * Every root field. Fields for a project or an organization are listed once for each, those with an input of exactly one field once for
 * each of its fields, `node` for each kind of object.
 */
export function graphqlOperations(schema: GraphQLSchema, kind: Kind): GraphQLOperation[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return Object.values(roots[kind]?.getFields() ?? {}).flatMap((field) => {
    if (field.name === 'node')
      return nodes.map((name) => ({
        ...toOperation(schema, field, { kind, place: null, others: [] }),
        name: `node(${name})`,
        variables: (ids) => ({ id: ids[name] }),
      }));
    const places = toPlaces(field);
    return places.map((place) =>
      toOperation(schema, field, { kind, place, others: places.filter((each) => each !== place) }),
    );
  });
}

/** Returns inputs of which a request has one, or null alone. */
function toPlaces(field: GraphQLField<unknown, unknown>): readonly (string | null)[] {
  const inputs = field.args.map(({ type }) => getNamedType(type)).filter(isInputObjectType);
  const [choice] = inputs.filter(({ isOneOf }) => isOneOf);
  if (choice) return Object.keys(choice.getFields());
  const names = new Set([...field.args, ...field.args.flatMap(toInputFields)].map(({ name }) => name));
  return names.has('projectId') && names.has('organizationId') ? ['projectId', 'organizationId'] : [null];
}

function toInputFields({ type }: GraphQLArgument): readonly GraphQLInputField[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}

function toOperation(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
  { kind, place, others }: { kind: Kind; place: string | null; others: readonly (string | null)[] },
): GraphQLOperation {
  const left = new Set(others.filter((name) => name !== null));
  const sent = (ids: Ids) => field.args.flatMap((each) => toEntry(field.name, each, { ids, left }));
  const names = new Set(sent(sampleIds).map(([name]) => name));
  const used = field.args.filter(({ name }) => names.has(name));
  const head = used.length === 0 ? '' : `(${used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')})`;
  const args = used.length === 0 ? '' : `(${used.map(({ name }) => `${name}: $${name}`).join(', ')})`;
  return {
    name: place === null ? field.name : `${field.name}(${place})`,
    kind,
    document: `${kind} ${head} { ${field.name}${args} ${selection(schema, field.type, kind === 'query' ? 4 : 3)} }`,
    variables: (ids) => Object.fromEntries(sent(ids)),
  };
}

// Only the names of the entries are read.
const sampleIds = new Proxy({}, { get: () => 'sample' }) as Ids;

type Input = Pick<GraphQLArgument | GraphQLInputField, 'name' | 'type' | 'defaultValue'>;

interface Given {
  readonly ids: Ids;
  /** Arguments and input fields to leave out. */
  readonly left: ReadonlySet<string>;
}

/** Returns the value of an argument or input field, or none if it is optional and not an id. */
function toEntry(operation: string, input: Input, given: Given): [string, unknown][] {
  const { name, type } = input;
  if (given.left.has(name)) return [];
  const extra = extras[operation]?.[name];
  if (extra !== undefined) return [[name, extra]];
  const isId = getNamedType(type).name === 'ID' || (name === 'userId' && owners.has(operation));
  const isNeeded = isNonNullType(type) && input.defaultValue === undefined;
  return isNeeded || isId ? [[name, toValue({ ...given, operation, name }, type)]] : [];
}

interface Place extends Given {
  readonly operation: string;
  readonly name: string;
}

function toValue(place: Place, type: GraphQLInputType): unknown {
  const { operation, name, ids } = place;
  if (isNonNullType(type)) return toValue(place, type.ofType);
  if (isListType(type)) return [toValue(place, type.ofType)];
  if (isInputObjectType(type) && type.isOneOf)
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => !place.left.has(field.name))
        .map((field) => [field.name, toValue({ ...place, name: field.name }, field.type)]),
    );
  if (isInputObjectType(type))
    return Object.fromEntries(Object.values(type.getFields()).flatMap((field) => toEntry(operation, field, place)));
  if (isEnumType(type)) return (type.getValue('READER') ?? type.getValue('USER') ?? type.getValues()[0])?.name;
  const isId = type.name === 'ID' || name in named || isEntityName(operation, name);
  return isId ? toId(operation, name, ids) : toPlain(name, type.name);
}

function toId(operation: string, name: string, ids: Ids): string {
  if (isEntityName(operation, name)) return ids.entity;
  // An object of another kind is foreign, absent or deleted like the target.
  return ids[named[name] ?? nouns.find(([pattern]) => pattern.test(operation))?.[1] ?? 'memory'];
}

const isEntityName = (operation: string, name: string): boolean =>
  name === 'name' && /^(entity|deleteEntity|eraseSubject|exportSubject)$/.test(operation);

const scalars: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 0.5,
  Boolean: true,
  DateTime: '2026-01-01T00:00:00.000Z',
  LocalDate: '2099-01-01',
  JSON: {},
};

const toPlain = (name: string, type: string): unknown => scalars[type] ?? texts[name] ?? 'text';

/** Selects everything without further arguments, to this depth. */
function selection(schema: GraphQLSchema, output: GraphQLOutputType, depth: number): string {
  const type = getNamedType(output);
  if (isLeafType(type)) return '';
  if (isUnionType(type) || isInterfaceType(type)) {
    const parts = schema.getPossibleTypes(type).map((each) => `... on ${each.name} ${aliased(schema, each, depth)}`);
    return `{ __typename ${parts.join(' ')} }`;
  }
  return isObjectType(type) ? aliased(schema, type, depth) : '';
}

/** Selects the fields of one type. Aliases by type keep equal names in a union apart. */
function aliased(schema: GraphQLSchema, type: GraphQLOutputType, depth: number): string {
  if (!isObjectType(type)) return '';
  // Opens lists only one level deep, because nested pages would multiply.
  const fields = Object.values(type.getFields()).filter(({ args }) =>
    args.every(({ type: each }) => !isNonNullType(each)),
  );
  const parts = fields.flatMap((field) => {
    const isLeaf = isLeafType(getNamedType(field.type));
    const isPage = getNamedType(field.type).name.endsWith('Connection');
    if (!isLeaf && (depth <= 1 || isPage)) return [];
    return [`${type.name}_${field.name}: ${field.name} ${selection(schema, field.type, depth - 1)}`];
  });
  return `{ __typename ${parts.join(' ')} }`;
}
