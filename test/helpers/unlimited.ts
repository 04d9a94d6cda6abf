import { createAdmission } from '@memory-gateway/load';

/** Admission without limits. */
export const unlimited = createAdmission({
  concurrency: { add: 10_000, search: 10_000, read: 10_000, document: 10_000 },
  maxWaitMs: 0,
});
