import type { FastifyRequest } from 'fastify';
import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';

// The engine takes every object with a property `then` for a promise, and calls it. Names are the caller's to choose, so that is refused
// here, where one can still say why. Values of type JSON may have one: see schema/json-values.

/** Refuses operations that call a part of their answer `then`. */
export const thenPlugin: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(noThen),
};

function noThen(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      if (node.alias?.value === 'then')
        context.reportError(new GraphQLError('A part of the answer cannot be called "then".', { nodes: node }));
    },
  };
}

/** Whether a request has a parameter `then`, in its address or its body. */
export function hasThenParameter({ body, query }: FastifyRequest): boolean {
  return [body, query].some((given) => typeof given === 'object' && given !== null && Object.hasOwn(given, 'then'));
}
