// An agent of Mastra with memory across runs. Run it twice, with a different question each time:
//
//   npx tsx examples/mastra/agent.ts "Remember that I live in Lisbon."
//   npx tsx examples/mastra/agent.ts "Where do I live?"
//
// `npm run frameworks` installs the framework. Requires MEMORY_GATEWAY_API_KEY and OPENAI_API_KEY. MEMORY_GATEWAY_URL and OPENAI_BASE_URL have defaults.
import { Agent } from '@mastra/core/agent';
import { createMemoryTools, createRecallProcessor } from '../../adapters/mastra/index.js';

const { env } = process;
const memory = {
  url: env['MEMORY_GATEWAY_URL'] ?? 'http://localhost:8888',
  apiKey: env['MEMORY_GATEWAY_API_KEY'] ?? '',
  userId: 'ada',
};
const agent = new Agent({
  name: 'Assistant',
  instructions: 'You are a helpful assistant.',
  model: {
    id: 'openai/gpt-4o-mini',
    apiKey: env['OPENAI_API_KEY'] ?? '',
    url: env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1',
  },
  tools: createMemoryTools(memory),
  inputProcessors: [createRecallProcessor(memory)],
});
const { text } = await agent.generate(process.argv[2] ?? 'Where do I live?');
process.stdout.write(`${text}\n`);
