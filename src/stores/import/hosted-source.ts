import { ImportSourceError } from './import-source.js';

export interface HostedSource {
  readonly url: string;
  readonly apiKey: string;
}

const pageSize = 200;
const maxAttempts = 5;
/** Matches every memory, because each has one of these owners. */
const everything = { OR: ['user_id', 'agent_id', 'app_id', 'run_id'].map((name) => ({ [name]: '*' })) };

interface MemoryPage {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly unknown[];
}

/** Lists all memories of an API key's project, with retries. @throws ImportSourceError, which never contains the key */
export function openHostedSource({ url, apiKey }: HostedSource) {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new ImportSourceError('The address must begin with https:// or http://.');
  let total = 0;
  let read = 0;
  return {
    share: () => (total === 0 ? 1 : read / total),
    async *memories(): AsyncGenerator<unknown> {
      for (let page = 1; ; page += 1) {
        const address = new URL(`v3/memories/?page=${page}&page_size=${pageSize}`, url.endsWith('/') ? url : `${url}/`);
        const { count, next, results } = await requestPage(address, apiKey);
        total = count;
        for (const memory of results) {
          read += 1;
          yield memory;
        }
        if (next === null || results.length === 0) return;
      }
    },
  };
}

async function requestPage(address: URL, apiKey: string): Promise<MemoryPage> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ filters: everything, show_expired: true }),
      signal: AbortSignal.timeout(60_000),
    }).catch(() => null);
    if (response?.ok) return (await response.json()) as MemoryPage;
    const isLasting = response !== null && response.status < 500 && response.status !== 429;
    if (isLasting || attempt >= maxAttempts)
      throw new ImportSourceError(
        `${address.host} responded with ${response?.status ?? 'nothing'} to a list of memories.`,
      );
    const wait = Number(response?.headers.get('retry-after') ?? 0) * 1_000 || 250 * 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 30_000)));
  }
}
