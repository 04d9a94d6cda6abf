import { z } from 'zod';
import { requestJson, toApiAddress } from './api-request.js';

export interface HostedSource {
  readonly url: string;
  readonly apiKey: string;
  /** Ends the requests. */
  readonly signal?: AbortSignal | undefined;
}

/** Memories that an API lists. */
export interface ListedMemories {
  /** Returns the share of the memories that was read, 0 to 1. */
  share(): number;
  /** Yields memories in the shape of the mem0 API. */
  memories(): AsyncGenerator<unknown>;
}

const pageSize = 200;
/** Matches every memory, because each has one of these owners. */
const everything = { OR: ['user_id', 'agent_id', 'app_id', 'run_id'].map((name) => ({ [name]: '*' })) };

const MemoryPage = z.object({ count: z.number(), next: z.string().nullable(), results: z.array(z.unknown()) });

/** Lists all memories of an API key's project on a hosted server. @throws ImportSourceError, which never contains the key */
export function openHostedSource({ url, apiKey, signal }: HostedSource): ListedMemories {
  const base = toApiAddress(url, 'v3/memories/');
  const request = {
    method: 'POST',
    headers: { authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filters: everything, show_expired: true }),
    signal,
    schema: MemoryPage,
  };
  let total = 0;
  let read = 0;
  return {
    share: () => (total === 0 ? 1 : read / total),
    async *memories() {
      for (let page = 1; ; page += 1) {
        const address = new URL(`?page=${page}&page_size=${pageSize}`, base);
        const found = await requestJson(address, request);
        if (!found) return;
        total = found.count;
        for (const memory of found.results) {
          read += 1;
          yield memory;
        }
        if (found.next === null || found.results.length === 0) return;
      }
    },
  };
}
