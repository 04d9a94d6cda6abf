import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { ValidationError } from '../../errors.js';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the builder finds the types of plugins here
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
        throw error instanceof ValidationError ? withInputPaths(error) : error;
      }
    };
  }
}

function withInputPaths(error: ValidationError): ValidationError {
  const paths = Object.entries(error.fields).map(([field, messages]) => [toInputPath(field), messages] as const);
  return new ValidationError(Object.fromEntries(paths), error.message);
}

const toInputPath = (field: string): string => (field === 'input' ? field : `input.${field}`);

SchemaBuilder.registerPlugin('inputPaths', InputPathsPlugin);
