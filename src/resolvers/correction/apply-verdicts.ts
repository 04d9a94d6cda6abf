import type { ProjectScope } from '../../auth/scope.js';
import type { UnitOfWork } from '../../unit-of-work/transact.js';
import { newId } from '../../ids.js';
import { CONFIRM_CONFIDENCE, type Verdict } from '@memory-gateway/extraction';
import { changeLifecycle } from './lifecycle.js';

export interface JudgedFacts {
  readonly facts: readonly { readonly memoryId: string; readonly verdicts: readonly Verdict[] }[];
  readonly changedBy: string;
  /** Event that adds the facts. */
  readonly eventId: string;
  readonly now: Date;
}

/** Stores a model's verdicts as links. Confident verdicts mark the older memory as superseded or merged. */
export async function applyVerdicts(
  unit: UnitOfWork,
  scope: ProjectScope,
  { facts, changedBy, eventId, now }: JudgedFacts,
): Promise<void> {
  for (const { memoryId, verdicts } of facts) {
    for (const { olderId, relation, confidence, reason } of verdicts) {
      if (olderId === memoryId || !(await unit.stores.memories.get(scope, olderId))) continue;
      const isSure = confidence >= CONFIRM_CONFIDENCE;
      const found = {
        id: newId(),
        newerId: memoryId,
        olderId,
        probability: confidence,
        relation,
        reason,
        createdAt: now,
      };
      const decision = isSure
        ? ({ status: 'CONFIRMED', decidedBy: 'model', decidedAt: now } as const)
        : ({ status: 'SUGGESTED', decidedBy: null, decidedAt: null } as const);
      await unit.stores.memoryLinks.save(scope, [{ ...found, ...decision, source: 'MODEL' }]);
      const link = await unit.stores.memoryLinks.between(scope, { newerId: memoryId, olderId });
      if (link?.status === 'CONFIRMED') await changeLifecycle(unit, scope, { link, changedBy, eventId, now });
    }
  }
}
