import { tool, type FunctionTool } from '@openai/agents-core';
import type { MemoryOptions } from '../shared/memory-api.js';
import { createToolDefinitions, type MemoryTool } from '../shared/memory-tools.js';

/** Creates tools with which a model stores, finds and deletes memories of one owner. Pass them to an `Agent`. */
export function createMemoryTools(options: MemoryOptions): FunctionTool[] {
  return Object.values(createToolDefinitions(options)).map(toTool);
}

function toTool({ name, description, argument, parameters, run }: MemoryTool): FunctionTool {
  const given = tool({
    name,
    description,
    parameters: { ...parameters, properties: { ...parameters.properties } },
    strict: true,
    execute: async (input) => JSON.stringify(await run((input as Record<string, string>)[argument.name] ?? '')),
  });
  return given as unknown as FunctionTool;
}
