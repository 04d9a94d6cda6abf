import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { AppContext } from '../context.js';
import { once } from '../resolvers/idempotency/begin-once.js';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the builder finds the types of plugins here
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      idempotency: IdempotencyPlugin<Types>;
    }
  }
}

const argument = 'idempotencyKey';

const description =
  'Carries the mutation out once, however often it is sent with this key: 8 to 128 printable ASCII characters without blanks, kept for 24 hours. ' +
  'The same key with other arguments is refused. Mutations that begin, renew or end a session ignore it.';

/** They hand out tokens, which must not be had twice, or take them back, which may be done as often as one likes. */
const sessionMutations = new Set(['registerFirstAdmin', 'login', 'refreshSession', 'logout', 'acceptInvitation']);

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

/**
 * Gives every mutation the argument `idempotencyKey` and carries it out once for each. It is the innermost plugin: callers and arguments
 * have been checked, and what it throws is treated like what the mutation throws. What a mutation answers is kept as the value that its
 * selection is resolved from, so a replay may select other fields.
 */
class IdempotencyPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (field.kind !== 'Mutation') return field;
    const arg: PothosInputFieldConfig<Types> = {
      ...{
        kind: 'Arg',
        graphqlKind: 'Arg',
        name: argument,
        parentField: field.name,
        parentType: field.parentType,
        description,
      },
      type: { kind: 'Scalar', ref: 'String', required: false },
      pothosOptions: { type: 'String' },
    };
    return { ...field, args: { ...field.args, [argument]: arg } };
  }

  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    if (field.kind !== 'Mutation' || sessionMutations.has(field.name)) return resolve;
    return (root, { [argument]: key, ...args }: { [argument]?: string | null }, ...[ctx, info]) => {
      if (key == null || (ctx as AppContext).caller.mode === 'none') return resolve(root, args, ctx, info);
      const request = { key, operation: `mutation ${field.name}`, payload: args };
      return once(ctx as AppContext, request, async (keyed) => await resolve(root, args, keyed, info));
    };
  }
}

SchemaBuilder.registerPlugin('idempotency', IdempotencyPlugin);
