import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const RecallInput = z.object({ topic: z.string().describe('What to recall.') });
const RememberInput = z.object({ fact: z.string().describe('What to remember.') });
const SummarizeInput = z.object({ user_id: z.string().optional().describe('User to summarize; everyone if absent.') });

const toMessage = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
});

/** How an assistant works with memories; the prompt `memory_assistant` of the hosted server has the same purpose. */
export const assistantInstructions =
  'Search memories with search_memories before you answer something that depends on earlier conversations. Store lasting facts and preferences of the user with add_memory, one fact at a time. When the user corrects something, update or delete the outdated memory. Never store passwords, keys or card numbers.';

/** Adds the prompts that people start by name in their client. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'memory_assistant',
    { title: 'Memory assistant', description: 'Work with memories throughout a conversation.' },
    () => toMessage(assistantInstructions),
  );
  server.registerPrompt(
    'recall',
    { title: 'Recall', description: 'Recall what is known about a topic.', argsSchema: RecallInput },
    ({ topic }) =>
      toMessage(
        `Search memories with search_memories for: ${topic}. Answer from what you find, name the date of each memory, and say so if nothing fits.`,
      ),
  );
  server.registerPrompt(
    'remember',
    { title: 'Remember', description: 'Store a fact.', argsSchema: RememberInput },
    ({ fact }) =>
      toMessage(
        `Store this with add_memory: ${fact}. Search first; if an older memory says something else, update it instead.`,
      ),
  );
  server.registerPrompt(
    'summarize',
    { title: 'Summarize', description: 'Summarize what is known about a user.', argsSchema: SummarizeInput },
    ({ user_id: userId }) =>
      toMessage(
        `List memories with get_memories${userId === undefined ? '' : ` for user_id ${JSON.stringify(userId)}`} and summarize them by subject, newest facts first. Point out contradictions.`,
      ),
  );
}
