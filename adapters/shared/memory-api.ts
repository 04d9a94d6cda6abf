import { createSender, type Connection } from './sender.js';

export { MemoryApiError } from './sender.js';

/** Server and owner of the memories. At least one owner id is required. */
export interface MemoryOptions extends Connection {
  readonly userId?: string;
  readonly agentId?: string;
  readonly appId?: string;
  readonly runId?: string;
}

/** Metadata of a memory: at most 64 kB of JSON. */
export type Metadata = Readonly<Record<string, unknown>>;

/** A stored memory. */
export interface Memory {
  readonly id: string;
  readonly text: string;
  /** Null if the memory has no metadata. */
  readonly metadata: Metadata | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

/** A search result. */
export interface FoundMemory extends Memory {
  /** 0 to 1. */
  readonly score: number;
}

/** A message of a conversation. */
export interface Message {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string;
}

/** Result of storing a message. `NOOP`: a memory with this text and owner already existed. */
export interface AddedMemory {
  readonly id: string;
  readonly event: 'ADD' | 'NOOP';
}

export interface AddOptions {
  /** Extracts facts in the background. False stores each message unchanged. Default true. */
  readonly infer?: boolean;
  readonly metadata?: Metadata;
}

export interface SearchOptions {
  /** Number of results. Default 10. */
  readonly topK?: number | undefined;
  /** Minimum score of a result, 0 to 1. Default: the server's. */
  readonly threshold?: number | undefined;
  /** Returns only memories with these metadata values. */
  readonly metadata?: Metadata;
}

/** The memories of one owner. */
export interface MemoryApi {
  /** Adds memories. @returns the stored memories, or an empty list while facts are extracted in the background */
  add(messages: readonly Message[], options?: AddOptions): Promise<AddedMemory[]>;
  search(query: string, options?: SearchOptions): Promise<FoundMemory[]>;
  /** Returns every memory with these metadata values, newest first. */
  list(metadata?: Metadata): AsyncGenerator<Memory>;
  update(id: string, change: { readonly text?: string; readonly metadata?: Metadata }): Promise<void>;
  delete(id: string): Promise<void>;
}

const pageSize = 200;

/** Creates an API client for the memories of one owner. @throws TypeError without an owner */
export function createMemoryApi(options: MemoryOptions): MemoryApi {
  const owners = readOwners(options);
  const send = createSender(options);
  const toFilter = (metadata: Metadata | undefined) => (metadata ? { AND: [owners, { metadata }] } : owners);
  return {
    async add(messages, { infer = true, metadata } = {}) {
      const sent = infer ? messages.flatMap(toPieces) : messages;
      const body = { messages: sent, infer, metadata, ...owners };
      const { results = [] } = await send<{ results?: AddedMemory[] }>('POST', '/v3/memories/add/', body);
      return results.map(({ id, event }) => ({ id, event }));
    },
    async search(query, { topK = 10, threshold, metadata } = {}) {
      const [beginning = ''] = toPieces({ role: 'user', content: query }).map(({ content }) => content);
      const body = { query: beginning, filters: toFilter(metadata), top_k: topK, threshold };
      const { results } = await send<{ results: (WireMemory & { score: number })[] }>(
        'POST',
        '/v3/memories/search/',
        body,
      );
      return results.map((result) => ({ ...toMemory(result), score: result.score }));
    },
    async *list(metadata) {
      for (let page = 1, hasMore = true; hasMore; page += 1) {
        const path = `/v3/memories/?page=${page}&page_size=${pageSize}`;
        const body = { filters: toFilter(metadata) };
        const { results, next } = await send<{ results: WireMemory[]; next: string | null }>('POST', path, body);
        yield* results.map(toMemory);
        hasMore = next !== null;
      }
    },
    async update(id, change) {
      await send('PUT', `/v1/memories/${encodeURIComponent(id)}/`, change);
    },
    async delete(id) {
      await send('DELETE', `/v1/memories/${encodeURIComponent(id)}/`);
    },
  };
}

/** Queries and messages may have 32,768 characters. */
const textMax = 32_000;

/** Splits a long message, and never a surrogate pair. */
function toPieces({ role, content }: Message): Message[] {
  const pieces = content.match(new RegExp(`[^]{1,${textMax}}(?![\\uDC00-\\uDFFF])`, 'g')) ?? [content];
  return pieces.map((piece) => ({ role, content: piece }));
}

interface WireMemory {
  readonly id: string;
  readonly memory: string;
  readonly metadata: Metadata | null;
  readonly created_at: string;
  readonly updated_at: string;
}

function toMemory({ id, memory: text, metadata, created_at: createdAt, updated_at: updatedAt }: WireMemory): Memory {
  return { id, text, metadata, createdAt, updatedAt };
}

function readOwners({ userId, agentId, appId, runId }: MemoryOptions): Record<string, string> {
  const given = Object.entries({ user_id: userId, agent_id: agentId, app_id: appId, run_id: runId });
  const owners = Object.fromEntries(given.filter((entry): entry is [string, string] => Boolean(entry[1])));
  if (Object.keys(owners).length === 0) throw new TypeError('Set userId, agentId, appId or runId.');
  return owners;
}
