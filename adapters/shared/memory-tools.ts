import { createMemoryApi, type MemoryOptions } from './memory-api.js';

/** JSON Schema of an object with one required text. */
export interface TextParameters {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, { readonly type: 'string'; readonly description: string }>>;
  readonly required: string[];
  readonly additionalProperties: false;
}

/** A tool for a model, independent of a framework. */
export interface MemoryTool {
  readonly name: 'addMemory' | 'searchMemories' | 'deleteMemory';
  /** Tells the model what the tool does and when to use it. */
  readonly description: string;
  /** The only argument: its name and description. */
  readonly argument: { readonly name: string; readonly description: string };
  readonly parameters: TextParameters;
  run(value: string): Promise<object>;
}

type Definition = Omit<MemoryTool, 'parameters'>;

/** Creates tools with which a model stores, finds and deletes memories of one owner. */
export function createToolDefinitions(options: MemoryOptions): Readonly<Record<MemoryTool['name'], MemoryTool>> {
  const api = createMemoryApi(options);
  const addMemory: Definition = {
    name: 'addMemory',
    description: 'Store a fact about the user for later conversations. Write one complete sentence.',
    argument: { name: 'text', description: 'The fact, as one sentence.' },
    run: async (text) => {
      await api.add([{ role: 'user', content: text }], { infer: false });
      return { stored: text };
    },
  };
  const searchMemories: Definition = {
    name: 'searchMemories',
    description: 'Find what is known about the user from earlier conversations.',
    argument: { name: 'query', description: 'Question or keywords.' },
    run: async (query) => {
      const found = await api.search(query);
      return { memories: found.map(({ id, text, score }) => ({ id, text, score })) };
    },
  };
  const deleteMemory: Definition = {
    name: 'deleteMemory',
    description: 'Delete a memory when the user asks to forget it. Find its ID with searchMemories first.',
    argument: { name: 'id', description: 'ID of the memory.' },
    run: async (id) => {
      await api.delete(id);
      return { deleted: id };
    },
  };
  return {
    addMemory: withParameters(addMemory),
    searchMemories: withParameters(searchMemories),
    deleteMemory: withParameters(deleteMemory),
  };
}

function withParameters(tool: Definition): MemoryTool {
  const { name, description } = tool.argument;
  return {
    ...tool,
    parameters: {
      type: 'object',
      properties: { [name]: { type: 'string', description } },
      required: [name],
      additionalProperties: false,
    },
  };
}
