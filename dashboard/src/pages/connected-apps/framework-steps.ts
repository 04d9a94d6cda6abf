import { toSteps } from './connect-steps.js';

const toOptions = (origin: string): string =>
  `const memory = { url: '${origin}', apiKey: process.env.MEMORY_GATEWAY_API_KEY, userId: 'ada' };`;

/** Frameworks with an adapter, and programs without one. docs/frameworks.md describes each of them. */
export const frameworkSteps = toSteps({
  aiSdk: (origin) =>
    [
      "import { wrapLanguageModel } from 'ai';",
      "import { createMemoryMiddleware } from '@memory-gateway/ai-sdk';",
      '',
      toOptions(origin),
      'const remembering = wrapLanguageModel({ model, middleware: createMemoryMiddleware(memory) });',
    ].join('\n'),
  langchain: (origin) =>
    [
      "import { createAgent } from 'langchain';",
      "import { createMemoryTools, MemoryGatewayStore } from '@memory-gateway/langchain';",
      '',
      toOptions(origin),
      'const agent = createAgent({ model, tools: createMemoryTools(memory), store: new MemoryGatewayStore(memory) });',
    ].join('\n'),
  openaiAgents: (origin) =>
    [
      "import { Agent, Runner } from '@openai/agents';",
      "import { createMemoryTools, createRecallFilter } from '@memory-gateway/openai-agents';",
      '',
      toOptions(origin),
      "const agent = new Agent({ name: 'Assistant', tools: createMemoryTools(memory) });",
      'const runner = new Runner({ callModelInputFilter: createRecallFilter(memory) });',
    ].join('\n'),
  llamaindex: (origin) =>
    [
      "import { createMemory } from '@llamaindex/core/memory';",
      "import { createMemoryTools, MemoryGatewayBlock } from '@memory-gateway/llamaindex';",
      '',
      toOptions(origin),
      'const memoryBlocks = [new MemoryGatewayBlock(memory)];',
      'const assistant = agent({ llm, tools: createMemoryTools(memory), memory: createMemory({ memoryBlocks }) });',
    ].join('\n'),
  mastra: (origin) =>
    [
      "import { Agent } from '@mastra/core/agent';",
      "import { createMemoryTools, createRecallProcessor } from '@memory-gateway/mastra';",
      '',
      toOptions(origin),
      'const inputProcessors = [createRecallProcessor(memory)];',
      'const agent = new Agent({ name, instructions, model, tools: createMemoryTools(memory), inputProcessors });',
    ].join('\n'),
  mem0Python: (origin) => `client = MemoryClient(api_key="YOUR_API_KEY", host="${origin}")`,
  mem0TypeScript: (origin) => `const client = new MemoryClient({ apiKey: 'YOUR_API_KEY', host: '${origin}' });`,
});
