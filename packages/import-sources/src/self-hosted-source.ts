import { z } from 'zod';
import { requestJson, toApiAddress } from './api-request.js';
import type { ListedMemories } from './hosted-source.js';

export interface SelfHostedSource {
  readonly url: string;
  /** Null for a server with authentication disabled. */
  readonly apiKey: string | null;
  /** Ends the requests. */
  readonly signal?: AbortSignal | undefined;
}

/** Memories that the API of a server cannot list. */
export class UnlistedMemories {
  constructor(
    /** Entity that the memories belong to. */
    readonly owner: string,
    readonly reason: string,
  ) {}
}

/** An original server has no pages. It lists at most this many memories, and this many for its list of entities. */
const listMax = 1_000;
const entityScanMax = 10_000;
const pageSize = 200;
const kinds = ['user', 'agent', 'run'] as const;

const Memory = z.record(z.string(), z.unknown());
/** Only servers with pages return the total. */
const MemoryList = z.object({ results: z.array(Memory), total: z.number().optional() });
const Entities = z.array(z.object({ id: z.string(), type: z.string(), total_memories: z.number() }));

type Memory = z.infer<typeof Memory>;
type MemoryList = z.infer<typeof MemoryList>;

/**
 * Lists all memories of a self-hosted mem0 server, or of memory-gateway as an admin. An original server is read entity
 * by entity. @throws ImportSourceError, which never contains the key
 */
export function openSelfHostedSource({ url, apiKey, signal }: SelfHostedSource): ListedMemories {
  const headers: Record<string, string> = apiKey === null ? {} : { 'x-api-key': apiKey };
  const progress = { total: 0, read: 0 };
  const list = async (query: Record<string, string>, absent: readonly number[] = []) => {
    const address = toApiAddress(url, 'memories');
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return requestJson(address, { schema: MemoryList, headers, signal, absent });
  };
  return {
    share: () => (progress.total === 0 ? 1 : Math.min(1, progress.read / progress.total)),
    async *memories() {
      // Only admins may list everything.
      const first = await list({ top_k: '0', page: '1', page_size: '1', show_expired: 'true' }, [403, 422]);
      const source =
        first?.total === undefined ? listByEntity(list, { url, headers, signal, progress }) : listPages(list, progress);
      for await (const memory of source) {
        progress.read += 1;
        yield memory;
      }
    },
  };
}

type List = (query: Record<string, string>, absent?: readonly number[]) => Promise<MemoryList | null>;

interface Progress {
  total: number;
  read: number;
}

async function* listPages(list: List, progress: Progress, owner: Record<string, string> = {}): AsyncGenerator<Memory> {
  for (let page = 1; ; page += 1) {
    const found = await list({ ...owner, show_expired: 'true', page: String(page), page_size: String(pageSize) });
    const { results = [], total = 0 } = found ?? {};
    if (Object.keys(owner).length === 0) progress.total = total;
    yield* results;
    if (results.length < pageSize) return;
  }
}

interface EntityWork {
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
  readonly headers: Record<string, string>;
  readonly progress: Progress;
}

async function* listByEntity(
  list: List,
  { url, headers, signal, progress }: EntityWork,
): AsyncGenerator<Memory | UnlistedMemories> {
  const entities = (await requestJson(toApiAddress(url, 'entities'), { schema: Entities, headers, signal })) ?? [];
  const counts = entities.reduce((sum, { total_memories: count }) => sum + count, 0);
  progress.total = counts;
  const incomplete = new Set<string>();
  for (const kind of kinds)
    for (const { id } of entities.filter(({ type }) => type === kind)) {
      const owner = { [`${kind}_id`]: id };
      // An original server ignores the page, another one the number.
      const paging = { page: '1', page_size: String(pageSize), top_k: String(listMax) };
      const found = await list({ ...owner, show_expired: 'true', ...paging });
      const isPaged = found?.total !== undefined;
      const memories = isPaged ? listPages(list, progress, owner) : (found?.results ?? []);
      for await (const memory of memories) if (isFirstOwner(memory, kind, incomplete)) yield memory;
      if (isPaged || (found?.results.length ?? 0) < listMax) continue;
      incomplete.add(`${kind} ${id}`);
      yield new UnlistedMemories(
        `${kind} ${id}`,
        `The API of the server lists ${listMax} memories of a ${kind}. Import the others from its database with --from.`,
      );
    }
  if (counts >= entityScanMax)
    yield new UnlistedMemories(
      'entities',
      `The server reads ${entityScanMax} memories for its list of entities. Import the others from its database with --from.`,
    );
}

/** Returns whether no complete list of another owner contains the memory, which has several owners. */
function isFirstOwner(memory: Memory, kind: (typeof kinds)[number], incomplete: ReadonlySet<string>): boolean {
  return kinds.slice(0, kinds.indexOf(kind)).every((other) => {
    const id = memory[`${other}_id`];
    return typeof id !== 'string' || id === '' || incomplete.has(`${other} ${id}`);
  });
}
