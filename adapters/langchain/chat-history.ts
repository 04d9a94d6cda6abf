import { BaseListChatMessageHistory } from '@langchain/core/chat_history';
import {
  AIMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  type BaseMessage,
  type StoredMessage,
} from '@langchain/core/messages';
import { createMemoryApi, type Memory, type MemoryApi, type MemoryOptions } from '../shared/memory-api.js';

export interface ChatHistoryOptions extends Omit<MemoryOptions, 'runId'> {
  /** Id of the conversation. Its messages are memories with this run id. */
  readonly sessionId: string;
}

/** A message with the time when it was added. Messages with equal text share one memory, which lists all of them. */
interface Entry {
  readonly at: number;
  readonly message: StoredMessage;
}

const field = 'langchain_messages';
let lastTime = 0;

/** Stores the messages of one conversation. The server keeps each text unchanged, so searches find messages too. */
export class MemoryGatewayChatHistory extends BaseListChatMessageHistory {
  override readonly lc_namespace = ['memory_gateway', 'chat_history'];
  private readonly api: MemoryApi;

  constructor({ sessionId, ...options }: ChatHistoryOptions) {
    super();
    this.api = createMemoryApi({ ...options, runId: sessionId });
  }

  async getMessages(): Promise<BaseMessage[]> {
    const entries = (await this.readMemories()).flatMap(readEntries);
    const sorted = entries.sort((one, other) => one.at - other.at);
    return mapStoredMessagesToChatMessages(sorted.map(({ message }) => message));
  }

  async addMessage(message: BaseMessage): Promise<void> {
    const [stored] = mapChatMessagesToStoredMessages([message]);
    if (!stored) return;
    const entry: Entry = { at: nextTime(), message: stored };
    const role = message.getType() === 'human' ? 'user' : 'assistant';
    const [added] = await this.api.add([{ role, content: toText(message) }], {
      infer: false,
      metadata: { [field]: [entry] },
    });
    if (added?.event !== 'NOOP') return;
    const known = (await this.readMemories()).find(({ id }) => id === added.id);
    if (!known) return;
    await this.api.update(known.id, { metadata: { ...known.metadata, [field]: [...readEntries(known), entry] } });
  }

  /** Deletes the messages of the conversation. */
  override async clear(): Promise<void> {
    for (const memory of await this.readMemories())
      if (readEntries(memory).length > 0) await this.api.delete(memory.id);
  }

  private async readMemories(): Promise<Memory[]> {
    const memories: Memory[] = [];
    for await (const memory of this.api.list()) memories.push(memory);
    return memories;
  }
}

function readEntries({ metadata }: Memory): Entry[] {
  return (metadata?.[field] ?? []) as Entry[];
}

/** Keeps messages of the same millisecond in order. */
function nextTime(): number {
  lastTime = Math.max(Date.now(), lastTime + 0.01);
  return lastTime;
}

/** A memory needs a text, and a message that only calls tools has none. */
function toText(message: BaseMessage): string {
  const { text } = message;
  if (text.trim() !== '') return text;
  const names = message instanceof AIMessage ? (message.tool_calls ?? []).map(({ name }) => name) : [];
  return names.length > 0 ? `(calls ${names.join(', ')})` : '(no text)';
}
