import { apiKeyRoutes } from './api-keys.js';
import { authRoutes } from './auth.js';
import { configureRoutes } from './configure.js';
import { entityRoutes } from './entities.js';
import { memoryRoutes } from './memories.js';
import { memoryAddRoutes } from './memories-add.js';
import { memoryDeletionRoutes } from './memories-delete.js';
import { flatPlugin } from './plugin.js';
import { requestRoutes } from './requests.js';
import { searchRoutes } from './search.js';
import { userRoutes } from './users.js';

/** The self-hosted paths, which have no version in front: accounts, keys, memories, the audit log. */
export const selfHostedRoutes = flatPlugin([
  authRoutes,
  userRoutes,
  apiKeyRoutes,
  memoryAddRoutes,
  memoryRoutes,
  memoryDeletionRoutes,
  searchRoutes,
  entityRoutes,
  requestRoutes,
  configureRoutes,
]);
