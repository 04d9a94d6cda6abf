import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { ConflictError, ValidationError, type FieldErrors } from '../../errors.js';

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the builder finds the types of plugins here
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      inputPaths: InputPathsPlugin<Types>;
    }
  }
}

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

/** Prefixes the paths of field errors with the argument: `messages.0.role` becomes `input.messages.0.role`. */
class InputPathsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: Resolver<Types>, field: PothosOutputFieldConfig<Types>): Resolver<Types> {
    if (!('input' in field.args)) return resolve;
    return async (...given) => {
      try {
        return await resolve(...given);
      } catch (error) {
        throw withInputPaths(error);
      }
    };
  }
}

function withInputPaths(error: unknown): unknown {
  if (error instanceof ValidationError) return new ValidationError(toInputPaths(error.fields), error.message);
  if (error instanceof ConflictError && error.fields)
    return new ConflictError(error.message, { fields: toInputPaths(error.fields) });
  return error;
}

const toInputPaths = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([field, messages]) => [toInputPath(field), messages]));

const toInputPath = (field: string): string => (field === 'input' ? field : `input.${field}`);

SchemaBuilder.registerPlugin('inputPaths', InputPathsPlugin);
