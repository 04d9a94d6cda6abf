/**
 * Typed client of memory-gateway for Node and browsers: `createClient`, documents of all operations, and their types.
 */
export { createClient, type Client, type RequestOptions, type TypedDocument } from './create-client.js';
export {
  createMemory,
  type AddOptions,
  type ConversationMessage,
  type FoundMemory,
  type MemoryCalls,
  type MemoryOwner,
  type SearchOptions,
} from './memory.js';
export { GatewayError, type GatewayErrorCode } from './errors.js';
export type { ClientOptions } from './options.js';
export type { Payloads } from './payloads.js';
export type { RetryOptions } from './retry.js';
export { resumeStream, type SubscribeOptions } from './subscribe.js';
export * from './generated/graphql.js';
