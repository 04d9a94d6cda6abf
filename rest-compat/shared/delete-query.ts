import { z } from 'zod';
import { ValidationError, type FieldErrors } from '../../src/errors.js';

/** Names the calling program. Ignored by the deletion. */
const label = 'source';

/** Returns the schema of the query of a deletion. It is loose, so that misspelled parameters can be refused. */
export function deleteQuery<Name extends string>(names: readonly Name[]) {
  const shape = Object.fromEntries(names.map((name) => [name, z.unknown().optional().meta({ type: 'string' })]));
  return z.looseObject(shape as Record<Name, z.ZodOptional<z.ZodUnknown>>);
}

/**
 * Accepts each known parameter once, as plain text. Anything else is rejected, because a misread filter deletes too
 * much. @throws ValidationError
 */
export function readDeleteQuery<Name extends string>(
  query: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const problems: FieldErrors = {};
  const read: Partial<Record<Name, string>> = {};
  for (const [key, value] of Object.entries(query)) {
    const name = names.find((known) => key === known || toPlainName(key) === known);
    if (!name && key !== label) problems[key] = [describeUnknown(key, names)];
    if (!name) continue;
    if (key !== name || typeof value !== 'string') problems[name] = ['must be given once, as plain text.'];
    else read[name] = value;
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return read;
}

/** `user_id[eq]` and `User_ID` are the parameter `user_id` in another form. */
const toPlainName = (key: string): string =>
  key
    .replace(/[[.].*$/s, '')
    .trim()
    .toLowerCase();

const describeUnknown = (key: string, names: readonly string[]): string =>
  `${JSON.stringify(key.slice(0, 40))} is not a parameter of a deletion, and is refused because ignoring it could delete more than you intend. Known parameters: ${names.join(', ')}.`;
