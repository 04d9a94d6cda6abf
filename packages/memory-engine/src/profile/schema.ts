import { InputError } from '../input-error.js';
import { readSchema } from '../export/schema.js';
import { isJsonObject, type Json } from '../filter/filter-values.js';

/** About 10,000 tokens of a model at four characters each. */
const charactersMax = 40_000;

/** Parses the JSON Schema of profiles, where every property needs a description. @throws InputError */
export function readProfileSchema(input: unknown): Json {
  const { schema } = readSchema(input);
  if (JSON.stringify(schema).length > charactersMax)
    throw new InputError({ schema: ['may have about 10,000 tokens at most.'] });
  const [silent] = listUndescribed(schema, '');
  if (silent !== undefined)
    throw new InputError({ schema: [`Every property needs a description; ${silent} has none.`] });
  return schema;
}

/** Yields the paths of properties without a description. */
function* listUndescribed(node: unknown, path: string): Generator<string> {
  if (Array.isArray(node)) for (const item of node) yield* listUndescribed(item, path);
  if (!isJsonObject(node)) return;
  const { properties, ...rest } = node;
  for (const [name, property] of isJsonObject(properties) ? Object.entries(properties) : []) {
    const place = path === '' ? name : `${path}.${name}`;
    if (isDescribed(property)) yield* listUndescribed(property, place);
    else yield place;
  }
  // These hold data, not schemas.
  for (const [key, value] of Object.entries(rest))
    if (!['default', 'enum', 'const', 'examples'].includes(key)) yield* listUndescribed(value, path);
}

function isDescribed(property: unknown): boolean {
  const description = isJsonObject(property) ? property['description'] : null;
  return typeof description === 'string' && description.trim() !== '';
}
