import { expect } from 'vitest';

/** The three error formats of the hosted API, and messages of several operations. */
export const badRequest = (message: unknown) => ({ error: '400 Bad Request', details: { message }, detail: message });
export const error = (text: unknown) => ({ error: text, detail: text });
export const told = (text: unknown) => ({ message: text, detail: text });
export const problem: unknown = expect.stringMatching(/\.$/);
export const noUuid = 'memory_id should be a valid UUID';
export const noEntity = 'At least one of user_id, agent_id, app_id and run_id must be given in filters.';
