// An agent of the Vercel AI SDK that remembers across processes. Run it twice:
//
//   npx tsx examples/ai-sdk/agent.ts "Remember that I live in Lisbon."
//   npx tsx examples/ai-sdk/agent.ts "Where do I live?"
//
// MEMORY_GATEWAY_URL and MEMORY_GATEWAY_API_KEY name the server; OPENAI_API_KEY, and OPENAI_BASE_URL for compatible servers, the model.
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, stepCountIs, wrapLanguageModel } from 'ai';
import { createMemoryMiddleware, createMemoryTools } from '../../adapters/ai-sdk/index.js';

const { env } = process;
const memory = {
  url: env['MEMORY_GATEWAY_URL'] ?? 'http://localhost:8888',
  apiKey: env['MEMORY_GATEWAY_API_KEY'] ?? '',
  userId: 'ada',
};
const openai = createOpenAI({ apiKey: env['OPENAI_API_KEY'] ?? '', baseURL: env['OPENAI_BASE_URL'] });

const { text } = await generateText({
  // The middleware recalls; the tools store and forget when the user asks.
  model: wrapLanguageModel({
    model: openai.chat('gpt-4o-mini'),
    middleware: createMemoryMiddleware({ ...memory, remember: false }),
  }),
  tools: createMemoryTools(memory),
  stopWhen: stepCountIs(5),
  prompt: process.argv[2] ?? 'Where do I live?',
});
process.stdout.write(`${text}\n`);
