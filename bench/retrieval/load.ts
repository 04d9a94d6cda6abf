import { AddMemoriesDocument, unwrapPayload, type Client } from '../../client/index.js';
import { timestampOf, type Conversation, type Turn } from '../../scripts/lib/conversation.js';

/** Data of a memory besides its text. `text`: none. `full`: speaker, session and time. */
export type Mode = 'text' | 'full';

/** Turns by memory. Equal texts of one owner are one memory. */
export type TurnsByMemory = ReadonlyMap<string, readonly string[]>;

/** Maximum number of turns per request. */
const batchSize = 100;

/**
 * Adds a conversation unchanged under its own user id. `onAdded` receives the number of turns stored by each request.
 */
export async function load(
  client: Client,
  conversation: Conversation,
  how: { mode: Mode; onAdded: (turns: number) => void },
): Promise<TurnsByMemory> {
  const turnsByMemory = new Map<string, string[]>();
  for (const turns of batches(conversation.turns, how.mode)) {
    const { addMemories } = await client.request(AddMemoriesDocument, {
      input: toInput(conversation.id, { turns, mode: how.mode }),
    });
    const { results } = unwrapPayload(addMemories);
    if (results?.length !== turns.length)
      throw new Error(`${turns.length} turns were sent and ${results?.length ?? 0} answered.`);
    results.forEach(({ memoryId: id }, index) => {
      const turn = turns[index];
      if (turn) turnsByMemory.set(id, [...(turnsByMemory.get(id) ?? []), turn.id]);
    });
    how.onAdded(turns.length);
  }
  return turnsByMemory;
}

function toInput(userId: string, { turns, mode }: { turns: readonly Turn[]; mode: Mode }) {
  const [first] = turns;
  const messages = turns.map(({ text, speaker }) => ({
    role: 'USER' as const,
    content: text,
    ...(mode === 'full' && { name: speaker }),
  }));
  if (mode === 'text' || !first) return { infer: false, userId, messages };
  return { infer: false, userId, runId: `${userId}-${first.session}`, timestamp: timestampOf(first), messages };
}

/** Groups turns that may share a request: in full mode, those of one session and time. */
export function batches(turns: readonly Turn[], mode: Mode): Turn[][] {
  const found: Turn[][] = [];
  for (const turn of turns) {
    const current = found.at(-1);
    const fits = mode === 'text' || (current?.[0]?.session === turn.session && current[0].date === turn.date);
    if (current && fits && current.length < batchSize) current.push(turn);
    else found.push([turn]);
  }
  return found;
}
