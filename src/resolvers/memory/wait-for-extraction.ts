import type { AppContext } from '../../context.js';
import { ConflictError, UpstreamFailedError } from '../../errors.js';
import type { EventRow } from '../../stores/event-store.js';
import { waitForEvent } from '../event/wait-for-event.js';
import { findAttempt } from '../idempotency/create-attempt.js';

export interface ExtractionWait {
  readonly projectId: string;
  readonly event: EventRow;
  /** Maximum time to wait, in milliseconds. */
  readonly limitMs: number;
  /** Response to a repeated idempotency key if this request never sends its own. */
  readonly provisional: unknown;
}

/** What an add did with one fact. */
export interface AddedFact {
  readonly id: string;
  readonly memory: string;
  readonly event: 'ADD' | 'NOOP';
}

/**
 * Waits until the extraction of an add ends, without holding a transaction or a connection.
 * @returns the event as it is then: SUCCEEDED, or still running after `limitMs`
 * @throws UpstreamFailedError if the extraction failed; ConflictError if it was cancelled
 */
export async function waitForExtraction(
  ctx: AppContext,
  { projectId, event, limitMs, provisional }: ExtractionWait,
): Promise<EventRow> {
  await findAttempt(ctx)?.commitWith(provisional);
  const ended = await waitForEvent(ctx, { projectId, id: event.id, limitMs });
  if (ended.status === 'FAILED')
    throw new UpstreamFailedError(ended.error ?? 'The memories could not be extracted.', toReason(ended));
  if (ended.status === 'CANCELLED')
    throw new ConflictError(ended.error ?? 'The addition was cancelled: nothing was stored.');
  return ended;
}

/** Returns what an add did with each fact, or null if the event is of another type or has not succeeded. */
export function readAddedFacts({ type, status, results }: EventRow): readonly AddedFact[] | null {
  if (type !== 'ADD' || status !== 'SUCCEEDED' || !Array.isArray(results)) return null;
  // The column is JSON that only the extraction writes, in this shape.
  return (results as unknown as AddedFact[]).map(({ id, memory, event }) => ({ id, memory, event }));
}

// Class of a provider failure, which self-hosted clients read as `code`.
function toReason({ metadata }: EventRow): { reason?: string } {
  const { reason } = (metadata ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? { reason } : {};
}
