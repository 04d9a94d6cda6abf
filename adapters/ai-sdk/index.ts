/**
 * Memory for the Vercel AI SDK: `createMemoryMiddleware` for automatic use, `createMemoryTools` for use by the model.
 */
export {
  createMemoryApi,
  MemoryApiError,
  type Memory,
  type MemoryApi,
  type MemoryOptions,
} from '../shared/memory-api.js';
export { createMemoryMiddleware, type MiddlewareOptions } from './middleware.js';
export { createMemoryTools } from './tools.js';
