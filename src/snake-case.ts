import type { z } from 'zod';

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** A value as the server has it, whose wire form is `Value`: times are texts there. */
type Stored<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value | (string extends Value ? Date : never);

/** Converts a name: `expirationDate` becomes `expiration_date`. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts a name: `expiration_date` becomes `expirationDate`. */
export function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Converts the names of input to those of use cases. Values stay as they are. */
export function toCamelKeys<Given extends object>(given: Given) {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [toCamelCase(name), value])) as {
    [Name in keyof Given as Name extends string ? CamelCase<Name> : never]: Given[Name];
  };
}

/** Creates the conversion of a row to its wire form: the fields of the schema, in its order, with times as ISO 8601 texts in UTC. */
export function createWireForm<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const names = Object.keys(schema.shape).map((name) => [name, toCamelCase(name)] as const);
  return (row: { readonly [Name in keyof Shape & string as CamelCase<Name>]: Stored<z.output<Shape[Name]>> }) => {
    const values = row as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      names.map(([name, key]) => [name, values[key] instanceof Date ? values[key].toISOString() : values[key]]),
    ) as z.output<z.ZodObject<Shape>>;
  };
}
