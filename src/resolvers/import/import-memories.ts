import type { ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { NotFoundError } from '../../errors.js';
import { newId } from '../../ids.js';
import { embedLongTexts } from '@memory-gateway/models';
import type { ImportedEntity, ImportedMemory } from '../../stores/import/import-store.js';
import { isDuplicateClaim } from '../../stores/memory/memory-store.js';
import { linkMemories } from '../correction/link-memories.js';
import { getEffectiveCategories } from '../memory/extract-facts.js';
import type { ImportedMemoryDefaults } from './read-memory.js';
import type { NoteProgress } from './import-event.js';
import { skip, type ImportProgress, type ImportReport } from './import-report.js';

export interface ReadableMemory {
  /** Id of the imported memory. Existing ids are skipped. */
  readonly id: string;
  /** Id of the record in the source, for the report. Default: `id`. */
  readonly sourceId?: string;
  /** Returns the row of the memory, or the reason why the memory cannot be imported. */
  read(defaults: ImportedMemoryDefaults): ImportedMemory | string;
}

export interface MemorySource {
  /** Estimates the total number of memories after `read` were read. */
  estimateTotal(read: number): Promise<number>;
  batches(size: number): AsyncIterable<readonly ReadableMemory[]>;
}

export interface MemoriesImport {
  readonly source: MemorySource;
  readonly scope: ProjectScope;
  readonly report: ImportReport;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Called after each batch. An error ends the import. */
  readonly noteProgress?: NoteProgress;
  /** Event of the import, for the history. Undefined in a dry run, which stores nothing. */
  readonly eventId?: string;
}

const batchSize = 100;
const maxAttempts = 5;

/** Imports missing memories in batches, each in one transaction, and embeds them. Webhooks get no memory events. */
export async function importMemories(services: Services, work: MemoriesImport): Promise<void> {
  const { source, report } = work;
  const shared = await findDefaults(services, work.scope);
  for await (const batch of source.batches(batchSize)) {
    report.memories.found += batch.length;
    await importBatch(services, work, { batch, defaults: { ...shared, now: services.now() } });
    const progress: ImportProgress = {
      kind: 'memories',
      done: report.memories.found,
      total: Math.max(await source.estimateTotal(report.memories.found), report.memories.found),
    };
    work.onProgress(progress);
    await work.noteProgress?.(progress);
  }
}

/** Returns what imported memories of a project get by default. @throws NotFoundError */
export async function findDefaults(services: Services, scope: ProjectScope): Promise<ImportedMemoryDefaults> {
  const project = await services.stores.projects.find(scope);
  if (!project) throw new NotFoundError('Project not found.');
  const searchLanguage = project.multilingual ? 'simple' : 'english';
  return { searchLanguage, catalog: getEffectiveCategories(project, null), now: services.now() };
}

interface Batch {
  readonly batch: readonly ReadableMemory[];
  readonly defaults: ImportedMemoryDefaults;
}

async function importBatch(services: Services, work: MemoriesImport, { batch, defaults }: Batch): Promise<void> {
  const { report } = work;
  const known = new Set(
    (
      await services.stores.imports.known(
        'memory',
        batch.map(({ id }) => id),
      )
    ).map(({ sourceId }) => sourceId),
  );
  const rows: ImportedMemory[] = [];
  for (const memory of batch) {
    if (known.has(memory.id)) {
      report.memories.known += 1;
      continue;
    }
    const row = memory.read(defaults);
    if (typeof row === 'string') skip(report, { kind: 'memory', id: memory.sourceId ?? memory.id, reason: row });
    else {
      rows.push(row);
      known.add(memory.id);
    }
  }
  if (rows.length > 0 && !report.dryRun) await store(services, work, { rows, now: defaults.now });
  report.memories.imported += rows.length;
}

async function store(
  services: Services,
  { scope, eventId = null }: { scope: ProjectScope; eventId?: string | null },
  { rows, now }: { rows: readonly ImportedMemory[]; now: Date },
): Promise<void> {
  const { embedder } = services;
  // Embeds before the transaction, which must not wait for a provider.
  const vectors = embedder && {
    id: await services.stores.vectors.embedderId(embedder),
    all: await embedLongTexts(embedder, rows),
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(services, (unit) => insertImported(unit, scope, { rows, now, eventId, vectors }));
    } catch (error) {
      // Another request added the same text at this time.
      if (!isDuplicateClaim(error) || attempt >= maxAttempts) throw error;
    }
  }
}

interface NewRows {
  readonly rows: readonly ImportedMemory[];
  readonly now: Date;
  /** Event of the import, for the history. */
  readonly eventId: string | null;
  /** Null: a job computes the vectors. */
  readonly vectors: { readonly id: number; readonly all: Awaited<ReturnType<typeof embedLongTexts>> } | null;
}

/** Stores imported memories with their history, links and owners, in the transaction of the caller. */
export async function insertImported(
  unit: UnitOfWork,
  scope: ProjectScope,
  { rows, now, eventId, vectors }: NewRows,
): Promise<void> {
  const { stores } = unit;
  const after = { memoryIds: rows.map(({ id }) => id) };
  await unit.audit({ action: 'memory.import', targetId: scope.projectId, place: scope, after });
  await stores.imports.insertMemories(scope, rows);
  await stores.history.insert(
    scope,
    rows.map((row) => ({ ...historyOf(row), eventId })),
  );
  if (vectors)
    await stores.vectors.save(
      scope,
      vectors.id,
      rows.flatMap(({ id }, index) => (vectors.all[index] ? [{ memoryId: id, ...vectors.all[index] }] : [])),
    );
  await linkMemories(unit, scope, { memories: rows, embedder: vectors && vectors.id, now });
  await stores.imports.touchEntities(scope, rows.flatMap(entitiesOf));
  await stores.imports.record(
    'memory',
    rows.map(({ id }) => ({ sourceId: id, targetId: id })),
    now,
  );
}

function historyOf(memory: ImportedMemory) {
  const { userId, agentId, appId, runId, categories, metadata, createdAt } = memory;
  const change = {
    id: newId(),
    memoryId: memory.id,
    event: 'ADD',
    oldMemory: null,
    newMemory: memory.text,
    input: null,
  } as const;
  return { ...change, userId, agentId, appId, runId, categories, metadata, changedBy: 'import', createdAt };
}

function entitiesOf({
  userId,
  agentId,
  appId,
  runId,
  createdAt: from,
  updatedAt: to,
}: ImportedMemory): ImportedEntity[] {
  const owners = [
    ['user', userId],
    ['agent', agentId],
    ['app', appId],
    ['run', runId],
  ] as const;
  return owners.flatMap(([type, name]) => (name === null ? [] : [{ type, name, from, to }]));
}
