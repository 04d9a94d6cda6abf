import { tool, type StructuredToolInterface } from '@langchain/core/tools';
import type { MemoryOptions } from '../shared/memory-api.js';
import { createToolDefinitions, type MemoryTool } from '../shared/memory-tools.js';

/** Creates tools with which a model stores, finds and deletes memories of one owner. Pass them to `createAgent`. */
export function createMemoryTools(options: MemoryOptions): StructuredToolInterface[] {
  return Object.values(createToolDefinitions(options)).map(toTool);
}

function toTool({ name, description, argument, parameters, run }: MemoryTool) {
  const call = async (input: unknown) =>
    JSON.stringify(await run((input as Record<string, string>)[argument.name] ?? ''));
  return tool(call, { name, description, schema: parameters });
}
