import { z } from 'zod';
import { ValidationError } from '../errors.js';

/** The four ids that name the owner of memories, as arguments of a tool. */
export const ownerFields = {
  user_id: z.string().optional().describe('User that the memories belong to.'),
  agent_id: z.string().optional().describe('Agent that the memories belong to.'),
  app_id: z.string().optional().describe('App that the memories belong to.'),
  run_id: z.string().optional().describe('Run (conversation) that the memories belong to.'),
};

/** A filter in the language of the memory REST API. */
export const filters = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('Filter, for example {"AND": [{"user_id": "ada"}, {"categories": {"in": ["food"]}}]}.');

export type OwnerInput = z.infer<z.ZodObject<typeof ownerFields>>;

/** Whether an id is given. A blank one counts, so that the memories of an unknown owner are not those of the default one. */
export const hasOwner = (input: OwnerInput): boolean =>
  [input.user_id, input.agent_id, input.app_id, input.run_id].some((id) => id !== undefined);

/**
 * Joins owner ids and a written filter to one filter; undefined when neither is given.
 * @throws ValidationError for a blank id: passing over it would return what others own
 */
export function joinFilter(
  input: OwnerInput & { readonly filters?: Readonly<Record<string, unknown>> | undefined },
): Record<string, unknown> | undefined {
  const { user_id, agent_id, app_id, run_id } = input;
  const given = Object.entries({ user_id, agent_id, app_id, run_id }).filter(([, id]) => id !== undefined);
  const blank = given.filter(([, id]) => id?.trim() === '');
  if (blank.length > 0)
    throw new ValidationError(
      Object.fromEntries(blank.map(([field]) => [field, ['must not be blank: leave it out.']])),
    );
  const conditions: Record<string, unknown>[] = given.map(([field, id]) => ({ [field]: id }));
  if (input.filters && Object.keys(input.filters).length > 0) conditions.push(input.filters);
  return conditions.length > 1 ? { AND: conditions } : conditions[0];
}
