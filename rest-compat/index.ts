import { auditLogRoutes } from './hosted/audit-logs.js';
import { deletionRoutes } from './hosted/deletion.js';
import { entityRoutes } from './hosted/entities.js';
import { eventRoutes } from './hosted/events.js';
import { exportRoutes } from './hosted/exports.js';
import { exportGetRoutes } from './hosted/exports-get.js';
import { feedbackRoutes } from './hosted/feedback.js';
import { historyRoutes } from './hosted/history.js';
import { memberRoutes } from './hosted/members.js';
import { memoryRoutes } from './hosted/memories.js';
import { memoryAddRoutes } from './hosted/memories-add.js';
import { memoryListRoutes } from './hosted/memories-list.js';
import { memorySearchRoutes } from './hosted/memories-search.js';
import { organizationRoutes } from './hosted/organizations.js';
import { pingRoutes } from './hosted/ping.js';
import { profileRoutes } from './hosted/profiles.js';
import { projectRoutes } from './hosted/projects.js';
import { statisticsRoutes } from './hosted/statistics.js';
import { summaryRoutes } from './hosted/summary.js';
import { webhookRoutes } from './hosted/webhooks.js';
import { collectMethods } from './shared/other-methods.js';
import type { RestPlugin } from './shared/rest-scope.js';
import { selfHostedRoutes } from './self-hosted/index.js';

export type { RestPlugin } from './shared/rest-scope.js';

const plugins: readonly RestPlugin[] = [
  pingRoutes,
  auditLogRoutes,
  memoryAddRoutes,
  memorySearchRoutes,
  memoryListRoutes,
  memoryRoutes,
  deletionRoutes,
  entityRoutes,
  eventRoutes,
  exportRoutes,
  exportGetRoutes,
  feedbackRoutes,
  historyRoutes,
  profileRoutes,
  statisticsRoutes,
  summaryRoutes,
  organizationRoutes,
  projectRoutes,
  memberRoutes,
  webhookRoutes,
  selfHostedRoutes,
];

/** Registers the hosted and the self-hosted REST API. Other methods of their paths return 405 with `Allow`. */
export const restApi: RestPlugin = async (scope, options) => {
  const refuseOtherMethods = collectMethods(scope);
  for (const plugin of plugins) await scope.register(plugin, options);
  refuseOtherMethods();
};
