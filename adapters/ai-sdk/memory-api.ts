/** A server, and whose memories to use there. At least one owner is required. */
export interface MemoryOptions {
  /** Address of memory-gateway, such as http://localhost:8888. */
  readonly url: string;
  readonly apiKey: string;
  readonly userId?: string;
  readonly agentId?: string;
  readonly appId?: string;
  readonly runId?: string;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** A stored memory. */
export interface Memory {
  readonly id: string;
  readonly text: string;
  /** From 0 to 1. */
  readonly score: number;
}

/** A message of a conversation. */
export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** The memories of one owner. */
export interface MemoryApi {
  /** Stores what messages say. `infer: false` stores each message as it is. */
  add(messages: readonly Message[], options?: { infer?: boolean }): Promise<void>;
  search(query: string, options?: { topK?: number; threshold?: number }): Promise<Memory[]>;
  delete(id: string): Promise<void>;
}

/** The server refused a request or could not be reached. The message holds no key. */
export class MemoryApiError extends Error {
  override readonly name = 'MemoryApiError';
  constructor(
    message: string,
    /** HTTP status; 0: the server could not be reached. */
    readonly status: number,
  ) {
    super(message);
  }
}

/** Makes requests for the memories of one owner. */
export function createMemoryApi(options: MemoryOptions): MemoryApi {
  const owners = readOwners(options);
  const send = createSender(options);
  return {
    async add(messages, { infer = true } = {}) {
      await send('POST', '/v3/memories/add/', { messages, infer, ...owners });
    },
    async search(query, { topK = 10, threshold } = {}) {
      const body = { query, filters: owners, top_k: topK, ...(threshold === undefined ? {} : { threshold }) };
      const { results } = await send<{ results: FoundMemory[] }>('POST', '/v3/memories/search/', body);
      return results.map(({ id, memory: text, score }) => ({ id, text, score }));
    },
    async delete(id) {
      await send('DELETE', `/v1/memories/${encodeURIComponent(id)}/`);
    },
  };
}

interface FoundMemory {
  readonly id: string;
  readonly memory: string;
  readonly score: number;
}

function readOwners({ userId, agentId, appId, runId }: MemoryOptions): Record<string, string> {
  const given = Object.entries({ user_id: userId, agent_id: agentId, app_id: appId, run_id: runId });
  const owners = Object.fromEntries(given.filter((entry): entry is [string, string] => Boolean(entry[1])));
  if (Object.keys(owners).length === 0) throw new TypeError('Set userId, agentId, appId or runId.');
  return owners;
}

function createSender({ url, apiKey, fetch: send = fetch }: MemoryOptions) {
  const base = url.replace(/\/+$/, '');
  return async <Body = unknown>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await send(`${base}${path}`, {
      method,
      headers: { authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new MemoryApiError(`${base} cannot be reached: ${error instanceof Error ? error.message : 'unknown'}`, 0);
    });
    const text = await response.text();
    if (!response.ok)
      throw new MemoryApiError(
        `${method} ${path} responded with ${response.status}: ${text.slice(0, 500)}`,
        response.status,
      );
    return (text === '' ? {} : JSON.parse(text)) as Body;
  };
}
