import { getOperationAST, Kind, type DocumentNode, type OperationDefinitionNode } from 'graphql';

/** What a document says about one of its operations, whatever the variables are. */
export interface OperationFacts {
  readonly operation: OperationDefinitionNode;
  /** Name for the request log. An anonymous operation is named by type and first field: `query memories`. */
  readonly name: string;
  readonly type: (typeof operationTypes)[keyof typeof operationTypes];
  /** First root field. Null: the operation begins with a fragment. */
  readonly rootField: string | null;
  /** Variables that can change the cost of the operation. Single ids and texts cannot. */
  readonly costVariables: readonly string[];
}

const knownFacts = new WeakMap<DocumentNode, Map<string | null, OperationFacts>>();

/**
 * Returns the facts of the operation with this name, or of the only operation. They are read once for each operation
 * of a document. Null: the document has no such operation, or several and no name was given.
 */
export function getOperationFacts(document: DocumentNode, name: string | null | undefined): OperationFacts | null {
  const known = knownFacts.get(document)?.get(name ?? null);
  if (known) return known;
  const operation = getOperationAST(document, name);
  if (!operation) return null;
  const facts = readFacts(operation);
  const ofDocument = knownFacts.get(document) ?? new Map<string | null, OperationFacts>();
  knownFacts.set(document, ofDocument.set(name ?? null, facts));
  return facts;
}

function readFacts(operation: OperationDefinitionNode): OperationFacts {
  const [first] = operation.selectionSet.selections;
  const rootField = first?.kind === Kind.FIELD ? first.name.value : null;
  const anonymous = rootField === null ? operation.operation : `${operation.operation} ${rootField}`;
  return {
    operation,
    name: operation.name?.value ?? anonymous,
    type: operationTypes[operation.operation],
    rootField,
    costVariables: findCostVariables(operation),
  };
}

const operationTypes = { query: 'QUERY', mutation: 'MUTATION', subscription: 'SUBSCRIPTION' } as const;

function findCostVariables({ variableDefinitions = [] }: OperationDefinitionNode): string[] {
  return variableDefinitions.flatMap(({ type, variable }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    const isText = named.kind === Kind.NAMED_TYPE && /^(ID|String)$/.test(named.name.value);
    return isText ? [] : [variable.name.value];
  });
}
