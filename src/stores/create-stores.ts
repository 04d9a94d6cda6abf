import { accessStore } from './access/access-store.js';
import { auditLogStore } from './audit-log/audit-log-store.js';
import { apiKeyStore } from './api-key/api-key-store.js';
import { backlogStore } from './backlog/backlog-store.js';
import { connectedAppStore } from './connected-app/connected-app-store.js';
import { connectedAppTokenStore } from './connected-app/connected-app-token-store.js';
import { changeStore } from './change/change-store.js';
import type { Database, Queryable } from './database/open-database.js';
import { deletionStore } from './deletion/deletion-store.js';
import { entityListStore } from './entity/entity-list.js';
import { entityMemoryStore } from './entity/entity-memories.js';
import { entityRelationStore } from './entity/entity-relations.js';
import { entityStore } from './entity/entity-store.js';
import { eventStore } from './event/event-store.js';
import { exportStore } from './export/export-store.js';
import { feedbackStore } from './feedback/feedback-store.js';
import { memoryAccessStore } from './memory/memory-access.js';
import { searchHitStore } from './memory/search-hit-store.js';
import { idempotencyStore } from './idempotency/idempotency-store.js';
import { importStore } from './import/import-store.js';
import { invitationStore } from './invitation/invitation-store.js';
import { membershipInvitationStore } from './invitation/membership-invitation-store.js';
import { logStreamRows } from './log-stream/log-stream-rows.js';
import { logStreamStore } from './log-stream/log-stream-store.js';
import { memoryLinkStore } from './correction/memory-link.js';
import { memoryHistoryStore } from './memory/memory-history.js';
import { memoryStore } from './memory/memory-store.js';
import { organizationStore } from './organization/organization-store.js';
import { memberStore } from './member/member-store.js';
import { profileJobStore } from './profile/profile-job-store.js';
import { profileStore } from './profile/profile-store.js';
import { projectStore } from './project/project-store.js';
import { reEmbeddingStore } from './search/re-embedding-store.js';
import { refreshTokenStore } from './session/refresh-token-store.js';
import { requestLogStatisticsStore } from './request-log/request-log-statistics-store.js';
import { requestLogRetentionStore } from './request-log/request-log-retention-store.js';
import { requestLogStore } from './request-log/request-log-store.js';
import { settingStore } from './configuration/setting-store.js';
import { statisticsStore } from './statistics/statistics-store.js';
import { subjectStore } from './subject/subject-store.js';
import { userStore } from './user/user-store.js';
import { vectorStore } from './search/vector-store.js';
import { webhookDeliveryStore } from './webhook/webhook-delivery-store.js';
import { webhookQueueStore } from './webhook/webhook-queue.js';
import { webhookStore } from './webhook/webhook-store.js';

export type Stores = ReturnType<typeof createStores>;

/** Creates every store. @param queryable the pool (`database` itself) or a transaction, used by all reads and writes */
export function createStores(queryable: Queryable, database: Database) {
  return {
    access: accessStore(queryable),
    apiKeys: apiKeyStore(queryable),
    auditLogs: auditLogStore(queryable),
    backlog: backlogStore(queryable),
    connectedApps: connectedAppStore(queryable),
    connectedAppTokens: connectedAppTokenStore(queryable),
    changes: changeStore(queryable),
    deletions: deletionStore(queryable),
    entities: entityStore(queryable),
    entityLists: entityListStore(queryable),
    entityMemories: entityMemoryStore(queryable),
    entityRelations: entityRelationStore(queryable),
    events: eventStore(queryable),
    exports: exportStore(queryable),
    feedback: feedbackStore(queryable),
    memoryAccess: memoryAccessStore(queryable),
    history: memoryHistoryStore(queryable),
    idempotency: idempotencyStore(queryable),
    imports: importStore(queryable),
    invitations: invitationStore(queryable),
    logStreams: logStreamStore(queryable),
    logStreamRows: logStreamRows(queryable),
    members: memberStore(queryable),
    membershipInvitations: membershipInvitationStore(queryable),
    memories: memoryStore(queryable),
    memoryLinks: memoryLinkStore(queryable),
    organizations: organizationStore(queryable),
    profileJobs: profileJobStore(queryable),
    profiles: profileStore(queryable),
    projects: projectStore(queryable),
    reEmbedding: reEmbeddingStore(queryable),
    refreshTokens: refreshTokenStore(queryable),
    requestLogRetention: requestLogRetentionStore(queryable),
    requestLogs: requestLogStore(queryable),
    requestLogStatistics: requestLogStatisticsStore(queryable),
    searchHits: searchHitStore(queryable),
    settings: settingStore(queryable),
    statistics: statisticsStore(queryable),
    subjects: subjectStore(queryable),
    users: userStore(queryable),
    vectors: vectorStore(queryable, database),
    webhooks: webhookStore(queryable),
    webhookDeliveries: webhookDeliveryStore(queryable),
    webhookQueue: webhookQueueStore(queryable),
  };
}
