import {
  AddMemoriesDocument,
  EventDocument,
  MemoryHistoryDocument,
  type Client,
  type MemoryHistoryQuery,
} from '../../client/index.js';
import { timestampOf, type Conversation, type Turn } from '../../scripts/lib/conversation.js';

/**
 * What is stored. `text`: the turns without other data. `full`: the turns with speaker, session and time. `infer`: what the
 * server extracts from them. `facts`: the turns, and what a stub model extracts from them.
 */
export const MODES = ['text', 'full', 'infer', 'facts'] as const;
export type Mode = (typeof MODES)[number];

/** Turns by memory. Equal texts of one owner are one memory. */
export type TurnsByMemory = ReadonlyMap<string, readonly string[]>;

/** Maximum number of turns per request. */
const batchSize = 100;

/** Adds a conversation under its own user id. `onAdded` receives the number of turns stored by each request. */
export async function load(
  client: Client,
  conversation: Conversation,
  how: { mode: Mode; onAdded: (turns: number) => void },
): Promise<TurnsByMemory> {
  if (how.mode === 'infer') return extract(client, conversation, how.onAdded);
  const turns = await store(client, conversation, how);
  if (how.mode !== 'facts') return turns;
  const extracted = await extract(client, conversation, () => undefined);
  return new Map([...turns, ...[...extracted].filter(([id]) => !turns.has(id))]);
}

/**
 * Adds a conversation unchanged. `onAdded` receives the number of turns stored by each request.
 */
async function store(
  client: Client,
  conversation: Conversation,
  how: { mode: Mode; onAdded: (turns: number) => void },
): Promise<TurnsByMemory> {
  const turnsByMemory = new Map<string, string[]>();
  for (const turns of batches(conversation.turns, how.mode)) {
    const { addMemories } = await client.request(AddMemoriesDocument, {
      input: toInput(conversation.id, { turns, mode: how.mode }),
    });
    const { results } = addMemories;
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
  const messages = turns.map(({ text, speaker, role }) => ({
    role: role === 'assistant' ? ('ASSISTANT' as const) : ('USER' as const),
    content: text,
    ...(mode !== 'text' && { name: speaker }),
  }));
  if (mode === 'text' || !first) return { infer: false, userId, messages };
  return { infer: false, userId, runId: `${userId}-${first.session}`, timestamp: timestampOf(first), messages };
}

/** Groups turns that may share a request: those of one session and time, except in text mode. */
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

/** Lets the server extract facts from a conversation. @returns the turn that each fact comes from, by the fact's history */
async function extract(
  client: Client,
  conversation: Conversation,
  onAdded: (turns: number) => void,
): Promise<TurnsByMemory> {
  const turnIds = new Map([...conversation.turns].reverse().map(({ id, speaker, text }) => [toKey(speaker, text), id]));
  for (const turns of batches(conversation.turns, 'infer')) {
    const input = { ...toInput(conversation.id, { turns, mode: 'infer' }), infer: true };
    const { addMemories } = await client.request(AddMemoriesDocument, { input });
    await untilEnded(client, addMemories.event.id);
    onAdded(turns.length);
  }
  const found = new Map<string, string[]>();
  for (const { memoryId, input } of await readHistory(client)) {
    const [message] = input as { name?: string; content: string }[];
    const turn = message && turnIds.get(toKey(message.name, message.content));
    if (turn) found.set(memoryId, [turn]);
  }
  return found;
}

/** Number of facts in one message. */
const TOLD_TOGETHER = 3;

/** Lets the server extract facts that a user tells three at a time, as clients send them that set nothing. */
export async function tell(client: Client, { id: userId, turns }: Conversation): Promise<TurnsByMemory> {
  for (let at = 0; at < turns.length; at += TOLD_TOGETHER) {
    const told = turns.slice(at, at + TOLD_TOGETHER).map(({ text }) => text);
    const input = { userId, messages: [{ role: 'USER' as const, content: told.join(' ') }] };
    const { addMemories } = await client.request(AddMemoriesDocument, { input });
    await untilEnded(client, addMemories.event.id);
  }
  const found = new Map<string, readonly string[]>();
  for (const { memoryId, newText } of await readHistory(client)) {
    const own = turns.filter(({ text }) => newText?.includes(text.replace(/[.!]$/u, '')));
    if (own.length > 0) found.set(memoryId, [...(found.get(memoryId) ?? []), ...own.map(({ id }) => id)]);
  }
  return found;
}

function toKey(speaker: string | undefined, text: string): string {
  return `${speaker ?? ''}\u0000${text}`;
}

async function untilEnded(client: Client, id: string): Promise<void> {
  for (;;) {
    const { event } = await client.request(EventDocument, { id });
    if (event?.status === 'SUCCEEDED') return;
    if (event?.status !== 'PENDING' && event?.status !== 'RUNNING')
      throw new Error(`The extraction ended as ${event?.status ?? 'missing'}: ${event?.error ?? ''}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function readHistory(client: Client) {
  const entries = [];
  let after: string | null = null;
  do {
    const page: MemoryHistoryQuery = await client.request(MemoryHistoryDocument, { first: 100, after });
    const { edges, pageInfo } = page.memoryHistory;
    entries.push(
      ...edges.map(({ node }) => node).filter(({ event, input }) => event === 'ADD' && Array.isArray(input)),
    );
    after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
  } while (after !== null);
  return entries;
}
