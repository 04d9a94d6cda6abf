import { accessStore } from './access.js';
import { apiKeyStore } from './api-key.js';
import type { Database, Queryable } from './database.js';
import { deletionStore } from './deletion.js';
import { entityStore } from './entity.js';
import { eventStore } from './event.js';
import { exportStore } from './export.js';
import { feedbackStore } from './feedback.js';
import { memoryAccessStore } from './memory-access.js';
import { idempotencyStore } from './idempotency.js';
import { importStore } from './import.js';
import { invitationStore } from './invitation.js';
import { memoryHistoryStore } from './memory-history.js';
import { memoryStore } from './memory.js';
import { organizationStore } from './organization.js';
import { memberStore } from './member.js';
import { profileJobStore } from './profile-job.js';
import { profileStore } from './profile.js';
import { projectStore } from './project.js';
import { reEmbeddingStore } from './re-embedding.js';
import { refreshTokenStore } from './refresh-token.js';
import { requestLogStatisticsStore } from './request-log-statistics.js';
import { requestLogStore } from './request-log.js';
import { settingStore } from './setting.js';
import { statisticsStore } from './statistics.js';
import { userStore } from './user.js';
import { vectorStore } from './vector.js';
import { webhookDeliveryStore } from './webhook-delivery.js';
import { webhookQueueStore } from './webhook-queue.js';
import { webhookStore } from './webhook.js';

/** Every store, over one connection pool or inside one transaction. */
export type Stores = ReturnType<typeof createStores>;

/** @param queryable the pool (`database` itself) or a transaction; reads and writes of all stores go through it */
export function createStores(queryable: Queryable, database: Database) {
  return {
    access: accessStore(queryable),
    apiKeys: apiKeyStore(queryable),
    deletions: deletionStore(queryable),
    entities: entityStore(queryable),
    events: eventStore(queryable),
    exports: exportStore(queryable),
    feedback: feedbackStore(queryable),
    memoryAccess: memoryAccessStore(queryable),
    history: memoryHistoryStore(queryable),
    idempotency: idempotencyStore(queryable),
    imports: importStore(queryable),
    invitations: invitationStore(queryable),
    members: memberStore(queryable),
    memories: memoryStore(queryable),
    organizations: organizationStore(queryable),
    profileJobs: profileJobStore(queryable),
    profiles: profileStore(queryable),
    projects: projectStore(queryable),
    reEmbedding: reEmbeddingStore(queryable),
    refreshTokens: refreshTokenStore(queryable),
    requestLogs: requestLogStore(queryable),
    requestLogStatistics: requestLogStatisticsStore(queryable),
    settings: settingStore(queryable),
    statistics: statisticsStore(queryable),
    users: userStore(queryable),
    vectors: vectorStore(queryable, database),
    webhooks: webhookStore(queryable),
    webhookDeliveries: webhookDeliveryStore(queryable),
    webhookQueue: webhookQueueStore(queryable),
  };
}
