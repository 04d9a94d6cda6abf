import { createHash } from 'node:crypto';
import type { ProjectScope } from '../../auth/scope.js';
import type { Category, Json } from '@memory-gateway/memory-engine';
import { newId } from '../../ids.js';
import type { NewMemory } from '../../stores/memory/memory-row.js';
import type { Verdict } from '@memory-gateway/extraction';
import type { EntityIds } from '../../stores/memory/memory-row.js';

/** A message as the history of its memories keeps it. */
export type SourceMessage = { readonly role: string; readonly content: string; readonly name?: string };

export interface Fact extends EntityIds {
  readonly text: string;
  readonly role: string;
  readonly actor: string | null;
  /** Source messages, for the memory's history. */
  readonly input: readonly SourceMessage[];
  /** Message that the fact was extracted from, unchanged, with the owner that it would have as a memory. */
  readonly source?: (EntityIds & { readonly text: string }) | null;
  /** Question that the fact answers. Search finds the memory by its words, too. */
  readonly question?: string | null;
  /** When the message was written. Default: the time of the batch. */
  readonly createdAt?: Date;
  /** When the event of the fact happens. Undefined if unknown. */
  readonly eventDate?: Date | null;
  readonly verdicts?: readonly Verdict[];
  /** Stored memories that the model read. Null: rules found the fact. */
  readonly readByModel?: ReadonlySet<string> | null;
  /** The vector of the text, if the extraction needed it. */
  readonly vector?: TextVector | undefined;
}

/** A vector, and the id of the embedder that it is from. */
interface TextVector {
  readonly embedder: string;
  readonly values: Float32Array;
}

/** Facts to store, with their common values. */
export interface FactBatch {
  readonly scope: ProjectScope;
  readonly facts: readonly Fact[];
  readonly metadata: Readonly<Record<string, Json>> | null;
  readonly expirationDate: string | null;
  readonly immutable: boolean;
  readonly createdAt: Date;
  readonly searchLanguage: 'english' | 'simple';
  readonly catalog: readonly Category[];
  readonly changedBy: string;
  /** Whether the texts were extracted: one that repeats a stored statement in other punctuation or contractions is not stored again. */
  readonly isExtracted: boolean;
  readonly eventId: string;
}

/** A text and its future row. Claims with the same key become one memory. */
export interface Claim {
  readonly key: string;
  readonly memory: NewMemory;
  readonly input: readonly SourceMessage[];
  readonly verdicts: readonly Verdict[];
  readonly readByModel: ReadonlySet<string> | null;
  readonly vector: TextVector | undefined;
}

/** Hashes owner and text. The unique index adds the project. */
export function dedupeKey(ids: EntityIds, text: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([ids.userId, ids.agentId, ids.appId, ids.runId, text]))
    .digest();
}

/** Hashes owner, statement and date of its event in hexadecimal. Texts of a batch with the same hash become one memory. */
export function hashStatement(memory: EntityIds & { readonly eventDate: Date | null }, statement: string): string {
  return dedupeKey(memory, `${statement} ${memory.eventDate?.toISOString()}`).toString('hex');
}

/** Returns the MD5 hash of a text in hexadecimal, which clients of the memory API know as a memory's hash. */
export function hashText(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

/** Returns the future row of each fact. */
export function claimTexts(batch: FactBatch, categorizedAt: Date): Claim[] {
  // Facts of one message share their source, which may be long.
  const sourceKeys = new Map<Fact['source'], Buffer>();
  const toSourceKey = (source: NonNullable<Fact['source']>) => {
    const key = sourceKeys.get(source) ?? dedupeKey(source, source.text);
    sourceKeys.set(source, key);
    return key;
  };
  return batch.facts.map((fact) => {
    const { userId, agentId, appId, runId, text, role, actor } = fact;
    const key = dedupeKey(fact, text);
    const { metadata, expirationDate, immutable, searchLanguage, createdAt } = batch;
    const shared = { metadata, expirationDate, immutable, searchLanguage, createdAt, categorizedAt };
    const ids = { id: newId(), userId, agentId, appId, runId };
    const eventDate = fact.eventDate ?? null;
    const sourceKey = fact.source ? toSourceKey(fact.source) : null;
    const saidAt = fact.createdAt ?? createdAt;
    const own = {
      ...ids,
      createdAt: saidAt,
      text,
      role,
      actor,
      question: fact.question ?? null,
      eventDate,
      hash: hashText(text),
      dedupeKey: key,
      sourceKey,
    };
    return {
      key: key.toString('hex'),
      input: fact.input,
      verdicts: fact.verdicts ?? [],
      readByModel: fact.readByModel ?? null,
      vector: fact.vector,
      memory: { ...shared, ...own, categories: [] },
    };
  });
}

/** Adds categories to the claims. */
