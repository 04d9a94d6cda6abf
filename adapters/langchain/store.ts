import {
  BaseStore,
  validateNamespace,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint';
import { createMemoryApi, type Memory, type MemoryApi, type MemoryOptions } from '../shared/memory-api.js';
import { listNamespaces, matchesFilter } from './store-filters.js';
import { fromMetadata, toMetadata, toPrefixMetadata, toText } from './store-items.js';

const defaultLimit = 10;
const mostResults = 1_000;

/**
 * Long-term memory of LangGraph agents; pass it as `store`. Each item is a memory with searchable text. Its metadata
 * contains namespace, key and value.
 */
export class MemoryGatewayStore extends BaseStore {
  private readonly api: MemoryApi;

  constructor(options: MemoryOptions) {
    super();
    this.api = createMemoryApi(options);
  }

  /** Runs operations in order. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = [];
    for (const operation of operations) results.push(await this.run(operation));
    return results as OperationResults<Op>;
  }

  private run(operation: Operation): Promise<unknown> {
    if ('value' in operation) return this.write(operation);
    if ('key' in operation) return this.read(operation);
    if ('namespacePrefix' in operation) return this.find(operation);
    return this.namespaces(operation);
  }

  private async read({ namespace, key }: GetOperation): Promise<Item | null> {
    const memory = await this.findMemory(namespace, key);
    return memory ? toItem(memory) : null;
  }

  private async write({ namespace, key, value, index }: PutOperation): Promise<void> {
    validateNamespace(namespace);
    const known = await this.findMemory(namespace, key);
    if (value === null) {
      if (known) await this.api.delete(known.id);
      return;
    }
    const text = toText(value, { key, fields: index });
    const metadata = toMetadata({ namespace, key, value });
    if (known) return this.api.update(known.id, { text, metadata });
    const [added] = await this.add(text, metadata);
    // Another item has the same text, and an owner has only one memory per text.
    if (added?.event === 'NOOP') await this.add(`${text} (${[...namespace, key].join('/')})`, metadata);
  }

  private add(text: string, metadata: Record<string, unknown>) {
    return this.api.add([{ role: 'user', content: text }], { infer: false, metadata });
  }

  private async find(operation: SearchOperation): Promise<SearchItem[]> {
    const { filter, limit = defaultLimit, offset = 0 } = operation;
    const found: SearchItem[] = [];
    for await (const item of this.candidates(operation)) {
      if (matchesFilter(item.value, filter)) found.push(item);
      if (found.length === offset + limit) break;
    }
    return found.slice(offset);
  }

  private async *candidates({ namespacePrefix, query, filter, limit = defaultLimit, offset = 0 }: SearchOperation) {
    const metadata = toPrefixMetadata(namespacePrefix);
    if (!query) {
      for await (const memory of this.api.list(metadata)) yield* toItems(memory);
      return;
    }
    // The filter removes results, so more are requested.
    const topK = filter ? mostResults : Math.min(limit + offset, mostResults);
    for (const { score, ...memory } of await this.api.search(query, { topK, threshold: 0, metadata }))
      yield* toItems(memory).map((item) => ({ ...item, score }));
  }

  private async namespaces(operation: ListNamespacesOperation): Promise<string[][]> {
    const known: string[][] = [];
    for await (const memory of this.api.list(toPrefixMetadata([])))
      known.push(...toItems(memory).map(({ namespace }) => namespace));
    return listNamespaces(known, operation);
  }

  private async findMemory(namespace: string[], key: string): Promise<Memory | null> {
    for await (const memory of this.api.list({ ...toPrefixMetadata(namespace), store_key: key }))
      if (toItems(memory)[0]?.namespace.length === namespace.length) return memory;
    return null;
  }
}

function toItem(memory: Memory): Item | null {
  const stored = fromMetadata(memory.metadata);
  if (!stored) return null;
  return { ...stored, createdAt: new Date(memory.createdAt), updatedAt: new Date(memory.updatedAt) };
}

function toItems(memory: Memory): Item[] {
  const item = toItem(memory);
  return item ? [item] : [];
}
