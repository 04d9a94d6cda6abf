import { separateOperations, TypeInfo, visit, visitWithTypeInfo, type DocumentNode, type GraphQLSchema } from 'graphql';

const knownFields = new WeakMap<DocumentNode, Map<string | null, readonly string[]>>();

/**
 * Returns the fields that an operation selects, as `Type.field`, each once. Introspection fields are left out. They are read once for
 * each operation of a document, because most documents are executed many times.
 */
export function getUsedFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string | null | undefined,
): readonly string[] {
  const ofDocument = knownFields.get(document) ?? new Map<string | null, readonly string[]>();
  const known = ofDocument.get(name ?? null);
  if (known) return known;
  const fields = readFields(schema, findOperation(document, name));
  knownFields.set(document, ofDocument.set(name ?? null, fields));
  return fields;
}

function findOperation(document: DocumentNode, name: string | null | undefined): DocumentNode {
  const operations = separateOperations(document);
  return (name ? operations[name] : Object.values(operations)[0]) ?? document;
}

function readFields(schema: GraphQLSchema, operation: DocumentNode): string[] {
  const fields = new Set<string>();
  const types = new TypeInfo(schema);
  const Field = () => {
    const [parent, field] = [types.getParentType(), types.getFieldDef()];
    if (parent && field && !parent.name.startsWith('__') && !field.name.startsWith('__'))
      fields.add(`${parent.name}.${field.name}`);
  };
  visit(operation, visitWithTypeInfo(types, { Field }));
  return [...fields];
}
