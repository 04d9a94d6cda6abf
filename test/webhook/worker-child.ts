import { pino } from 'pino';
import { createRateLimiter } from '../../src/auth/rate-limit.js';
import { createSealer } from '../../src/auth/sealed.js';
import { loadConfig } from '../../src/config.js';
import type { Services } from '../../src/context.js';
import { createChangeFeed } from '../../src/events/change-feed.js';
import { startWebhookWorker } from '../../src/webhooks/delivery/webhook-worker.js';
import { createOutbound } from '@memory-gateway/outbound';
import { connectDatabase, type Database } from '@memory-gateway/database';
import { createStores } from '../../src/stores/create-stores.js';
import { createMemoryBus } from '../helpers/memory-bus.js';
import { noProviders } from '../helpers/no-providers.js';
import { unlimited } from '../helpers/unlimited.js';

// Sends deliveries until it is killed. Arguments: kind and URL of the database, and `hold` to stop before sending.
const [kind = 'embedded', connectionString = '', hold] = process.argv.slice(2);
const database = connectDatabase({
  kind: kind as Database['kind'],
  connectionString,
  maxConnections: 2,
  close: async () => undefined,
});
const outbound = createOutbound({ allow: ['loopback'] });
const log = pino({ level: 'silent' });
const bus = createMemoryBus();
const stores = createStores(database, database);
const services: Services = {
  config: loadConfig({ LOG_LEVEL: 'silent' }),
  database,
  stores,
  replica: null,
  replication: null,
  bus,
  changes: createChangeFeed({ stores, bus, log }),
  jobs: { enqueue: async () => undefined },
  embedder: null,
  llm: () => null,
  reranker: null,
  providers: noProviders,
  outbound: {
    ...outbound,
    request(request) {
      process.stdout.write('sending\n');
      return hold === 'hold' ? new Promise(() => undefined) : outbound.request(request);
    },
  },
  sealer: createSealer({ secret: 'a-secret-of-the-test-suite-5d1f0c', database }),
  requestLogs: undefined as unknown as Services['requestLogs'],
  authRateLimiter: createRateLimiter(),
  admission: unlimited,
  log,
  now: () => new Date(),
};
startWebhookWorker(services, { pollMs: 20 });
