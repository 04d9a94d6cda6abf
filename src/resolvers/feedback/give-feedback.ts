import { requireCaller } from '../../auth/authorize.js';
import type { ProjectScope } from '../../auth/scope.js';
import { callerName } from '../../auth/caller.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { isUuid, newId } from '../../ids.js';
import type { FeedbackRow, FeedbackValue } from '../../stores/feedback-store.js';
import { collectFieldErrors, findTextError } from '../../validate.js';
import { createMemoryNotFoundError } from '../memory/get-memory.js';
import { writeScope } from '../memory/write-scope.js';

const feedbackValues: readonly FeedbackValue[] = ['POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE'];

const reasonMax = 5_000;

/** Feedback on a memory. Without a rating and a reason, the caller's earlier feedback is deleted. */
export interface FeedbackInput {
  /** Default: the project of the memory. */
  readonly projectId?: string | undefined;
  readonly memoryId: string;
  readonly feedback?: string | null | undefined;
  /** At most 5,000 characters. */
  readonly feedbackReason?: string | null | undefined;
}

export interface GivenFeedback {
  readonly memoryId: string;
  readonly feedback: FeedbackRow | null;
  /** Id of the deleted feedback. Null if none was deleted. */
  readonly removedId: string | null;
}

/** Stores, replaces or deletes the caller's feedback on a memory. @throws NotFoundError; ForbiddenError for READERs */
export async function giveFeedback(ctx: AppContext, input: FeedbackInput): Promise<GivenFeedback> {
  requireCaller(ctx);
  const { feedback, feedbackReason } = readFeedback(input);
  const { memoryId } = input;
  const scope = await writeScope(ctx, 'feedback:write', { projectId: input.projectId, id: memoryId });
  const givenBy = callerName(ctx.caller);
  if (feedback === null && feedbackReason === null) return removeFeedback(ctx, scope, { memoryId, givenBy });
  return transact(ctx, async ({ stores, audit }) => {
    const values = { id: newId(), memoryId, feedback, feedbackReason, givenBy, now: ctx.now() };
    const kept = await stores.feedback.save(scope, values);
    if (!kept) throw createMemoryNotFoundError();
    const after = { memoryId, feedback, feedbackReason };
    await audit({ action: 'feedback.give', targetId: kept.id, place: scope, after });
    return { memoryId, feedback: kept, removedId: null };
  });
}

function removeFeedback(
  ctx: AppContext,
  scope: ProjectScope,
  given: { memoryId: string; givenBy: string },
): Promise<GivenFeedback> {
  const { memoryId } = given;
  return transact(ctx, async ({ stores, audit }) => {
    if (!(await stores.memories.get(scope, memoryId))) throw createMemoryNotFoundError();
    const removed = await stores.feedback.delete(scope, given);
    if (!removed) return { memoryId, feedback: null, removedId: null };
    const { id, feedback, feedbackReason } = removed;
    const before = { memoryId, feedback, feedbackReason };
    await audit({ action: 'feedback.remove', targetId: id, place: scope, before });
    return { memoryId, feedback: null, removedId: id };
  });
}

function readFeedback(input: FeedbackInput): Pick<FeedbackRow, 'feedback' | 'feedbackReason'> {
  const check = collectFieldErrors();
  if (!isUuid(input.memoryId)) check.add('memoryId', 'Invalid `memoryId`');
  const feedback = feedbackValues.find((value) => value === input.feedback) ?? null;
  if (input.feedback != null && feedback === null)
    check.add('feedback', `must be one of ${feedbackValues.join(', ')}, or null.`);
  const reason = input.feedbackReason ?? null;
  if (reason !== null) check.add('feedbackReason', findTextError(reason, reasonMax));
  check.throwIfAny();
  return { feedback, feedbackReason: reason };
}
