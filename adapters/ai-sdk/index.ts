/** Memory for the Vercel AI SDK: `createMemoryMiddleware` recalls before and remembers after a turn, `createMemoryTools` lets the model decide. */
export {
  createMemoryApi,
  MemoryApiError,
  type Memory,
  type MemoryApi,
  type MemoryOptions,
} from '../shared/memory-api.js';
export { createMemoryMiddleware, type MiddlewareOptions } from './middleware.js';
export { createMemoryTools } from './tools.js';
