import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { responsePathAsArray, type GraphQLFieldResolver } from 'graphql';
import type { AppContext } from '../../context.js';
import { DomainError } from '../../errors.js';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the builder finds the types of plugins here
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      operationLog: OperationLogPlugin<Types>;
    }
  }
}

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Records errors in mutation payloads in the request log, so that a rejected operation is not logged as a success. Runs
 * inside the errors plugin, which converts exceptions to data, and outside of all other plugins.
 */
class OperationLogPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    const types = field.extensions?.['pothosErrors'] as readonly ErrorClass[] | undefined;
    if (!types) return resolve;
    return async (...given) => {
      try {
        return await resolve(...given);
      } catch (error) {
        const [, , ctx, info] = given;
        const isPayload = error instanceof DomainError && types.some((type) => error instanceof type);
        if (isPayload) (ctx as AppContext).noteError(error, responsePathAsArray(info.path).join('.'));
        throw error;
      }
    };
  }
}

SchemaBuilder.registerPlugin('operationLog', OperationLogPlugin);
