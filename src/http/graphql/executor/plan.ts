import {
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { getFieldDef } from 'graphql/execution/execute.js';
import { getArgumentValues } from 'graphql/execution/values.js';
import { readsVariables } from './variables.js';

/** A selected field with everything about it that does not depend on the request. */
export interface FieldPlan {
  /** Key in the response. */
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  /** Argument values. Null if they depend on variables. */
  readonly args: Readonly<Record<string, unknown>> | null;
  /** Selections by returned object type, filled on demand. */
  readonly selections: Map<GraphQLObjectType, SelectionPlan>;
  /** Selection of a field that returns one object type only, else null. */
  readonly selection: SelectionPlan | null;
}

export type SelectionPlan = readonly FieldPlan[];

export interface QueryPlan {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Values of the `@skip` and `@include` variables. They decide which fields the plan contains. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly fields: SelectionPlan;
}

/** Creates the plan of a validated query. */
export function planQuery(
  schema: GraphQLSchema,
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
  variables: Readonly<Record<string, unknown>>,
): QueryPlan {
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  const root = schema.getQueryType();
  if (!root) throw new Error('The schema has no queries.');
  const context = { schema, fragments, variables };
  const fields = collectFields(schema, fragments, variables, root, operation.selectionSet);
  return { schema, operation, fragments, variables, fields: planFields(context, root, fields) };
}

type PlanContext = Pick<QueryPlan, 'schema' | 'fragments' | 'variables'>;

/** Returns the selection of a field for one of the object types that it can return. */
export function selectionOf(context: PlanContext, plan: FieldPlan, type: GraphQLObjectType): SelectionPlan {
  const known = plan.selections.get(type);
  if (known) return known;
  const { schema, fragments, variables } = context;
  const made = planFields(context, type, collectSubfields(schema, fragments, variables, type, plan.nodes));
  plan.selections.set(type, made);
  return made;
}

function planFields(
  context: PlanContext,
  parent: GraphQLObjectType,
  collected: ReadonlyMap<string, readonly FieldNode[]>,
): SelectionPlan {
  return [...collected].flatMap(([key, nodes]) => {
    const [node] = nodes;
    // Documents are validated, so every field exists.
    const field = node && getFieldDef(context.schema, parent, node);
    return field ? [planField(context, { key, nodes, parent, field })] : [];
  });
}

type FoundField = Pick<FieldPlan, 'key' | 'nodes' | 'parent' | 'field'>;

function planField(context: PlanContext, found: FoundField): FieldPlan {
  const [node] = found.nodes;
  const args = node && !readsVariables(node) ? readArguments(found.field, node) : null;
  const plan = { ...found, args, selections: new Map<GraphQLObjectType, SelectionPlan>() };
  const type = getNamedType(found.field.type);
  const selection =
    isObjectType(type) && !isAbstractType(type) ? selectionOf(context, { ...plan, selection: null }, type) : null;
  return { ...plan, selection };
}

// Invalid values are reported in each response, so the executor reads the arguments again when the field runs.
function readArguments(field: GraphQLField<unknown, unknown>, node: FieldNode): Record<string, unknown> | null {
  try {
    return getArgumentValues(field, node);
  } catch {
    return null;
  }
}
