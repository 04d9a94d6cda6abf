import { selfHostedApiKeyRoutes } from './api-keys.js';
import { selfHostedAuthRoutes } from './auth.js';
import { selfHostedConfigureRoutes } from './configure.js';
import { selfHostedEntityRoutes } from './entities.js';
import { selfHostedMemoryRoutes } from './memories.js';
import { selfHostedMemoryAddRoutes } from './memories-add.js';
import { selfHostedMemoryDeletionRoutes } from './memories-delete.js';
import { selfHostedPlugin } from './plugin.js';
import { selfHostedRequestRoutes } from './requests.js';
import { selfHostedSearchRoutes } from './search.js';
import { selfHostedUserRoutes } from './users.js';

/** Plugin of the self-hosted API, whose paths have no version. */
export const selfHostedRoutes = selfHostedPlugin([
  selfHostedAuthRoutes,
  selfHostedUserRoutes,
  selfHostedApiKeyRoutes,
  selfHostedMemoryAddRoutes,
  selfHostedMemoryRoutes,
  selfHostedMemoryDeletionRoutes,
  selfHostedSearchRoutes,
  selfHostedEntityRoutes,
  selfHostedRequestRoutes,
  selfHostedConfigureRoutes,
]);
