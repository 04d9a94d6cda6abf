import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { AppContext } from '../../context.js';
import { runOnce } from '../../resolvers/idempotency/begin-once.js';

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the builder finds the types of plugins here
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      idempotency: IdempotencyPlugin<Types>;
    }
  }
}

const argument = 'idempotencyKey';

// `Mutation` explains the rules. Repeated 50 times, they made up a tenth of the schema document.
const description = 'Key for a safe retry. See `Mutation`.';

/** These mutations return tokens, which must not be stored for a replay, or revoke them, which is safe to repeat. */
const sessionMutations = new Set(['registerFirstAdmin', 'login', 'refreshSession', 'logout']);

/** Whether the response has tokens. An invitation has them only if a link was sent. */
const isSessionMutation = (mutation: string, { input }: { input?: { link?: unknown } }): boolean =>
  sessionMutations.has(mutation) || (mutation === 'acceptInvitation' && input?.link != null);

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

/** Adds `idempotencyKey` to every mutation. Innermost plugin. Stores the object, so retries may select other fields. */
class IdempotencyPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (field.kind !== 'Mutation') return field;
    const arg: PothosInputFieldConfig<Types> = {
      kind: 'Arg',
      graphqlKind: 'Arg',
      name: argument,
      parentField: field.name,
      parentType: field.parentType,
      description,
      type: { kind: 'Scalar', ref: 'String', required: false },
      pothosOptions: { type: 'String' },
    };
    return { ...field, args: { ...field.args, [argument]: arg } };
  }

  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    if (field.kind !== 'Mutation') return resolve;
    return (root, { [argument]: key, ...args }: { [argument]?: string | null }, ...[ctx, info]) => {
      const isKeyless = key == null || isSessionMutation(field.name, args);
      if (isKeyless || (ctx as AppContext).caller.mode === 'none') return resolve(root, args, ctx, info);
      const request = { key, operation: `mutation ${field.name}`, payload: args };
      return runOnce(ctx as AppContext, request, async (keyed) => await resolve(root, args, keyed, info));
    };
  }
}

SchemaBuilder.registerPlugin('idempotency', IdempotencyPlugin);
