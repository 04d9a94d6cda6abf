import { InputError } from '../input-error.js';
import { readSchema } from '../export/schema.js';
import type { Json } from '../filter/filter-values.js';

/** About 10,000 tokens of a model at four characters each. */
const charactersMax = 40_000;

/** Parses the JSON Schema of profiles, where every property needs a description. @throws InputError */
export function readProfileSchema(input: unknown): Json {
  const { schema } = readSchema(input);
  if (JSON.stringify(schema).length > charactersMax)
    throw new InputError({ schema: ['may have about 10,000 tokens at most.'] });
  const silent = withoutDescription(schema, '');
  if (silent !== null) throw new InputError({ schema: [`Every property needs a description; ${silent} has none.`] });
  return schema;
}

/** Returns the path of the first property without a description, or null. */
function withoutDescription(node: Json | undefined, path: string): string | null {
  if (typeof node !== 'object' || node === null) return null;
  if (Array.isArray(node)) return first(node as readonly Json[], (item) => withoutDescription(item, path));
  const { properties, ...rest } = node as Readonly<Record<string, Json>>;
  const inProperties =
    typeof properties === 'object' && properties !== null && !Array.isArray(properties)
      ? first(Object.entries(properties as Readonly<Record<string, Json>>), ([name, property]) => {
          const place = path === '' ? name : `${path}.${name}`;
          return isDescribed(property) ? withoutDescription(property, place) : place;
        })
      : null;
  // These hold data, not schemas.
  const schemas = Object.entries(rest).filter(([key]) => !['default', 'enum', 'const', 'examples'].includes(key));
  return inProperties ?? first(schemas, ([, value]) => withoutDescription(value, path));
}

function isDescribed(property: Json): boolean {
  const description =
    typeof property === 'object' && property !== null && 'description' in property ? property.description : null;
  return typeof description === 'string' && description.trim() !== '';
}

function first<Item>(items: readonly Item[], find: (item: Item) => string | null): string | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
