import { createClient, type Client, type RequestOptions } from './create-client.js';
import {
  AddMemoriesDocument,
  DeleteMemoryDocument,
  type AddMemoriesInput,
  type AddMemoriesMutation,
  type SearchMemoriesQuery,
} from './generated/graphql.js';
import type { Payloads } from './payloads.js';
import type { ClientOptions } from './options.js';
import { searchInPages } from './search-in-pages.js';

/** A message of a conversation. */
export interface ConversationMessage {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string;
}

/** Owner of memories. At least one ID is required to add. */
export interface MemoryOwner {
  readonly userId?: string;
  readonly agentId?: string;
  readonly appId?: string;
  readonly runId?: string;
}

/** Options of {@link MemoryCalls.add}: an owner, and every other field of the input. */
export type AddOptions = MemoryOwner & Omit<AddMemoriesInput, 'messages' | keyof MemoryOwner> & RequestOptions;

/** Options of {@link MemoryCalls.search}. */
export interface SearchOptions extends MemoryOwner, RequestOptions {
  readonly projectId?: string;
  /** Maximum number of results, 1 to 1,000. Default 10. More than 200 are read in several requests. */
  readonly topK?: number;
  /** Minimum score of a result, 0 to 1. Default: the server's. */
  readonly threshold?: number;
}

type Payload = Payloads<AddMemoriesMutation>['addMemories'];
type AddedMemory = NonNullable<Payload['results']>[number];
export type FoundMemory = SearchMemoriesQuery['searchMemories']['results'][number]['memory'] & {
  /** 0 to 1. */
  readonly score: number;
};

/** The common case in one call each. Everything else: `client.request` with a document. */
export interface MemoryCalls {
  /**
   * Stores a text or a conversation and waits for its memories. `infer: false` stores it unchanged.
   * @returns the memories, or an empty list if the extraction takes more than 60 seconds and goes on without this call
   * @throws GatewayError
   */
  add(content: string | readonly ConversationMessage[], options: AddOptions): Promise<AddedMemory[]>;
  /** Finds memories that answer a query, best first. @throws GatewayError */
  search(query: string, options?: SearchOptions): Promise<FoundMemory[]>;
  /** Deletes one memory. This cannot be undone. @throws GatewayError */
  delete(id: string): Promise<void>;
  /** The client of these calls, for every other operation. */
  readonly client: Client;
}

/** Creates a memory for one server and one credential. It connects on first use. @throws TypeError for an invalid `url` */
export function createMemory(options: ClientOptions): MemoryCalls {
  const client = createClient(options);
  return {
    client,
    async add(content, { signal, retry, ...given }) {
      const messages = typeof content === 'string' ? [{ role: 'user' as const, content }] : content;
      const input = { wait: true, ...given, messages: messages.map(toMessage) };
      const { addMemories } = await client.request(AddMemoriesDocument, { input }, { signal, retry });
      return addMemories.results ?? [];
    },
    async search(query, { signal, retry, projectId, topK, threshold, ...owner } = {}) {
      const filter = Object.fromEntries(Object.entries(owner).map(([field, eq]) => [field, { eq }]));
      const variables = { query, projectId, topK, threshold, ...(Object.keys(filter).length > 0 && { filter }) };
      const { results } = await searchInPages(client, variables, { signal, retry });
      return results.map(({ score, memory }) => ({ ...memory, score }));
    },
    async delete(id) {
      await client.request(DeleteMemoryDocument, { input: { id } });
    },
  };
}

const roles = { user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM' } as const;
const toMessage = ({ role, content }: ConversationMessage) => ({ role: roles[role], content });
