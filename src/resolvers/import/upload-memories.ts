import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { ConflictError } from '../../errors.js';
import type { EventRow } from '../../stores/event-store.js';
import { isStorable, startSlices } from '@memory-gateway/memory-engine';
import { collectFieldErrors, notStorable } from '../../validate.js';
import { waitForEvent } from '../event/wait-for-event.js';
import { findAttempt } from '../idempotency/create-attempt.js';
import { toForeignSource } from './import-foreign.js';
import { getImportCounts, getImportDetails } from './import-details.js';
import { createEmptyReport, type ImportReport } from './import-report.js';
import { openForeignText } from './open-foreign.js';
import { countRecords, findDefaults, collectRecords } from './read-records.js';
import { receivePart, type UploadPlace } from './receive-part.js';
import type { OwnerDefaults } from './read-foreign-memory.js';

/** A file of another product, as sent by callers. */
export interface UploadInput extends OwnerDefaults {
  readonly projectId: string;
  readonly format: string;
  readonly content: string;
  /** Name of the file. Files named `*.jsonl` are read by line. */
  readonly fileName?: string | null | undefined;
  /** JSON text that maps fields to columns. */
  readonly mapping?: string | null | undefined;
  /** Counts without storing. */
  readonly dryRun?: boolean | null | undefined;
  /** Whether to wait until the records are imported. Default true. */
  readonly wait?: boolean | null | undefined;
  /** Place of the content in an import of several uploads. */
  readonly upload?: UploadInputPlace | null | undefined;
}

/** Null is as absent. */
interface UploadInputPlace {
  readonly key: string;
  readonly part: number;
  readonly parts?: number | null | undefined;
  readonly total?: number | null | undefined;
  readonly importId?: string | null | undefined;
  /** Whether the content has records of the file, one JSON object per line, instead of its text. */
  readonly asRecords?: boolean | null | undefined;
  /** Name of the whole file, for the list of imports. */
  readonly fileName?: string | null | undefined;
}

export interface UploadedImport {
  readonly report: ImportReport;
  /** Null in a dry run. */
  readonly event: EventRow | null;
  /** Whether `imported` and `known` of the report are final. */
  readonly isDone: boolean;
}

const waitMs = 60_000;
const partsMax = 100_000;
const keyMax = 200;

/**
 * Stores the records of a file, or of a part of it, durably; a job of the server imports them, also if the caller disconnects. Repeating an
 * import skips imported records.
 * @throws ValidationError on `format`, `mapping`, `file`, `fileName`, an owner or `upload.*`; NotFoundError for an unknown import; ConflictError with too many open
 * imports, or if the import is cancelled or fails meanwhile
 */
export async function uploadMemories(ctx: AppContext, input: UploadInput): Promise<UploadedImport> {
  requireCaller(ctx);
  const { format, content, mapping, userId, agentId, appId, runId } = input;
  const upload = readUpload(input.upload);
  checkNames(input);
  const records = openForeignText({
    format,
    fileName: input.fileName ?? '',
    text: toChunks(content),
    mapping,
    asRecords: input.upload?.asRecords === true,
  });
  const scope = await enterProject(ctx, 'memory:write', input.projectId);
  const report = createEmptyReport(input.dryRun === true);
  // Ids are unique across projects, so callers cannot choose them.
  const foreign = toForeignSource(scope, {
    format,
    records,
    owners: { userId, agentId, appId, runId },
    keepUuids: false,
  });
  if (report.dryRun) {
    await ctx.admission.run('add', () =>
      countRecords(ctx, scope, { source: foreign, report, onProgress: () => undefined }),
    );
    return { report, event: null, isDone: true };
  }
  const event = await ctx.admission.run('add', async () => {
    const records = await collectRecords(foreign, await findDefaults(ctx, scope), report);
    const source = toSourceName(input.upload?.fileName ?? input.fileName);
    return receivePart(ctx, scope, { format, source, upload, records });
  });
  const accepted = { report, event, isDone: false };
  return input.wait === false || !getImportDetails(event).isUploaded ? accepted : finish(ctx, accepted);
}

function readUpload(given: UploadInput['upload']): UploadPlace {
  if (!given) return { importId: null, key: null, part: 1, parts: 1, total: null };
  const { key, part, parts = null, total = null, importId = null } = given;
  const check = collectFieldErrors();
  if (key.trim() === '' || key.length > keyMax || !isStorable(key))
    check.add('upload.key', `must have 1 to ${keyMax} characters.`);
  if (part < 1 || part > partsMax) check.add('upload.part', `must be from 1 to ${partsMax}.`);
  if (parts !== null && (parts < part || parts > partsMax))
    check.add('upload.parts', `must be from the number of the part to ${partsMax}.`);
  if (total !== null && total < 0) check.add('upload.total', 'must not be negative.');
  check.throwIfAny();
  return { key, part, parts, total, importId };
}

function checkNames({ fileName, upload, userId, agentId, appId, runId }: UploadInput): void {
  const check = collectFieldErrors();
  const names = { fileName, 'upload.fileName': upload?.fileName, userId, agentId, appId, runId };
  for (const [field, name] of Object.entries(names))
    if (name != null && !isStorable(name)) check.add(field, notStorable);
  check.throwIfAny();
}

/** The first 200 characters. Half of a surrogate pair at their end could not be stored. */
function toSourceName(name: string | null | undefined): string | null {
  return name?.slice(0, keyMax).replace(/[\uD800-\uDBFF]$/, '') ?? null;
}

async function finish(ctx: AppContext, accepted: UploadedImport & { event: EventRow }): Promise<UploadedImport> {
  const { report, event } = accepted;
  await findAttempt(ctx)?.commitWith(accepted);
  const ended = await waitForEvent(ctx, { projectId: event.projectId, id: event.id, limitMs: waitMs });
  if (ended.status === 'FAILED' || ended.status === 'CANCELLED')
    throw new ConflictError(ended.error ?? 'The import was cancelled.');
  const counts = getImportCounts(ended);
  if (!counts) return { ...accepted, event: ended };
  return { report: { ...report, memories: { ...report.memories, ...counts } }, event: ended, isDone: true };
}

/** Numbers of the parts of an unfinished import that arrived. */
export async function listReceivedParts(ctx: AppContext, { id, projectId }: EventRow): Promise<number[]> {
  return ctx.stores.importBatches.parts(await enterProject(ctx, 'memory:read', projectId), id);
}

/** Characters of a file that are read without a pause. Each of them can be an element of a list. */
const chunkCharacters = 4_096;

/** Gives way to other requests between the chunks. */
async function* toChunks(content: string): AsyncGenerator<string> {
  const pause = startSlices();
  for (let at = 0; at < content.length; at += chunkCharacters) {
    yield content.slice(at, at + chunkCharacters);
    await pause();
  }
}
