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
  /** Without the content of a long message, which is the text of the memory. */
  readonly message: StoredMessage;
}

const field = 'langchain_messages';
/** Metadata of a memory that is not the first of its text. */
const copyField = 'langchain_copy';
/** Metadata of a memory may have 64 kB. */
const mostBytes = 48_000;
const longContent = 2_000;
let lastTime = 0;

/** Stores the messages of one conversation. The server keeps each text unchanged, so searches find messages too. */
export class MemoryGatewayChatHistory extends BaseListChatMessageHistory {
  override readonly lc_namespace: string[] = ['memory_gateway', 'chat_history'];
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
    const text = toText(message);
    const entry: Entry = { at: nextTime(), message: withoutContent(stored, text) };
    const role = message.getType() === 'human' ? 'user' : 'assistant';
    for (let copy = 1; ; copy += 1) {
      const metadata = copy === 1 ? { [field]: [entry] } : { [field]: [entry], [copyField]: copy };
      const content = `${text}${toSuffix(copy)}`;
      const [added] = await this.api.add([{ role, content }], { infer: false, metadata });
      if (added?.event !== 'NOOP' || (await this.append(added.id, entry))) return;
    }
  }

  /** Adds an entry to a memory. @returns false when it has no room or is gone */
  private async append(id: string, entry: Entry): Promise<boolean> {
    const memory = (await this.readMemories()).find((each) => each.id === id);
    if (!memory) return false;
    const entries = [...((memory.metadata?.[field] ?? []) as Entry[]), entry];
    if (new TextEncoder().encode(JSON.stringify(entries)).length > mostBytes) return false;
    await this.api.update(id, { metadata: { ...memory.metadata, [field]: entries } });
    return true;
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

/** Returns the messages of a memory, with the content of long ones. */
function readEntries({ text, metadata }: Memory): Entry[] {
  const entries = (metadata?.[field] ?? []) as Entry[];
  const { length } = toSuffix(Number(metadata?.[copyField] ?? 1));
  const content = length > 0 ? text.slice(0, -length) : text;
  return entries.map(({ at, message }) => ({
    at,
    message: { ...message, data: { ...message.data, content: message.data.content ?? content } },
  }));
}

const toSuffix = (copy: number): string => (copy === 1 ? '' : ` (${copy})`);

/** The server keeps the text of a long message once. */
function withoutContent(message: StoredMessage, text: string): StoredMessage {
  const { content, ...data } = message.data;
  const isKept = content !== text || text.trim() !== text || text.length < longContent;
  return isKept ? message : { ...message, data: data as StoredMessage['data'] };
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
