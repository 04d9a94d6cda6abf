// A LlamaIndex TS agent with memory across runs. Run it twice, with a different question each time:
//
//   npx tsx examples/llamaindex/agent.ts "Remember that I live in Lisbon."
//   npx tsx examples/llamaindex/agent.ts "Where do I live?"
//
// `npm run frameworks` installs the framework. Requires MEMORY_GATEWAY_API_KEY and an Ollama model. MEMORY_GATEWAY_URL, OLLAMA_URL and MODEL have defaults.
import { createMemory } from '@llamaindex/core/memory';
import { Ollama } from '@llamaindex/ollama';
import { agent } from '@llamaindex/workflow';
import { createMemoryTools, MemoryGatewayBlock } from '../../adapters/llamaindex/index.js';

const { env } = process;
const memory = {
  url: env['MEMORY_GATEWAY_URL'] ?? 'http://localhost:8888',
  apiKey: env['MEMORY_GATEWAY_API_KEY'] ?? '',
  userId: 'ada',
};
const assistant = agent({
  llm: new Ollama({ model: env['MODEL'] ?? 'qwen3', config: { host: env['OLLAMA_URL'] ?? 'http://localhost:11434' } }),
  tools: createMemoryTools(memory),
  memory: createMemory({ memoryBlocks: [new MemoryGatewayBlock(memory)] }),
  systemPrompt: 'You are a helpful assistant.',
});
const { data } = await assistant.run(process.argv[2] ?? 'Where do I live?');
process.stdout.write(`${String(data.result)}\n`);
