import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { toDeletionFilter, type FlatDeletionFilter } from './deletion-filter.js';
import type { MemoryFilter, Json } from '@memory-gateway/memory-engine';
import { ValidationError } from '../../errors.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { acceptDeletion, type AcceptedDeletion } from './accept-deletion.js';

/** Selects the memories to delete: by ids and metadata, by a filter, or both. */
export interface DeleteMemoriesInput extends FlatDeletionFilter {
  readonly projectId: string;
  /** Filter of `readFilter`. A filter that matches everything counts as missing. */
  readonly filter?: MemoryFilter | null | undefined;
  /** `filter` as the caller wrote it, for the receipt. */
  readonly writtenFilter?: unknown;
  /** Seconds during which the deletion can be undone. Default: `DELETION_UNDO_SECONDS`. */
  readonly undoSeconds?: number | null | undefined;
}

const undoSecondsMax = 2_592_000;

/**
 * Deletes matching memories in the background, including expired ones. Without conditions nothing is deleted. `*`
 * matches every id, but not a missing one. `*` for all four ids, and nothing else, deletes everything.
 * @throws ValidationError by field, or on `filters` without any filter
 */
export async function deleteMemoriesByFilter(ctx: AppContext, input: DeleteMemoriesInput): Promise<AcceptedDeletion> {
  requireCaller(ctx);
  const condition = toDeletionFilter(input, input.filter);
  const undoMs = toUndoMs(input.undoSeconds);
  const scope = await enterProject(ctx, 'memory:delete', input.projectId);
  return acceptDeletion(ctx, scope, { filter: written(input), condition, entity: null, undoMs });
}

function toUndoMs(seconds: number | null | undefined): number | undefined {
  if (seconds == null) return undefined;
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > undoSecondsMax)
    throw new ValidationError({ undoSeconds: [`\`undoSeconds\` must be a whole number from 0 to ${undoSecondsMax}.`] });
  return 1_000 * seconds;
}

export interface DeletionPreview {
  readonly count: number;
  /** The ten newest matching memories. */
  readonly sample: readonly MemoryRow[];
}

const sampleSize = 10;

/** Counts what a deletion would delete, without deleting it. @throws as `deleteMemoriesByFilter` */
export async function previewDeletion(ctx: AppContext, input: DeleteMemoriesInput): Promise<DeletionPreview> {
  requireCaller(ctx);
  const query = { filter: toDeletionFilter(input, input.filter), expiredBefore: null };
  const scope = await enterProject(ctx, 'memory:delete', input.projectId);
  const { rows, total } = await ctx.stores.memories.page(scope, query, { limit: sampleSize, from: { offset: 0 } });
  return { count: total, sample: rows };
}

/** Returns the request in the field names of the memory API, for the receipt. */
function written(input: DeleteMemoriesInput): Json {
  const { userId, agentId, appId, runId, metadata, writtenFilter } = input;
  const object: unknown = typeof metadata === 'string' && metadata.trim() !== '' ? JSON.parse(metadata) : metadata;
  const given = {
    user_id: userId,
    agent_id: agentId,
    app_id: appId,
    run_id: runId,
    metadata: object,
    filters: writtenFilter,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value != null && value !== '')) as Record<
    string,
    Json
  >;
}
