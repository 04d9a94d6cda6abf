import { isObject } from '../../components/is-object';
import {
  Kind,
  parse,
  print,
  valueFromASTUntyped,
  visit,
  type ArgumentNode,
  type ConstValueNode,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { parseCutJson } from './cut-json';
import type { StoredBody } from './request-details';

/** A result of a search, with what the response says about it. */
export interface PastResult {
  readonly id: string;
  readonly text: string;
  readonly score: number;
  /** Parts of the score. Null without `explain`. */
  readonly contributions: Readonly<Record<string, number>> | null;
}

/** A search in a logged request. */
export interface PastSearch {
  readonly query: string;
  /** All other arguments, as they were sent. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Reads the results of this search from a response. Null if the response has none, or has no IDs. */
  read(response: unknown): readonly PastResult[] | null;
}

type Json = Readonly<Record<string, unknown>>;

const restPath = /^\/(v[123]\/memories\/)?search\/?$/;
const searchField = 'searchMemories';

/** Whether a search of the self-hosted API, which names no project. */
export const isSelfHosted = ({ url }: StoredBody): boolean => /^\/search\b/.test(url);

/** Returns the searches of a logged request. Empty: it is no search, or its body is cut. */
export function readSearches({ url, request }: StoredBody): readonly PastSearch[] {
  const body = request === null ? undefined : parseCutJson(request);
  if (!isObject(body)) return [];
  const path = url.replace(/\?.*/s, '');
  if (restPath.test(path)) return typeof body.query === 'string' ? [toRestSearch(body)] : [];
  const document = path === '/graphql' ? parseDocument(body.query) : null;
  return document ? toOperationSearches(document, body) : [];
}

function toRestSearch({ query, ...settings }: Json): PastSearch {
  return {
    query: String(query),
    settings,
    read(response) {
      const results = isObject(response) ? response.results : response;
      return toResults(results, (result) => ({
        id: result.id,
        text: result.memory,
        score: result.score,
        contributions: isObject(result.score_details) ? result.score_details.contributions : null,
      }));
    },
  };
}

function parseDocument(text: unknown): DocumentNode | null {
  try {
    return typeof text === 'string' ? parse(text) : null;
  } catch {
    return null;
  }
}

function toOperationSearches(document: DocumentNode, body: Json): PastSearch[] {
  const select = createSelector(document);
  return listRootFields(document, body)
    .filter(({ field }) => field.name.value === searchField)
    .map(({ field, values: { query, ...settings } }) => ({
      query: String(query),
      settings,
      read: (response) => readField(select, field, response),
    }));
}

/** Lists the fields of the operation that was run, with their arguments. */
function listRootFields(document: DocumentNode, { operationName, variables }: Json) {
  const operations = document.definitions.filter(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0];
  const fields = operation ? createSelector(document)(operation) : [];
  return fields.map((field) => ({ field, values: toArguments(field, isObject(variables) ? variables : {}) }));
}

type Selector = (node: { readonly selectionSet?: SelectionSetNode | undefined }) => readonly FieldNode[];

/** Creates a function that lists the fields of a selection, also those of its fragments. */
function createSelector(document: DocumentNode): Selector {
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const select: Selector = ({ selectionSet }) =>
    (selectionSet?.selections ?? []).flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
      return fragment ? select(fragment) : [];
    });
  return select;
}

function toArguments(field: FieldNode, variables: Json): Json {
  const values = (field.arguments ?? []).map(({ name, value }): [string, unknown] => [
    name.value,
    valueFromASTUntyped(value, variables),
  ]);
  // A variable without a value is an argument that was not sent.
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null));
}

const keyOf = ({ alias, name }: FieldNode) => (alias ?? name).value;

function readField(select: Selector, field: FieldNode, response: unknown): readonly PastResult[] | null {
  const data = isObject(response) ? response.data : null;
  const payload = isObject(data) ? data[keyOf(field)] : null;
  // The document may give each field another name.
  const get = (parent: FieldNode, value: unknown, name: string): readonly [FieldNode, unknown] | null => {
    const found = select(parent).find((node) => node.name.value === name);
    return found && isObject(value) ? [found, value[keyOf(found)]] : null;
  };
  const list = get(field, payload, 'results');
  if (!list) return null;
  return toResults(list[1], (result) => {
    const memory = get(list[0], result, 'memory');
    const explain = get(list[0], result, 'explain');
    return {
      id: memory && get(...memory, 'id')?.[1],
      text: memory && get(...memory, 'text')?.[1],
      score: get(list[0], result, 'score')?.[1],
      contributions: explain && get(...explain, 'contributions')?.[1],
    };
  });
}

// The last result of a cut response may be incomplete.
function toResults(
  list: unknown,
  toResult: (item: Json) => Readonly<Record<keyof PastResult, unknown>>,
): readonly PastResult[] | null {
  if (!Array.isArray(list)) return null;
  const results = list
    .filter(isObject)
    .map(toResult)
    .flatMap(({ id, text, score, contributions }) =>
      typeof id === 'string' && typeof text === 'string' && typeof score === 'number'
        ? [{ id, text, score, contributions: (contributions ?? null) as PastResult['contributions'] }]
        : [],
    );
  return list.length > 1 && results.length === 0 ? null : results;
}

/** Returns the body that runs the searches of a request again in a project, without counting them as searches. */
export function toRepeatedBody(stored: StoredBody, projectId: string): Json {
  const body = JSON.parse(stored.request ?? '{}') as Json;
  if (isSelfHosted(stored)) return { ...body, record_hits: false };
  if (!/^\/graphql\b/.test(stored.url)) return { project_id: projectId, ...body, record_hits: false };
  const variables = { ...(isObject(body.variables) && body.variables) };
  const query = print(
    visit(parse(String(body.query)), {
      Field: (field) =>
        field.name.value === searchField ? toRepeatedField(field, { projectId, variables }) : undefined,
    }),
  );
  return { ...body, query, variables };
}

// An argument that comes from a variable keeps it: a server refuses unused variables.
function toRepeatedField(
  field: FieldNode,
  { projectId, variables }: { readonly projectId: string; readonly variables: Record<string, unknown> },
): FieldNode {
  const kept = (field.arguments ?? []).filter(
    ({ name, value }) => name.value !== 'recordHits' || value.kind === Kind.VARIABLE,
  );
  for (const { name, value } of kept) {
    if (value.kind !== Kind.VARIABLE) continue;
    if (name.value === 'recordHits') variables[value.name.value] = false;
    if (name.value === 'projectId') variables[value.name.value] ??= projectId;
  }
  const added = [
    toArgument('recordHits', { kind: Kind.BOOLEAN, value: false }),
    toArgument('projectId', { kind: Kind.STRING, value: projectId }),
  ];
  const isGiven = (name: string) => kept.some((argument) => argument.name.value === name);
  return { ...field, arguments: [...kept, ...added.filter(({ name }) => !isGiven(name.value))] };
}

const toArgument = (name: string, value: ConstValueNode): ArgumentNode => ({
  kind: Kind.ARGUMENT,
  name: { kind: Kind.NAME, value: name },
  value,
});

/** A result then and now. Ranks begin at 1; null: not among the results. */
export interface ComparedResult {
  readonly result: PastResult;
  readonly rank: number | null;
  readonly formerRank: number | null;
  readonly formerScore: number | null;
}

/** Lists the results of now, then those that are gone. */
export function compareResults(
  former: readonly PastResult[],
  current: readonly PastResult[],
): readonly ComparedResult[] {
  const rankIn = (list: readonly PastResult[], id: string) => list.findIndex((result) => result.id === id) + 1 || null;
  const gone = former.filter(({ id }) => rankIn(current, id) === null);
  return [...current, ...gone].map((result) => ({
    result,
    rank: rankIn(current, result.id),
    formerRank: rankIn(former, result.id),
    formerScore: former.find(({ id }) => id === result.id)?.score ?? null,
  }));
}

/** Returns the value that the message of an error names first, such as `top_k`. Undefined: the message names none. */
export function findRefusedValue(
  message: string,
  { request }: StoredBody,
): { readonly name: string; readonly value: unknown } | undefined {
  const [, name = ''] = /^`?(?:body\.)?([a-zA-Z][\w.]*)`?:? /.exec(message) ?? [];
  const body = request === null ? undefined : parseCutJson(request);
  if (!isObject(body)) return undefined;
  const document = parseDocument(body.query);
  const fields = document ? listRootFields(document, body).map(({ values }) => values) : [];
  const value = findValue([...fields, body], name.split('.'));
  return value === undefined ? undefined : { name, value };
}

function findValue(value: unknown, path: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
  if (found !== undefined) return found;
  for (const child of Object.values(value)) {
    const inner = findValue(child, path);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
