import { BREAK, GraphQLError, Kind, visit, type ASTNode, type DocumentNode } from 'graphql';

/**
 * Names the argument that an error of a value in the document is about, and the place in it, as errors of variables do:
 * `Argument "filter" at "filter.createdAt.gt": …`. Returns other errors unchanged.
 */
export function nameArgument(error: GraphQLError, document: DocumentNode): GraphQLError {
  const [node] = error.nodes ?? [];
  const subject =
    node && (node.kind.endsWith('Value') || node.kind === Kind.OBJECT_FIELD) && findSubject(node, document);
  // The engine keeps the errors of a document, and they come here again with the next request.
  if (!subject || error.message.startsWith(`${subject}: `)) return error;
  return new GraphQLError(`${subject}: ${error.message}`, error);
}

function findSubject(wanted: ASTNode, document: DocumentNode): string | null {
  let subject: string | null = null;
  visit(document, {
    enter(node, ...[, , path]) {
      if (node !== wanted) return undefined;
      // A field that the type does not have is named by the error itself.
      subject = describePath(document, node.kind === Kind.OBJECT_FIELD ? path.slice(0, -2) : path);
      return BREAK;
    },
  });
  return subject;
}

function describePath(document: DocumentNode, path: readonly (string | number)[]): string | null {
  let found: ASTNode | readonly ASTNode[] = document;
  let subject: string | null = null;
  let name = '';
  let place = '';
  for (const [index, key] of path.entries()) {
    found = (found as unknown as Readonly<Record<string | number, ASTNode>>)[key] as ASTNode;
    if (path[index - 1] === 'values') place += `[${key}]`;
    if (found.kind === Kind.OBJECT_FIELD) place += `.${found.name.value}`;
    if (found.kind === Kind.ARGUMENT) [subject, name] = [`Argument "${found.name.value}"`, found.name.value];
    if (found.kind === Kind.VARIABLE_DEFINITION)
      [subject, name] = [`Variable "$${found.variable.name.value}"`, found.variable.name.value];
  }
  return subject !== null && place !== '' ? `${subject} at "${name}${place}"` : subject;
}
