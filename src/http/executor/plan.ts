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

/** A field of a selection, with everything about it that does not depend on the request. */
export interface FieldPlan {
  /** Key in the response. */
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  /** Values of the arguments; null if they depend on variables. */
  readonly args: Readonly<Record<string, unknown>> | null;
  /** Selections of the object types that the field can return, as far as they are known. */
  readonly selections: Map<GraphQLObjectType, SelectionPlan>;
  /** The selection, if the field returns one object type only. */
  readonly selection: SelectionPlan | null;
}

export type SelectionPlan = readonly FieldPlan[];

export interface QueryPlan {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Variables that the plan was made for: those of `@skip` and `@include` decide which fields it has. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly fields: SelectionPlan;
}

/** Plans a query of a valid document. */
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

/** Returns the selection below a field for one object type that it can return. */
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

// Wrong values belong into the response of each request: they are reported when the field runs.
function readArguments(field: GraphQLField<unknown, unknown>, node: FieldNode): Record<string, unknown> | null {
  try {
    return getArgumentValues(field, node);
  } catch {
    return null;
  }
}
