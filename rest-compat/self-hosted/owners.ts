import { ValidationError } from '../../src/errors.js';

export interface Owners {
  readonly user_id?: string;
  readonly agent_id?: string;
  readonly app_id?: string;
  readonly run_id?: string;
}

const names = ['user_id', 'agent_id', 'app_id', 'run_id'] as const;

/** Reads owner ids, trimmed. Blank counts as missing. @throws ValidationError for an id that contains spaces */
export function readOwners(given: { readonly [Name in (typeof names)[number]]?: string | null | undefined }): Owners {
  const owners: { -readonly [Name in keyof Owners]: Owners[Name] } = {};
  for (const name of names) {
    const id = given[name]?.trim();
    if (!id) continue;
    if (/\s/.test(id)) throw new ValidationError({ [name]: ['must not contain whitespace.'] });
    owners[name] = id;
  }
  return owners;
}

/** Reads owner ids like {@link readOwners}. @throws ValidationError without any */
export function requireOwners(given: Parameters<typeof readOwners>[0]): Owners {
  const owners = readOwners(given);
  if (Object.keys(owners).length === 0) {
    throw new ValidationError({ identifier: ['At least one identifier (user_id, agent_id, run_id) is required.'] });
  }
  return owners;
}
