import {
  defaultFieldResolver,
  getNullableType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';

/** A value that looks like a promise and is none, `{"then": 1}`, until it is written as JSON. */
class Held {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  toJSON(): unknown {
    return this.#value;
  }
}

/**
 * Lets fields of type JSON answer objects with a property `then`. The executor takes whatever has one for a promise and calls it, so
 * that metadata of `{"then": 1}` could be stored and not be read.
 */
export function wrapThenables(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve = defaultFieldResolver } = field;
      if (getNullableType(field.type) === schema.getType('JSON')) field.resolve = holding(resolve);
    }
  }
  return schema;
}

function holding(resolve: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> {
  return (...given) => {
    const value: unknown = resolve(...given);
    return value instanceof Promise ? value.then(hold) : hold(value);
  };
}

const hold = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'then' in value ? new Held(value) : value;
