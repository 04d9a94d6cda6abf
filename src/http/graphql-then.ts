import type { FastifyRequest } from 'fastify';
import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';

// The engine treats every object with a property `then` as a promise, and calls it. Callers choose response keys, so `then` is refused
// here, where the error can say why. Values of type JSON may have one: see schema/json-values.

/** Refuses operations with the response key `then`. */
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

/** Whether a request has a parameter `then` in its URL or body. */
export function hasThenParameter({ body, query }: FastifyRequest): boolean {
  return [body, query].some((given) => typeof given === 'object' && given !== null && Object.hasOwn(given, 'then'));
}
