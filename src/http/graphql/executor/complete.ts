import {
  defaultTypeResolver,
  GraphQLError,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import { inspect } from 'graphql/jsutils/inspect.js';
import { isIterableObject } from 'graphql/jsutils/isIterableObject.js';
import { addPath, pathToArray, type Path } from 'graphql/jsutils/Path.js';
import { selectionOf, type FieldPlan, type QueryPlan, type SelectionPlan } from './plan.js';

export interface Run {
  readonly plan: QueryPlan;
  readonly contextValue: unknown;
  readonly variables: Record<string, unknown>;
  /** Errors of the response so far. */
  readonly errors: GraphQLError[];
}

type Data = Record<string, unknown>;

interface Place {
  readonly plan: FieldPlan;
  /** Built on demand: most fields are leaves without an error. */
  readonly path: () => Path;
}

/** Executes the fields of one object. Rejects or throws if a non-null field fails. */
export function executeFields(
  run: Run,
  selection: SelectionPlan,
  at: { source: unknown; path: Path | undefined },
): Data | Promise<Data> {
  const data = Object.create(null) as Data;
  let hasPromise = false;
  try {
    for (const plan of selection) {
      const value = executeField(run, plan, at);
      data[plan.key] = value;
      if (isPromise(value)) hasPromise = true;
    }
  } catch (error) {
    if (!hasPromise) throw error;
    // Like the reference executor, wait for running fields before reporting the error.
    return settle(data).finally(() => {
      throw error;
    });
  }
  return hasPromise ? settle(data) : data;
}

function executeField(
  run: Run,
  plan: FieldPlan,
  { source, path: parentPath }: { source: unknown; path: Path | undefined },
): unknown {
  const { field, key, parent } = plan;
  let made: Path | undefined;
  const path = () => (made ??= addPath(parentPath, key, parent.name));
  const place = { plan, path };
  try {
    const value = field.resolve ? callResolver(run, place, source) : readProperty(run, place, source);
    if (!isPromise(value)) return rejectToNull(run, place, completeValue(run, place, { type: field.type, value }));
    const completed = value.then((resolved) => completeValue(run, place, { type: field.type, value: resolved }));
    return completed.then(undefined, (error: unknown) =>
      failField(run, place, { error, type: field.type, path: path() }),
    );
  } catch (error) {
    return failField(run, place, { error, type: field.type, path: path() });
  }
}

function rejectToNull(run: Run, place: Place, completed: unknown): unknown {
  if (!isPromise(completed)) return completed;
  const { type } = place.plan.field;
  return completed.then(undefined, (error: unknown) => failField(run, place, { error, type, path: place.path() }));
}

/** Reads a property like the default resolver of the reference executor. */
function readProperty(run: Run, place: Place, source: unknown): unknown {
  if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return undefined;
  const name = place.plan.field.name;
  const value = (source as Readonly<Data>)[name];
  if (typeof value !== 'function') return value;
  return (source as Readonly<Record<string, (...given: unknown[]) => unknown>>)[name]?.(
    argumentsOf(run, place),
    run.contextValue,
    infoOf(run, place),
  );
}

function callResolver(run: Run, place: Place, source: unknown): unknown {
  return place.plan.field.resolve?.(source, argumentsOf(run, place), run.contextValue, infoOf(run, place));
}

// Copied per call, because resolvers may keep or change their arguments.
function argumentsOf(run: Run, { plan }: Place): Data {
  if (plan.args) return plan.field.args.length === 0 ? {} : { ...plan.args };
  const [node] = plan.nodes;
  return node ? getArgumentValues(plan.field, node, run.variables) : {};
}

function infoOf({ plan: query, variables }: Run, { plan, path }: Place): GraphQLResolveInfo {
  const { field, nodes, parent } = plan;
  return {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType: parent,
    path: path(),
    schema: query.schema,
    fragments: query.fragments,
    rootValue: undefined,
    operation: query.operation,
    variableValues: variables,
  };
}

interface Incomplete<Type = GraphQLOutputType> {
  readonly type: Type;
  readonly value: unknown;
}

function completeValue(run: Run, place: Place, { type, value }: Incomplete): unknown {
  if (value instanceof Error) throw value;
  if (isNonNullType(type)) {
    const completed = completeValue(run, place, { type: type.ofType, value });
    if (completed === null) throw new Error(nullMessage(place));
    return isPromise(completed) ? completed.then((settled) => refuseNull(settled, place)) : completed;
  }
  if (value === null || value === undefined) return null;
  if (isLeafType(type)) return completeLeaf(type, value);
  if (isListType(type)) return completeList(run, place, { type, value });
  if (isObjectType(type)) return completeObject(run, place, { type, value });
  return completeAbstract(run, place, { type, value });
}

const nullMessage = ({ plan }: Place) =>
  `Cannot return null for non-nullable field ${plan.parent.name}.${plan.field.name}.`;

function refuseNull(value: unknown, place: Place): unknown {
  if (value === null) throw new Error(nullMessage(place));
  return value;
}

function completeLeaf(type: GraphQLLeafType, value: unknown): unknown {
  const serialized: unknown = type.serialize(value);
  if (serialized == null)
    throw new Error(
      `Expected \`${inspect(type)}.serialize(${inspect(value)})\` to return non-nullable value, returned: ${inspect(serialized)}`,
    );
  return serialized;
}

function completeList(run: Run, place: Place, { type, value }: Incomplete<GraphQLList<GraphQLOutputType>>): unknown {
  if (!isIterableObject(value))
    throw new GraphQLError(
      `Expected Iterable, but did not find one for field "${place.plan.parent.name}.${place.plan.field.name}".`,
    );
  const list = place.path();
  let hasPromise = false;
  const items = Array.from(value, (item, index) => {
    const completed = completeItem(
      run,
      { plan: place.plan, path: () => addPath(list, index, undefined) },
      { type: type.ofType, value: item },
    );
    if (isPromise(completed)) hasPromise = true;
    return completed;
  });
  return hasPromise ? Promise.all(items) : items;
}

function completeItem(run: Run, { plan, path }: Place, { type, value }: Incomplete): unknown {
  let made: Path | undefined;
  const place = { plan, path: () => (made ??= path()) };
  const fail = (error: unknown) => failField(run, place, { error, type, path: place.path() });
  try {
    const completed = isPromise(value)
      ? value.then((resolved) => completeValue(run, place, { type, value: resolved }))
      : completeValue(run, place, { type, value });
    return isPromise(completed) ? completed.then(undefined, fail) : completed;
  } catch (error) {
    return fail(error);
  }
}

function completeObject(run: Run, place: Place, { type, value }: Incomplete<GraphQLObjectType>): unknown {
  if (type.isTypeOf) {
    const isOfType = type.isTypeOf(value, run.contextValue, infoOf(run, place));
    if (isPromise(isOfType))
      return isOfType.then((is) => completeChecked(run, place, { type, value, isOfType: is === true }));
    return completeChecked(run, place, { type, value, isOfType });
  }
  return executeSelection(run, place, { type, value });
}

function completeChecked(
  run: Run,
  place: Place,
  { type, value, isOfType }: Incomplete<GraphQLObjectType> & { isOfType: boolean },
): unknown {
  if (!isOfType)
    throw new GraphQLError(`Expected value of type "${type.name}" but got: ${inspect(value)}.`, {
      nodes: place.plan.nodes,
    });
  return executeSelection(run, place, { type, value });
}

function executeSelection(run: Run, { plan, path }: Place, { type, value }: Incomplete<GraphQLObjectType>): unknown {
  return executeFields(run, plan.selection ?? selectionOf(run.plan, plan, type), { source: value, path: path() });
}

function completeAbstract(run: Run, place: Place, { type, value }: Incomplete<GraphQLAbstractType>): unknown {
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const found = resolveType(value, run.contextValue, infoOf(run, place), type);
  const complete = (name: unknown) =>
    completeObject(run, place, { type: runtimeType(run, place, { type, value, name }), value });
  return isPromise(found) ? found.then(complete) : complete(found);
}

function runtimeType(
  { plan: { schema } }: Run,
  { plan }: Place,
  { type, value, name }: Incomplete<GraphQLAbstractType> & { name: unknown },
): GraphQLObjectType {
  const { nodes, parent, field } = plan;
  const place = `field "${parent.name}.${field.name}" with value ${inspect(value)}`;
  if (name == null)
    throw new GraphQLError(
      `Abstract type "${type.name}" must resolve to an Object type at runtime for field "${parent.name}.${field.name}". Either the "${type.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      { nodes },
    );
  if (typeof name !== 'string')
    throw new GraphQLError(
      `Abstract type "${type.name}" must resolve to an Object type at runtime for ${place}, received "${inspect(name)}".`,
    );
  const found = schema.getType(name);
  if (!found)
    throw new GraphQLError(
      `Abstract type "${type.name}" was resolved to a type "${name}" that does not exist inside the schema.`,
      { nodes },
    );
  if (!isObjectType(found))
    throw new GraphQLError(`Abstract type "${type.name}" was resolved to a non-object type "${name}".`, { nodes });
  if (!schema.isSubType(type, found))
    throw new GraphQLError(`Runtime Object type "${found.name}" is not a possible type for "${type.name}".`, { nodes });
  return found;
}

/** Records the error and returns null as the field's value. Throws the error if the field is non-null. */
function failField(
  run: Run,
  { plan }: Place,
  { error, type, path }: { error: unknown; type: GraphQLOutputType; path: Path },
): null {
  const located = locatedError(error, plan.nodes, pathToArray(path));
  if (isNonNullType(type)) throw located;
  run.errors.push(located);
  return null;
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

async function settle(data: Data): Promise<Data> {
  const keys = Object.keys(data);
  const values = await Promise.all(Object.values(data));
  keys.forEach((key, index) => {
    data[key] = values[index];
  });
  return data;
}
