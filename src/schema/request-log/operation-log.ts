import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import {
  getNamedType,
  GraphQLError,
  isUnionType,
  responsePathAsArray,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import type { AppContext } from '../../context.js';
import { DomainError } from '../../errors.js';

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the builder finds the types of plugins here
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      operationLog: OperationLogPlugin<Types>;
    }
  }
}

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Lets the errors plugin return an error as data only to documents that select it; to others it is a top-level error,
 * so that no client can miss it. Records errors that become data in the request log, so that a rejected operation is
 * not logged as a success. Runs inside the errors plugin and outside of all other plugins.
 */
class OperationLogPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    const types = field.extensions?.['pothosErrors'] as readonly ErrorClass[] | undefined;
    if (!types) return resolve;
    // The name in the schema: a bundler may rename the class.
    const nameOf = (type: ErrorClass) => this.builder.configStore.getTypeConfig(type as never).name;
    return async (...given) => {
      try {
        return await resolve(...given);
      } catch (error) {
        const [, , ctx, info] = given;
        const type = types.find((each) => error instanceof each);
        if (!type || !(error instanceof DomainError)) throw error;
        if (!isSelected(nameOf(type), info)) throw new GraphQLError(error.message, { originalError: error });
        (ctx as AppContext).noteError(error, responsePathAsArray(info.path).join('.'));
        throw error;
      }
    };
  }
}

/** Whether the document selects more of an error type than `__typename`, which some clients add to every selection. */
function isSelected(
  name: string,
  { schema, fragments, variableValues, fieldNodes, returnType }: GraphQLResolveInfo,
): boolean {
  const result = getNamedType(returnType);
  // The types of a subgraph have other names.
  const type = isUnionType(result)
    ? result.getTypes().find(({ name: own, extensions }) => (extensions['originalName'] ?? own) === name)
    : undefined;
  if (!type) return false;
  const fields = collectSubfields(schema, fragments, variableValues, type, fieldNodes);
  return [...fields.values()].some(([field]) => field?.name.value !== '__typename');
}

SchemaBuilder.registerPlugin('operationLog', OperationLogPlugin);
