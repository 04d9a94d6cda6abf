import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import { z } from 'zod';

/** Returns a Zod schema of an operation's variables, for clients that only know JSON Schema. */
export function toVariablesSchema(schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[]): z.ZodObject {
  const known = new Map<string, z.ZodType>();
  const fields = definitions.map(({ variable, type, defaultValue }) => {
    const read = typeFromAST(schema, type as never) as GraphQLInputType;
    return [variable.name.value, toOptional(toSchema(read, known), read, defaultValue !== undefined)] as const;
  });
  return z.strictObject(Object.fromEntries(fields));
}

const scalars: Readonly<Record<string, () => z.ZodType>> = {
  Boolean: () => z.boolean(),
  Float: () => z.number(),
  ID: () => z.string(),
  Int: () => z.int(),
  JSON: () => z.unknown(),
};

function toSchema(type: GraphQLInputType, known: Map<string, z.ZodType>): z.ZodType {
  if (isNonNullType(type)) return toSchema(type.ofType, known);
  if (isListType(type)) return z.array(toSchema(type.ofType, known));
  const { name, description } = type;
  const found = known.get(name);
  if (found) return found;
  // Lazy, because filters contain filters.
  const built = isInputObjectType(type)
    ? z.lazy(() =>
        z.strictObject(
          Object.fromEntries(
            Object.values(type.getFields()).map((field) => [
              field.name,
              toOptional(toSchema(field.type, known), field.type, field.defaultValue !== undefined).describe(
                field.description ?? '',
              ),
            ]),
          ),
        ),
      )
    : isEnumType(type)
      ? z.enum(type.getValues().map((value) => value.name) as [string, ...string[]])
      : (scalars[name] ?? (() => z.string()))();
  const described = description ? built.describe(description) : built;
  known.set(name, described);
  return described;
}

const toOptional = (schema: z.ZodType, type: GraphQLInputType, hasDefault: boolean): z.ZodType =>
  isNonNullType(type) && !hasDefault ? schema : schema.nullish();
