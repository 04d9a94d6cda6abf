import type { FastifyRequest } from 'fastify';
import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';
import type { Plugin } from 'graphql-yoga';

// The engine treats every object with a `then` property as a promise. Clients choose response keys, so `then` is
// rejected here, where the error can give the reason. JSON values with `then` are handled in schema/json-values.

/** Rejects operations with the response key `then`. */
export const thenPlugin: Plugin = {
  onValidate: ({ addValidationRule }) => addValidationRule(noThen),
};

function noThen(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      if (node.alias?.value === 'then')
        context.reportError(
          new GraphQLError('A field of a response cannot be named `then`. Choose another alias.', { nodes: node }),
        );
    },
  };
}

/** Returns whether a request has a parameter `then` in its URL or body. */
export function hasThenParameter({ body, query }: FastifyRequest): boolean {
  return [body, query].some((given) => typeof given === 'object' && given !== null && Object.hasOwn(given, 'then'));
}
