import { BREAK, Kind, visit, type ASTNode, type DocumentNode, type FieldNode } from 'graphql';

/** Whether the arguments of a field contain a variable. */
export function readsVariables({ arguments: given = [] }: FieldNode): boolean {
  return given.some(({ value }) => containsVariable(value));
}

function containsVariable(node: ASTNode): boolean {
  let found = false;
  visit(node, {
    Variable() {
      found = true;
      return BREAK;
    },
  });
  return found;
}

/** Names of the variables that decide which fields a document selects: those of `@skip` and `@include`. */
export function findConditionVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive(node) {
      if (node.name.value !== 'skip' && node.name.value !== 'include') return;
      for (const { value } of node.arguments ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names].sort();
}
