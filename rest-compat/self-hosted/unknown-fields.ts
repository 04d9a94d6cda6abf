import type { z } from 'zod';

/** Names that a response lists. */
const namesMax = 100;

/** Returns the fields of a body that its schema does not have, to be named in `ignored_options`. */
export function findUnknownFields(body: object, { shape }: z.ZodObject): string[] {
  return Object.keys(body)
    .filter((name) => !(name in shape))
    .slice(0, namesMax);
}

/** Returns unknown fields of the elements of a list, each once, as `list.field`. */
export function findUnknownOfEach(list: string, bodies: readonly object[], schema: z.ZodObject): string[] {
  const names = new Set(bodies.flatMap((body) => findUnknownFields(body, schema)));
  return [...names].slice(0, namesMax).map((name) => `${list}.${name}`);
}
