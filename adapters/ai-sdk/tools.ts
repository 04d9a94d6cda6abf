import { jsonSchema, tool, type Tool } from 'ai';
import type { MemoryOptions } from '../shared/memory-api.js';
import { createToolDefinitions, type MemoryTool } from '../shared/memory-tools.js';

/** Creates tools with which a model stores, finds and deletes memories. Pass them to `generateText` or an agent. */
export function createMemoryTools(
  options: MemoryOptions,
): Record<MemoryTool['name'], Tool<Record<string, string>, object>> {
  const { addMemory, searchMemories, deleteMemory } = createToolDefinitions(options);
  return {
    addMemory: toTool(addMemory),
    searchMemories: toTool(searchMemories),
    deleteMemory: toTool(deleteMemory),
  };
}

function toTool({ description, argument, parameters, run }: MemoryTool) {
  return tool({
    description,
    inputSchema: jsonSchema<Record<string, string>>(parameters),
    execute: (input) => run(input[argument.name] ?? ''),
  });
}
