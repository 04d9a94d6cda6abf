import type { JSONValue } from '@llamaindex/core/global';
import { FunctionTool } from '@llamaindex/core/tools';
import type { MemoryOptions } from '../shared/memory-api.js';
import { createToolDefinitions, type MemoryTool } from '../shared/memory-tools.js';

/** Creates tools with which a model stores, finds and deletes memories of one owner. Pass them to `agent`. */
export function createMemoryTools(
  options: MemoryOptions,
): FunctionTool<Record<string, string>, JSONValue | Promise<JSONValue>>[] {
  return Object.values(createToolDefinitions(options)).map(toTool);
}

function toTool({ name, description, argument, parameters, run }: MemoryTool) {
  const call = async (input: Record<string, string>) => JSON.stringify(await run(input[argument.name] ?? ''));
  return FunctionTool.from<Record<string, string>>(call, {
    name,
    description,
    parameters: { ...parameters, additionalProperties: false },
  });
}
