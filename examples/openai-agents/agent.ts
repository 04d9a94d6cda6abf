// An agent of the OpenAI Agents SDK with memory across runs. Run it twice, with a different question each time:
//
//   npx tsx examples/openai-agents/agent.ts "Remember that I live in Lisbon."
//   npx tsx examples/openai-agents/agent.ts "Where do I live?"
//
// `npm run frameworks` installs the framework. Requires MEMORY_GATEWAY_API_KEY and OPENAI_API_KEY. MEMORY_GATEWAY_URL and OPENAI_BASE_URL have defaults.
import { Agent, Runner } from '@openai/agents-core';
import { OpenAIProvider } from '@openai/agents-openai';
import { createMemoryTools, createRecallFilter } from '../../adapters/openai-agents/index.js';

const { env } = process;
const memory = {
  url: env['MEMORY_GATEWAY_URL'] ?? 'http://localhost:8888',
  apiKey: env['MEMORY_GATEWAY_API_KEY'] ?? '',
  userId: 'ada',
};
const modelProvider = new OpenAIProvider({
  apiKey: env['OPENAI_API_KEY'] ?? '',
  baseURL: env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1',
  useResponses: false,
});
const agent = new Agent({
  name: 'Assistant',
  instructions: 'You are a helpful assistant.',
  model: 'gpt-4o-mini',
  tools: createMemoryTools(memory),
});
const runner = new Runner({ modelProvider, tracingDisabled: true, callModelInputFilter: createRecallFilter(memory) });
const { finalOutput } = await runner.run(agent, process.argv[2] ?? 'Where do I live?');
process.stdout.write(`${finalOutput ?? ''}\n`);
