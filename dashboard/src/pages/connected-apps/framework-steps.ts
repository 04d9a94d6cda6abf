import type { ConnectSteps } from './connect-steps.js';
import { connectedAppsTexts as words } from '../../texts/connected-apps.js';

const toOptions = (origin: string): string =>
  `const memory = { url: '${origin}', apiKey: process.env.MEMORY_GATEWAY_API_KEY, userId: 'ada' };`;

/** Frameworks with an adapter, and programs without one. docs/frameworks.md describes each of them. */
export const frameworkSteps: readonly ConnectSteps[] = [
  {
    value: 'ai-sdk',
    label: words.aiSdk,
    step: words.steps.aiSdk,
    toText: (origin) =>
      [
        "import { wrapLanguageModel } from 'ai';",
        "import { createMemoryMiddleware } from '@memory-gateway/ai-sdk';",
        '',
        toOptions(origin),
        'const remembering = wrapLanguageModel({ model, middleware: createMemoryMiddleware(memory) });',
      ].join('\n'),
  },
  {
    value: 'langchain',
    label: words.langchain,
    step: words.steps.langchain,
    toText: (origin) =>
      [
        "import { createAgent } from 'langchain';",
        "import { createMemoryTools, MemoryGatewayStore } from '@memory-gateway/langchain';",
        '',
        toOptions(origin),
        'const agent = createAgent({ model, tools: createMemoryTools(memory), store: new MemoryGatewayStore(memory) });',
      ].join('\n'),
  },
  {
    value: 'openai-agents',
    label: words.openaiAgents,
    step: words.steps.openaiAgents,
    toText: (origin) =>
      [
        "import { Agent, Runner } from '@openai/agents';",
        "import { createMemoryTools, createRecallFilter } from '@memory-gateway/openai-agents';",
        '',
        toOptions(origin),
        "const agent = new Agent({ name: 'Assistant', tools: createMemoryTools(memory) });",
        'const runner = new Runner({ callModelInputFilter: createRecallFilter(memory) });',
      ].join('\n'),
  },
  {
    value: 'llamaindex',
    label: words.llamaindex,
    step: words.steps.llamaindex,
    toText: (origin) =>
      [
        "import { createMemory } from '@llamaindex/core/memory';",
        "import { createMemoryTools, MemoryGatewayBlock } from '@memory-gateway/llamaindex';",
        '',
        toOptions(origin),
        'const memoryBlocks = [new MemoryGatewayBlock(memory)];',
        'const assistant = agent({ llm, tools: createMemoryTools(memory), memory: createMemory({ memoryBlocks }) });',
      ].join('\n'),
  },
  {
    value: 'mastra',
    label: words.mastra,
    step: words.steps.mastra,
    toText: (origin) =>
      [
        "import { Agent } from '@mastra/core/agent';",
        "import { createMemoryTools, createRecallProcessor } from '@memory-gateway/mastra';",
        '',
        toOptions(origin),
        'const inputProcessors = [createRecallProcessor(memory)];',
        'const agent = new Agent({ name, instructions, model, tools: createMemoryTools(memory), inputProcessors });',
      ].join('\n'),
  },
  {
    value: 'mem0-python',
    label: words.mem0Python,
    step: words.steps.mem0Python,
    toText: (origin) => `client = MemoryClient(api_key="YOUR_API_KEY", host="${origin}")`,
  },
  {
    value: 'mem0-typescript',
    label: words.mem0TypeScript,
    step: words.steps.mem0TypeScript,
    toText: (origin) => `const client = new MemoryClient({ apiKey: 'YOUR_API_KEY', host: '${origin}' });`,
  },
];
