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
    enter(node, ...[, parent, path, ancestors]) {
      if (node !== wanted) return undefined;
      // A field that the type does not have is named by the error itself.
      const end = node.kind === Kind.OBJECT_FIELD ? -2 : undefined;
      subject = describePath(path.slice(0, end), [...ancestors, parent ?? [], node].slice(1));
      return BREAK;
    },
  });
  return subject;
}

/** @param found what each key of the path leads to */
function describePath(
  path: readonly (string | number)[],
  found: readonly (ASTNode | readonly ASTNode[])[],
): string | null {
  let subject: string | null = null;
  let name = '';
  let place = '';
  for (const [index, key] of path.entries()) {
    const node = found[index];
    if (path[index - 1] === 'values') place += `[${key}]`;
    if (!node || !('kind' in node)) continue;
    if (node.kind === Kind.OBJECT_FIELD) place += `.${node.name.value}`;
    if (node.kind === Kind.ARGUMENT) [subject, name] = [`Argument "${node.name.value}"`, node.name.value];
    if (node.kind === Kind.VARIABLE_DEFINITION)
      [subject, name] = [`Variable "$${node.variable.name.value}"`, node.variable.name.value];
  }
  return subject !== null && place !== '' ? `${subject} at "${name}${place}"` : subject;
}
