import type { ProjectScope } from '../auth/scope.js';
import type { Services } from '../context.js';
import type { UnitOfWork } from '../unit-of-work/transact.js';
import { createMeter, runMetered } from '@memory-gateway/meter';
import { EXTRACTION_PROMPT } from '@memory-gateway/extraction';

export interface ModelUsage {
  measure<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Adds the unsaved usage to the event, in the transaction that ends it. */
  save(unit: UnitOfWork): Promise<void>;
  /** Adds the remaining usage when the attempt failed and will be retried. */
  saveRest(services: Services): Promise<void>;
}

/** Creates the usage counter of one extraction attempt. */
export function createModelUsage(scope: ProjectScope, eventId: string): ModelUsage {
  const meter = createMeter();
  const saved = { calls: 0, tokens: 0 };
  const findRest = () => ({
    calls: meter.languageCalls - saved.calls,
    tokens: meter.modelTokens - saved.tokens,
    promptVersion: EXTRACTION_PROMPT,
  });
  return {
    measure: (work) => runMetered(meter, work),
    async save(unit) {
      const rest = findRest();
      await unit.stores.events.addUsage(scope, eventId, rest);
      // If the transaction is repeated, it must add the usage again.
      unit.tx.afterCommit(() => {
        saved.calls += rest.calls;
        saved.tokens += rest.tokens;
      });
    },
    async saveRest(services) {
      const rest = findRest();
      if (rest.calls === 0 && rest.tokens === 0) return;
      await services.stores.events
        .addUsage(scope, eventId, rest)
        .catch((error: unknown) =>
          services.log.warn({ err: error }, 'Counting model calls failed; an event shows too few.'),
        );
    },
  };
}
