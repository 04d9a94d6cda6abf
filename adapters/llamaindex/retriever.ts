import type { QueryBundle } from '@llamaindex/core/query-engine';
import { BaseRetriever } from '@llamaindex/core/retriever';
import { TextNode, type NodeWithScore } from '@llamaindex/core/schema';
import { extractText } from '@llamaindex/core/utils';
import { createMemoryApi, type MemoryApi, type MemoryOptions } from '../shared/memory-api.js';

export interface RetrieverOptions extends MemoryOptions {
  /** Number of nodes. Default 10. */
  readonly topK?: number;
}

/** Retrieves memories for a query as nodes with scores, best first. */
export class MemoryGatewayRetriever extends BaseRetriever {
  private readonly api: MemoryApi;
  private readonly topK: number;

  constructor(options: RetrieverOptions) {
    super();
    this.api = createMemoryApi(options);
    this.topK = options.topK ?? 10;
  }

  override async _retrieve({ query }: QueryBundle): Promise<NodeWithScore[]> {
    const found = await this.api.search(extractText(query), { topK: this.topK });
    return found.map(({ id, text, score, metadata, createdAt, updatedAt }) => ({
      node: new TextNode({ id_: id, text, metadata: { ...metadata, createdAt, updatedAt } }),
      score,
    }));
  }
}
