import {
  coerceInputValue,
  GraphQLError,
  isInputType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';

interface ExecutedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly variableValues?: Readonly<Record<string, unknown>> | null;
}

/** The engine stops after as many errors. */
const errorsMax = 50;

/**
 * Returns what is wrong with the values of an operation's variables, at most 50 errors; an absent variable is left to the engine. The engine
 * writes the whole value into each of its errors, which takes seconds and hundreds of megabytes for a large one.
 */
export function findVariableErrors(operation: ExecutedOperation): GraphQLError[] {
  const { schema, document, operationName, variableValues } = operation;
  const errors: GraphQLError[] = [];
  const definitions = findOperation(document, operationName)?.variableDefinitions ?? [];
  for (const definition of definitions) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    const value = variableValues?.[name];
    if (!isInputType(type) || value === undefined) continue;
    try {
      coerceInputValue(value, type, (path, _value, error) => {
        if (errors.length >= errorsMax) throw enough;
        const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
        const place = path.length === 0 ? '' : ` at "${name}${steps}"`;
        const message = `Variable "$${name}" got invalid value ${place}; ${error.message}`;
        errors.push(new GraphQLError(message, { nodes: definition, originalError: error }));
      });
    } catch (error) {
      if (error !== enough) throw error;
      return [...errors, enough];
    }
  }
  return errors;
}

const enough = new GraphQLError('Too many errors processing variables, error limit reached. Execution aborted.');

function findOperation(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode | undefined {
  return document.definitions.find(
    (definition): definition is OperationDefinitionNode =>
      definition.kind === Kind.OPERATION_DEFINITION && (name == null || definition.name?.value === name),
  );
}
