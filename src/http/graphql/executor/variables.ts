import { BREAK, Kind, visit, type ASTNode, type DocumentNode, type FieldNode } from 'graphql';

/** Returns whether the arguments of a field contain a variable. */
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

/** Returns the names of the variables in `@skip` and `@include`, which decide the selected fields. */
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
