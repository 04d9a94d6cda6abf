import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { newId } from '../../ids.js';
import {
  chooseLinks,
  LINK_CANDIDATES,
  LINK_COSINE_MIN,
  outdatedProbability,
  unnamedProbability,
} from '@memory-gateway/memory-engine';
import { orNotFound } from '../../errors.js';
import { toCalendarDay } from '../../validate.js';
import type { ProjectSettings } from '../../project-settings.js';
import type { LinkRelation, LinkSource } from '../../stores/correction/memory-link.js';
import { CONFIRM_CONFIDENCE, sortIntoCategories } from '@memory-gateway/extraction';
import { assertAttachmentsReadable } from './attachment-checks.js';
import { readAddInput, type AddMemoriesInput, type AddRequest } from './add-input.js';
import type { EntityIds } from '../../stores/memory/memory-row.js';
import { toVerbatimFacts } from './add-memories.js';
import { listEarlierMessages } from './earlier-messages.js';
import { getEffectiveCategories, extractFacts } from './extract-facts.js';
import { getOwner } from './known-memories.js';
import { findUnusedMessages } from './left-out.js';
import { redactMessages } from './redact-messages.js';
import { dedupeKey, hashStatement, type Fact } from './fact-claims.js';

export interface PreviewedLink {
  readonly memoryId: string;
  readonly text: string;
  readonly probability: number;
  readonly relation: LinkRelation;
  readonly source: LinkSource;
  readonly reason: string | null;
  /** Whether the memory would be marked as superseded or merged at once. */
  readonly isConfirmed: boolean;
}

export interface PreviewedMemory extends EntityIds {
  readonly text: string;
  readonly role: string;
  readonly actor: string | null;
  readonly categories: readonly string[];
  /** ADD, or NOOP if the same text is stored already, or an earlier message adds it. */
  readonly event: 'ADD' | 'NOOP';
  /** Id of the stored memory with the same text. */
  readonly existingMemoryId: string | null;
  readonly outdates: readonly PreviewedLink[];
}

export interface MemoryPreview {
  readonly memories: readonly PreviewedMemory[];
  /** Messages that produce no memory, by number from 1. */
  readonly unusedMessages: readonly number[];
  /** Messages with redacted secrets, by number from 1. */
  readonly redactedMessages: readonly number[];
  /** Whether a language model extracted the facts. */
  readonly hasModel: boolean;
}

/**
 * Returns what adding these messages would store and outdate. Stores nothing. @throws as `addMemories`
 * @param settings instead of those of the project
 */
export async function previewMemories(
  ctx: AppContext,
  input: AddMemoriesInput,
  settings?: ProjectSettings,
): Promise<MemoryPreview> {
  requireCaller(ctx);
  const given = readAddInput(input);
  const scope = await enterProject(ctx, 'memory:write', input.projectId);
  await assertAttachmentsReadable(ctx, given.messages);
  const stored = orNotFound(await ctx.stores.projects.find(scope), 'Project');
  const project = { ...stored, ...settings };
  const { request, before } = given.infer ? await findContext(ctx, scope, given) : { request: given, before: [] };
  const facts = request.infer ? await extractFacts(ctx, { scope, project, request, before }) : toVerbatimFacts(request);
  const catalog = getEffectiveCategories(project, request.customCategories);
  const vectors = await embedFacts(ctx, facts);
  const links = await findLinks(ctx, scope, { facts, vectors, request });
  const categories = await sortIntoCategories(
    ctx.embedder,
    catalog,
    facts.map(({ text }, index) => ({ text, vector: vectors[index] })),
  );
  const repeated = await findRepeated(ctx, scope, { facts, request });
  const memories = facts.map((fact, index): PreviewedMemory => {
    const { existingMemoryId = null, isRepeated = false } = repeated[index] ?? {};
    const { text, role, actor, userId, agentId, appId, runId } = fact;
    const outdates = isRepeated ? [] : (links[index] ?? []);
    const event = isRepeated ? 'NOOP' : 'ADD';
    const own = { categories: categories[index] ?? [], event, existingMemoryId, outdates } as const;
    return { text, role, actor, userId, agentId, appId, runId, ...own };
  });
  const redactedMessages = numbersOf(
    given.messages,
    (message, index) => message.content !== request.messages[index]?.content,
  );
  const unusedMessages = findUnusedMessages(request.messages, facts);
  return { memories, unusedMessages, redactedMessages, hasModel: request.infer && ctx.llm() !== null };
}

/** Finds the context that an event of this moment would have, and redacts secrets. */
async function findContext(ctx: AppContext, scope: ProjectScope, given: AddRequest) {
  const event = { id: newId(), createdAt: ctx.now() };
  const { messages: before } = await listEarlierMessages(ctx, scope, { request: given, event });
  return { request: { ...given, messages: await redactMessages(ctx, given.messages, before.at(-1)) }, before };
}

interface Repetition {
  readonly isRepeated: boolean;
  readonly existingMemoryId: string | null;
}

/** Finds the facts that a stored memory, or an earlier fact, holds already. */
async function findRepeated(
  ctx: AppContext,
  scope: ProjectScope,
  { facts, request }: Pick<FactsToLink, 'facts' | 'request'>,
): Promise<Repetition[]> {
  if (facts.length === 0) return [];
  const { memories } = ctx.stores;
  const keys = facts.map((fact) => dedupeKey(fact, fact.text));
  const holders = await memories.holders(scope, keys);
  const idByKey = new Map(holders.map(({ id, dedupeKey: key }) => [key.toString('hex'), id]));
  const statements = facts.map((fact) => ({ ...fact, eventDate: fact.eventDate ?? null }));
  const today = toCalendarDay(ctx.now());
  const held = request.infer ? await memories.heldStatements(scope, { memories: statements, today }) : [];
  const seen = new Set<string>();
  return statements.map((fact, index) => {
    const key = keys[index]?.toString('hex') ?? '';
    const { statement = null, id = null } = held[index] ?? {};
    const hashes = statement === null ? [key] : [key, hashStatement(fact, statement)];
    const existingMemoryId = idByKey.get(key) ?? id;
    const isRepeated = existingMemoryId !== null || hashes.some((hash) => seen.has(hash));
    for (const hash of hashes) seen.add(hash);
    return { isRepeated, existingMemoryId };
  });
}

function numbersOf<Item>(items: readonly Item[], holds: (item: Item, index: number) => boolean): number[] {
  return items.flatMap((item, index) => (holds(item, index) ? [index + 1] : []));
}

async function embedFacts({ embedder, admission }: AppContext, facts: readonly Fact[]): Promise<Float32Array[]> {
  if (!embedder || facts.length === 0) return [];
  return admission.run('add', () => embedder.embed(facts.map(({ text }) => text)));
}

interface FactsToLink {
  readonly facts: readonly Fact[];
  readonly vectors: readonly Float32Array[];
  readonly request: AddRequest;
}

/** Returns the links of each fact: the model's verdicts, or else the links found by rules. */
async function findLinks(
  ctx: AppContext,
  scope: ProjectScope,
  { facts, vectors, request }: FactsToLink,
): Promise<PreviewedLink[][]> {
  const ids = facts.flatMap(({ verdicts = [] }) => verdicts.map(({ olderId }) => olderId));
  const rows = ids.length === 0 ? [] : await ctx.stores.memories.getMany(scope, [...new Set(ids)]);
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  const found = await findByRules(ctx, scope, { facts, vectors, request });
  return facts.map(({ verdicts = [] }, index) => {
    const judged = verdicts.map(({ olderId, relation, confidence, reason }): PreviewedLink => ({
      memoryId: olderId,
      text: texts.get(olderId) ?? '',
      probability: confidence,
      relation,
      reason,
      source: 'MODEL',
      isConfirmed: confidence >= CONFIRM_CONFIDENCE,
    }));
    const known = new Set(judged.map(({ memoryId }) => memoryId));
    return [...judged, ...(found[index] ?? []).filter(({ memoryId }) => !known.has(memoryId))];
  });
}

async function findByRules(
  ctx: AppContext,
  scope: ProjectScope,
  { facts, vectors, request }: FactsToLink,
): Promise<PreviewedLink[][]> {
  const { embedder, stores } = ctx;
  if (!embedder || facts.length === 0) return [];
  const number = await stores.vectors.embedderId(embedder);
  const until = request.timestamp === null ? ctx.now() : new Date(request.timestamp);
  return Promise.all(
    facts.map(async (fact, index) => {
      const [owner, vector] = [getOwner(fact), vectors[index]];
      if (!owner || !vector) return [];
      const near = await stores.vectors.nearestToVector(scope, {
        embedder: number,
        owner,
        vector,
        until,
        limit: LINK_CANDIDATES,
      });
      return bestOf(
        fact,
        near.filter(({ cosine }) => cosine >= LINK_COSINE_MIN),
      );
    }),
  );
}

function bestOf(
  fact: Fact,
  near: readonly { id: string; text: string; actor: string | null; role: string | null; cosine: number }[],
): PreviewedLink[] {
  const isSame = (one: string | null, other: string | null) => one === null || other === null || one === other;
  const scored = near
    .filter(({ actor, role }) => isSame(actor, fact.actor) && isSame(role, fact.role))
    .map(({ id, text, cosine }) => {
      const found = outdatedProbability({ older: text, newer: fact.text, cosine });
      const probability = fact.readByModel?.has(id) ? unnamedProbability(found) : found;
      return { memoryId: id, text, cosine, probability };
    });
  return chooseLinks(scored).map(({ memoryId, text, probability }) => ({
    ...{ memoryId, text, probability },
    ...{ relation: 'SUPERSEDES', source: 'RULE', reason: null, isConfirmed: false },
  }));
}
