import { Document } from '@langchain/core/documents';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import { createMemoryApi, type MemoryApi, type MemoryOptions, type SearchOptions } from '../shared/memory-api.js';

export interface RetrieverOptions extends BaseRetrieverInput, MemoryOptions {
  /** Number of documents. Default 10. */
  readonly topK?: number;
  /** Minimum score of a document, 0 to 1. Default: the server's. */
  readonly threshold?: number;
}

/** Retrieves memories for a query, best first. Each document contains the memory's id, score, times and metadata. */
export class MemoryGatewayRetriever extends BaseRetriever {
  override readonly lc_namespace: string[] = ['memory_gateway', 'retrievers'];
  private readonly api: MemoryApi;
  private readonly limits: SearchOptions;

  constructor(options: RetrieverOptions) {
    // Excludes the API key: LangChain passes a retriever's arguments to callbacks and tracers.
    const { callbacks, tags, metadata, verbose } = options;
    super(Object.fromEntries(Object.entries({ callbacks, tags, metadata, verbose }).filter(([, value]) => value)));
    this.api = createMemoryApi(options);
    this.limits = { topK: options.topK, threshold: options.threshold };
  }

  override async _getRelevantDocuments(query: string): Promise<Document[]> {
    const found = await this.api.search(query, this.limits);
    return found.map(
      ({ id, text, score, metadata, createdAt, updatedAt }) =>
        new Document({ id, pageContent: text, metadata: { ...metadata, id, score, createdAt, updatedAt } }),
    );
  }
}
