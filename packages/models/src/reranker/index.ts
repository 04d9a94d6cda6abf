import type { RerankConfig } from './settings.js';
import type { Outbound } from '@memory-gateway/outbound';
import { createLocalReranker } from './local.js';
import { createRemoteReranker } from './remote.js';
import type { Reranker } from './types.js';

/** Creates the configured reranker. Null: none is configured. */
export function createReranker(config: RerankConfig | null, outbound: Outbound): Reranker | null {
  if (config === null) return null;
  return config.provider === 'local' ? createLocalReranker(config) : createRemoteReranker(config, outbound);
}
