import { jsonSchema, tool } from 'ai';
import { createMemoryApi, type MemoryOptions } from './memory-api.js';

/** Tools with which a model stores, finds and deletes memories of one owner. Pass them to `generateText` or an agent. */
export function createMemoryTools(options: MemoryOptions) {
  const api = createMemoryApi(options);
  return {
    addMemory: tool({
      description: 'Store a fact about the user for later conversations. Write one complete sentence.',
      inputSchema: jsonSchema<{ text: string }>({
        type: 'object',
        properties: { text: { type: 'string', description: 'The fact, as one sentence.' } },
        required: ['text'],
        additionalProperties: false,
      }),
      execute: async ({ text }) => {
        await api.add([{ role: 'user', content: text }], { infer: false });
        return { stored: text };
      },
    }),
    searchMemories: tool({
      description: 'Find what is known about the user from earlier conversations.',
      inputSchema: jsonSchema<{ query: string }>({
        type: 'object',
        properties: { query: { type: 'string', description: 'What to look for.' } },
        required: ['query'],
        additionalProperties: false,
      }),
      execute: async ({ query }) => ({ memories: await api.search(query) }),
    }),
    deleteMemory: tool({
      description: 'Delete a memory when the user asks to forget it. Find its ID with searchMemories first.',
      inputSchema: jsonSchema<{ id: string }>({
        type: 'object',
        properties: { id: { type: 'string', description: 'ID of the memory.' } },
        required: ['id'],
        additionalProperties: false,
      }),
      execute: async ({ id }) => {
        await api.delete(id);
        return { deleted: id };
      },
    }),
  };
}
