import { Kind, valueFromASTUntyped, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';
import { pageSizeDefault, pageSizeMax } from '../../page.js';
import { isMemoryColumn, memoryColumns } from '../../resolvers/memory/project-pages.js';
import type { FirstPages } from '../../resolvers/project/get-project-page.js';
import type { MemoryColumn } from '../../stores/memory/memory-row.js';

type Operation = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;

/** Always read, because the memory's id, project and cursor need these columns. */
const always: readonly MemoryColumn[] = ['id', 'projectId', 'createdAt'];
/** Fields of a memory that need no column of their own. */
const withoutColumn = new Set(['__typename', 'project', 'event', 'history', 'feedback', 'links']);

// Parsed documents are cached with their nodes, so each selection is analyzed once.
const columnsOfField = new WeakMap<FieldNode, readonly MemoryColumn[]>();

/** Returns the columns that a memory connection selects in `nodes` and `edges { node }`, in a fixed order. */
export function getMemoryColumns(
  connection: readonly FieldNode[],
  operation: Pick<Operation, 'fragments'>,
): readonly MemoryColumn[] {
  const [only, ...others] = connection;
  if (!only || others.length > 0) return columnsOf(connection, operation);
  const known = columnsOfField.get(only) ?? columnsOf(connection, operation);
  columnsOfField.set(only, known);
  return known;
}

function columnsOf(connection: readonly FieldNode[], operation: Pick<Operation, 'fragments'>): readonly MemoryColumn[] {
  const below = (nodes: readonly FieldNode[], name: string) =>
    nodes.flatMap((node) => fieldsOf(node.selectionSet, operation)).filter((field) => field.name.value === name);
  const names = [...below(connection, 'nodes'), ...below(below(connection, 'edges'), 'node')]
    .flatMap((node) => fieldsOf(node.selectionSet, operation))
    .map((field) => field.name.value);
  const wanted = new Set<string>(always);
  for (const name of names) {
    if (isMemoryColumn(name)) wanted.add(name);
    // A computed field may read any column.
    else if (!withoutColumn.has(name)) return memoryColumns;
  }
  return memoryColumns.filter((column) => wanted.has(column));
}

/** Returns the first pages in a project's selection, to read them in one statement. Loaders read missed pages. */
export function findFirstPages(info: GraphQLResolveInfo): FirstPages | null {
  const fields = info.fieldNodes.flatMap((node) => fieldsOf(node.selectionSet, info));
  const members = fields.find((field) => field.name.value === 'members');
  const memories = fields.find((field) => field.name.value === 'memories');
  const firstMembers = members && firstOf(members, info);
  const firstMemories = memories && firstOf(memories, info);
  if (!firstMembers && !firstMemories) return null;
  return {
    ...(firstMembers && { members: { first: firstMembers } }),
    ...(firstMemories && { memories: { first: firstMemories, columns: getMemoryColumns([memories], info) } }),
  };
}

export const getSelectedFields = (info: GraphQLResolveInfo): ReadonlySet<string> =>
  new Set(info.fieldNodes.flatMap((node) => fieldsOf(node.selectionSet, info)).map(({ name }) => name.value));

/** Returns the page size if a field selects only the first page without conditions, else null. */
function firstOf(field: FieldNode, { variableValues }: Operation): number | null {
  if (field.directives?.length) return null;
  const given = (field.arguments ?? [])
    .map(({ name, value }) => [name.value, valueFromASTUntyped(value, variableValues)] as const)
    .filter(([, value]) => value != null);
  const [[name, first] = ['first', pageSizeDefault], ...others] = given;
  const isSize = name === 'first' && Number.isInteger(first) && Number(first) >= 1 && Number(first) <= pageSizeMax;
  return isSize && others.length === 0 ? Number(first) : null;
}

function fieldsOf(selection: SelectionSetNode | undefined, operation: Pick<Operation, 'fragments'>): FieldNode[] {
  return (selection?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    const inner = node.kind === Kind.INLINE_FRAGMENT ? node : operation.fragments[node.name.value];
    return fieldsOf(inner?.selectionSet, operation);
  });
}
