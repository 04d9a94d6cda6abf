import {
  defaultFieldResolver,
  getNullableType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';

/** Hides a value such as `{"then": 1}`, which looks like a promise, until it is serialized. */
class Held {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  toJSON(): unknown {
    return this.#value;
  }
}

/** Lets JSON fields return objects with a `then` property, which the executor would otherwise treat as promises. */
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
