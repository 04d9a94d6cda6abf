import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import type { MemoryOptions } from '../shared/memory-api.js';
import { createToolDefinitions, type MemoryTool } from '../shared/memory-tools.js';

type TextInput = z.ZodObject<Record<string, z.ZodString>>;

/** A tool of Mastra with one text as its input. */
export type MemoryMastraTool = ReturnType<typeof createTool<TextInput>>;

/** Creates tools with which a model stores, finds and deletes memories of one owner. Pass them as `tools` of an `Agent`. */
export function createMemoryTools(options: MemoryOptions): Record<MemoryTool['name'], MemoryMastraTool> {
  const { addMemory, searchMemories, deleteMemory } = createToolDefinitions(options);
  return {
    addMemory: toTool(addMemory),
    searchMemories: toTool(searchMemories),
    deleteMemory: toTool(deleteMemory),
  };
}

function toTool({ name, description, argument, run }: MemoryTool): MemoryMastraTool {
  return createTool({
    id: name,
    description,
    // Mastra accepts Zod schemas only.
    inputSchema: z.object({ [argument.name]: z.string().describe(argument.description) }),
    execute: ({ context }) => run(context[argument.name] ?? ''),
  });
}
