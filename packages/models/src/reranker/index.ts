import { UpstreamFailedError } from '@memory-gateway/errors';
import { createLocalReranker as createModel } from '@memory-gateway/local-embedder';
import { meterModel } from '@memory-gateway/meter';
import type { Outbound } from '@memory-gateway/outbound';
import { createRemoteReranker } from './remote.js';
import { RERANKED_CHARACTERS, type LocalRerankConfig, type RerankConfig, type Reranker } from './types.js';

/** Creates the configured reranker. Null: none is configured. */
export function createReranker(config: RerankConfig | null, outbound: Outbound): Reranker | null {
  if (config === null) return null;
  return config.provider === 'local' ? createLocalReranker(config) : createRemoteReranker(config, outbound);
}

/** Creates the reranker of this machine. Texts that wait when the time is over are not read. */
function createLocalReranker({ folder, timeoutMs }: LocalRerankConfig): Reranker {
  const model = createModel(folder);
  return {
    id: model.id,
    ready: () => model.ready(),
    close: () => model.close(),
    async rerank(query, texts) {
      const signal = AbortSignal.timeout(timeoutMs);
      const read = texts.map((text) => text.slice(0, RERANKED_CHARACTERS));
      try {
        return await meterModel('reranking', () => model.rerank(query, read, signal));
      } catch (error) {
        const reason = signal.aborted ? 'provider_timeout' : 'provider_unavailable';
        throw new UpstreamFailedError(`${model.id} cannot score the results.`, { reason, cause: error });
      }
    },
  };
}
