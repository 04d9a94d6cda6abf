import type { AppContext } from '../../src/context.js';
import { ConflictError, UpstreamFailedError } from '../../src/errors.js';
import { waitForEvent } from '../../src/resolvers/event/wait-for-event.js';
import type { EventRow } from '../../src/stores/event-store.js';
import { commitProvisionalResponse } from './idempotency.js';

export interface ExtractionWait {
  readonly projectId: string;
  readonly event: EventRow;
  readonly limitMs: number;
  /** Response to a repeated idempotency key if this request never sends its own. */
  readonly provisional: { readonly status: number; readonly body: object };
}

export interface ExtractedMemory {
  readonly id: string;
  readonly memory: string;
  readonly event: string;
}

/**
 * Waits until the extraction of an add ends, without holding a transaction or a connection.
 * @returns the results, or null if it is still running after `limitMs`
 * @throws UpstreamFailedError if the extraction failed; ConflictError if it was cancelled
 */
export async function waitForExtraction(
  ctx: AppContext,
  { projectId, event, limitMs, provisional }: ExtractionWait,
): Promise<readonly ExtractedMemory[] | null> {
  await commitProvisionalResponse(ctx, provisional);
  const ended = await waitForEvent(ctx, { projectId, id: event.id, limitMs });
  switch (ended.status) {
    case 'SUCCEEDED':
      return toResults(ended);
    case 'FAILED':
      throw new UpstreamFailedError(ended.error ?? 'The memories could not be extracted.', toReason(ended));
    case 'CANCELLED':
      throw new ConflictError(ended.error ?? 'The addition was cancelled: nothing was stored.');
    default:
      return null;
  }
}

function toResults({ results }: EventRow): ExtractedMemory[] {
  const items = (Array.isArray(results) ? results : []) as unknown as ExtractedMemory[];
  return items.map(({ id, memory, event }) => ({ id, memory, event }));
}

// Class of a provider failure, which self-hosted clients read as `code`.
function toReason({ metadata }: EventRow): { reason?: string } {
  const { reason } = (metadata ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? { reason } : {};
}
