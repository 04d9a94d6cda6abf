import { requireCaller } from '../../auth/authorize.js';
import { enterProject, enterProjectOf } from '../../auth/enter-project.js';
import { callerName } from '../../auth/caller.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { ValidationError, orNotFound } from '../../errors.js';
import { isNilUuid, isUuid, newId } from '../../ids.js';
import { collectFieldErrors } from '../../validate.js';
import type { LinkRelation, LinkStatus, MemoryLinkRow } from '../../stores/correction/memory-link.js';
import { findMemory } from '../memory/find-memory.js';
import { readText } from '../shared/text-fields.js';
import { createMemoryNotFoundError } from '../memory/get-memory.js';
import { changeLifecycle } from './lifecycle.js';

export interface DecideLinkInput {
  readonly id: string;
  /** CONFIRMED marks the older memory as superseded or merged. SUGGESTED and REJECTED undo that. */
  readonly status: LinkStatus;
  /** Effect of the newer memory on the older one. Default: unchanged. */
  readonly relation?: LinkRelation | null | undefined;
}

export interface SetLinkInput {
  readonly newerId: string;
  readonly olderId: string;
  /** Default `SUPERSEDES`. */
  readonly relation?: LinkRelation | null | undefined;
  readonly reason?: string | null | undefined;
}

/**
 * Confirms or rejects a link, or undoes the decision with `SUGGESTED`. Confirming marks the older memory as replaced.
 * Its history keeps both texts and the decision.
 */
export async function decideLink(ctx: AppContext, input: DecideLinkInput): Promise<MemoryLinkRow> {
  requireCaller(ctx);
  const scope = await linkScope(ctx, input.id);
  return transact(ctx, async (unit) => {
    const { memoryLinks } = unit.stores;
    await memoryLinks.lockDecisions(scope);
    const link = orNotFound(await memoryLinks.lock(scope, input.id), 'Memory link');
    const { status, relation = null } = input;
    if (status === 'CONFIRMED' && (await memoryLinks.isReplaced(scope, link)))
      throw new ValidationError({
        status: [`\`status\` cannot be CONFIRMED: the older memory replaces the newer one. ${rejectFirst}`],
      });
    return decide(ctx, unit, { scope, link, status, relation: relation ?? link.relation, isNew: false });
  });
}

/** Creates a confirmed link: the newer memory replaces the older one. @throws ValidationError, NotFoundError */
export async function setLink(ctx: AppContext, input: SetLinkInput): Promise<MemoryLinkRow> {
  requireCaller(ctx);
  const { newerId, olderId } = input;
  const check = collectFieldErrors();
  const reason = readText(check, 'reason', input.reason) ?? null;
  if (newerId.toLowerCase() === olderId.toLowerCase() && !isNilUuid(newerId))
    check.add('olderMemoryId', '`olderMemoryId` must name another memory than `newerMemoryId`.');
  check.throwIfAny();
  const [newer, older] = [await findMemory(ctx, { id: newerId }), await findMemory(ctx, { id: olderId })];
  const scope = await enterProject(ctx, 'memory:write', newer.projectId);
  if (older.projectId !== newer.projectId) throw createMemoryNotFoundError();
  return transact(ctx, async (unit) => {
    const now = ctx.now();
    const relation = input.relation ?? 'SUPERSEDES';
    const { memoryLinks } = unit.stores;
    await memoryLinks.lockDecisions(scope);
    if (await memoryLinks.isReplaced(scope, { newerId: newer.id, olderId: older.id }))
      throw new ValidationError({
        olderMemoryId: [`\`olderMemoryId\` names a memory that replaces \`newerMemoryId\`. ${rejectFirst}`],
      });
    const found = { id: newId(), newerId: newer.id, olderId: older.id, probability: 1, relation, createdAt: now };
    const open = { status: 'SUGGESTED', decidedBy: null, decidedAt: null } as const;
    await memoryLinks.save(scope, [{ ...found, ...open, source: 'PERSON', reason }]);
    const link = await memoryLinks.between(scope, found);
    // One of them was deleted meanwhile.
    if (!link) throw createMemoryNotFoundError();
    return decide(ctx, unit, { scope, link, status: 'CONFIRMED', relation, isNew: link.id === found.id });
  });
}

const rejectFirst = 'Reject that link first.';

async function decide(
  ctx: AppContext,
  unit: UnitOfWork,
  given: { scope: ProjectScope; link: MemoryLinkRow; status: LinkStatus; relation: LinkRelation; isNew: boolean },
): Promise<MemoryLinkRow> {
  const { scope, link, status, relation, isNew } = given;
  const changedBy = callerName(ctx.caller);
  const [decidedBy, decidedAt] = status === 'SUGGESTED' ? [null, null] : [changedBy, ctx.now()];
  const decided = orNotFound(
    await unit.stores.memoryLinks.decide(scope, { id: link.id, status, relation, decidedBy, decidedAt }),
    'Memory link',
  );
  await changeLifecycle(unit, scope, { link: decided, changedBy, eventId: null, now: ctx.now() });
  await unit.audit({
    action: isNew ? 'memory_link.create' : 'memory_link.decide',
    targetId: link.id,
    place: scope,
    before: isNew ? null : auditedLink(link),
    after: auditedLink(decided),
  });
  return decided;
}

function auditedLink({ newerId, olderId, status, relation }: MemoryLinkRow): object {
  return { newerId, olderId, status, relation };
}

// READERs get 403. Callers who cannot see the link get 404.
async function linkScope(ctx: AppContext, id: string): Promise<ProjectScope> {
  if (!isUuid(id)) throw new ValidationError({ id: ['`id` must be a UUID.'] });
  const place = await ctx.stores.memoryLinks.projectOf(id);
  return enterProjectOf(ctx, 'memory:write', { place, noun: 'Memory link' });
}
