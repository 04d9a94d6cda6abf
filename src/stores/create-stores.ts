import { accessStore } from './access/access-store.js';
import { auditLogStore } from './audit-log-store.js';
import { apiKeyStore } from './api-key-store.js';
import { backlogStore } from './backlog-store.js';
import { connectedAppStore } from './connected-app/connected-app-store.js';
import { connectedAppTokenStore } from './connected-app/connected-app-token-store.js';
import { changeStore } from './change-store.js';
import type { Database, Queryable } from '@memory-gateway/database';
import { deletionStore } from './deletion/deletion-store.js';
import { entityListStore } from './entity/entity-list.js';
import { entityMemoryStore } from './entity/entity-memories.js';
import { entityRelationStore } from './entity/entity-relations.js';
import { entityStore } from './entity/entity-store.js';
import { eventStore, type EventChanged } from './event-store.js';
import { exportStore } from './export-store.js';
import { fieldUsageStore } from './field-usage-store.js';
import { feedbackStore } from './feedback-store.js';
import { memoryAccessStore } from './memory/memory-access.js';
import { searchHitStore } from './memory/search-hit-store.js';
import { idempotencyStore } from './idempotency-store.js';
import { importBatchStore } from './import/import-batch-store.js';
import { importStore } from './import/import-store.js';
import { invitationStore } from './invitation/invitation-store.js';
import { membershipInvitationStore } from './invitation/membership-invitation-store.js';
import { labelStore } from './label-store.js';
import { logStreamRows } from './log-stream/log-stream-rows.js';
import { logStreamStore } from './log-stream/log-stream-store.js';
import { memoryLinkStore } from './correction/memory-link.js';
import { memoryHistoryStore } from './memory/memory-history.js';
import { memoryStore } from './memory/memory-store.js';
import { organizationStore } from './organization-store.js';
import { memberStore } from './member-store.js';
import { profileJobStore } from './profile/profile-job-store.js';
import { profileStore } from './profile/profile-store.js';
import { projectStore } from './project/project-store.js';
import { reEmbeddingStore } from './search/re-embedding-store.js';
import { refreshTokenStore } from './refresh-token-store.js';
import { requestBodyStore } from './request-log/request-body-store.js';
import { requestLogStatisticsStore } from './request-log/request-log-statistics-store.js';
import { requestLogRetentionStore } from './request-log/request-log-retention-store.js';
import { requestLogStore } from './request-log/request-log-store.js';
import { settingStore } from './configuration/setting-store.js';
import { statisticsStore } from './statistics-store.js';
import { subjectStore } from './subject-store.js';
import { traitStore } from './memory/trait-store.js';
import { userStore } from './user-store.js';
import { vectorStore } from './search/vector-store.js';
import { webhookDeliveryStore } from './webhook/webhook-delivery-store.js';
import { webhookQueueStore } from './webhook/webhook-queue.js';
import { webhookStore } from './webhook/webhook-store.js';

const creators = {
  access: accessStore,
  apiKeys: apiKeyStore,
  auditLogs: auditLogStore,
  backlog: backlogStore,
  connectedApps: connectedAppStore,
  connectedAppTokens: connectedAppTokenStore,
  changes: changeStore,
  deletions: deletionStore,
  entities: entityStore,
  entityLists: entityListStore,
  entityMemories: entityMemoryStore,
  entityRelations: entityRelationStore,
  events: eventStore,
  exports: exportStore,
  fieldUsage: fieldUsageStore,
  feedback: feedbackStore,
  memoryAccess: memoryAccessStore,
  history: memoryHistoryStore,
  idempotency: idempotencyStore,
  importBatches: importBatchStore,
  imports: importStore,
  invitations: invitationStore,
  labels: labelStore,
  logStreams: logStreamStore,
  logStreamRows: logStreamRows,
  members: memberStore,
  membershipInvitations: membershipInvitationStore,
  memories: memoryStore,
  memoryLinks: memoryLinkStore,
  organizations: organizationStore,
  profileJobs: profileJobStore,
  profiles: profileStore,
  projects: projectStore,
  reEmbedding: reEmbeddingStore,
  refreshTokens: refreshTokenStore,
  requestBodies: requestBodyStore,
  requestLogRetention: requestLogRetentionStore,
  requestLogs: requestLogStore,
  requestLogStatistics: requestLogStatisticsStore,
  searchHits: searchHitStore,
  settings: settingStore,
  statistics: statisticsStore,
  subjects: subjectStore,
  traits: traitStore,
  users: userStore,
  vectors: vectorStore,
  webhooks: webhookStore,
  webhookDeliveries: webhookDeliveryStore,
  webhookQueue: webhookQueueStore,
};

type Creators = typeof creators;
type StoreName = keyof Creators;

export type Stores = { readonly [Name in StoreName]: ReturnType<Creators[Name]> };

// Getters on a shared prototype: creating all stores takes 0.1 ms, and a transaction needs a few of them.
class LazyStores {
  constructor(
    readonly queryable: Queryable,
    readonly database: Database,
    readonly eventChanged?: EventChanged,
  ) {}
}

for (const name of Object.keys(creators) as StoreName[]) {
  Object.defineProperty(LazyStores.prototype, name, {
    get(this: LazyStores) {
      const value = creators[name](this.queryable, this.database, this.eventChanged);
      Object.defineProperty(this, name, { value });
      return value;
    },
  });
}

/**
 * Returns all stores, each of which is created on first use.
 * @param queryable the pool (`database` itself) or a transaction, used by all reads and writes
 * @param eventChanged is called with each event that was written
 */
export function createStores(queryable: Queryable, database: Database, eventChanged?: EventChanged): Stores {
  // The getters of LazyStores are defined in a loop, which types cannot follow.
  return new LazyStores(queryable, database, eventChanged) as unknown as Stores;
}
