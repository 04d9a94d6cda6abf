import type { AppContext } from '../../src/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';

/** Stores a memory of the user `rosa`, unless `more` says otherwise. @returns its ID */
export async function addMemory(ctx: AppContext, projectId: string, memory: { content: string; more?: object }) {
  const { results } = await addMemories(ctx, {
    projectId,
    messages: [{ role: 'user', content: memory.content }],
    userId: 'rosa',
    infer: false,
    ...memory.more,
  });
  return results![0]!.id;
}

/** A schema of profiles. */
export const schema = {
  type: 'object',
  properties: {
    hobbies: { type: 'array', items: { type: 'string' }, description: 'What the user collects or plays.' },
    home_town: { type: 'string', description: 'Name of the town.' },
    age: { type: 'integer', description: 'Age in years.' },
  },
};
