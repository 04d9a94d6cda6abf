import type { ProjectScope } from '../auth/scope.js';
import type { Services, UnitOfWork } from '../context.js';
import { createMeter, runMetered } from '../meter.js';

export interface ModelUsage {
  /** Runs work and counts its calls. */
  measure<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Adds to the event, in the transaction that ends it, what is not added yet. */
  save(unit: UnitOfWork): Promise<void>;
  /** Adds what no transaction added: the attempt failed and another one follows. */
  saveRest(services: Services): Promise<void>;
}

/** Starts to count what one attempt at an event uses of models. */
export function createModelUsage(scope: ProjectScope, eventId: string): ModelUsage {
  const meter = createMeter();
  const saved = { calls: 0, tokens: 0 };
  const findRest = () => ({ calls: meter.languageCalls - saved.calls, tokens: meter.modelTokens - saved.tokens });
  return {
    measure: (work) => runMetered(meter, work),
    async save(unit) {
      const rest = findRest();
      await unit.stores.events.addUsage(scope, eventId, rest);
      // A transaction that is repeated adds it again.
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
