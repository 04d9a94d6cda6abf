import { isJsonObject, type JsonObject } from './json-object.js';
import { propertyTexts } from './property-texts.js';

/** Describes each property by its name, unless its schema has a description. Names mean the same in all operations. */
export function describeProperties(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isJsonObject(value)) return [key, describeEach(value)];
      return [key, describeNested(key, value)];
    }),
  );
}

function describeNested(key: string, value: unknown): unknown {
  if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key) && Array.isArray(value))
    return value.map((item: unknown) => (isJsonObject(item) ? describeProperties(item) : item));
  return ['items', 'additionalProperties'].includes(key) && isJsonObject(value) ? describeProperties(value) : value;
}

function describeEach(properties: JsonObject): JsonObject {
  const described = Object.entries(properties).map(([name, property]) => {
    const nested = isJsonObject(property) ? describeProperties(property) : {};
    return [name, describeProperty(name, nested)] as const;
  });
  return Object.fromEntries(described);
}

/** Adds the description and limits of a property by its name. */
export function describeProperty(name: string, property: JsonObject): JsonObject {
  const known = propertyTexts[name];
  if (known === undefined) return property;
  const { description, ...limits } = typeof known === 'string' ? { description: known } : known;
  const own = { description, ...property };
  return 'const' in property || 'enum' in property || '$ref' in property ? own : { ...limits, ...own };
}
