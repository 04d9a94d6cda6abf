import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import { callerName } from '../../auth/caller.js';
import type { ProjectScope } from '../../auth/scope.js';
import type { AppContext } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import type { Json } from '@memory-gateway/memory-engine';
import { orNotFound } from '../../errors.js';
import { newId } from '../../ids.js';
import { inOneTurn } from '@memory-gateway/database';
import type { EventRow } from '../../stores/event-store.js';
import type { ProjectRow } from '../../stores/project/project-store.js';
import { newEvent } from '../event/find-requesters.js';
import { assertAttachmentsReadable } from './attachment-checks.js';
import { readAddInput, type AddMemoriesInput, type AddRequest } from './add-input.js';
import { getEffectiveCategories, toCreation, toHistoryInput } from './extract-facts.js';
import { readHints } from './extraction-instructions.js';
import { redactMessages } from './redact-messages.js';
import type { Fact, FactBatch } from './fact-claims.js';
import { storeFacts, type StoredFact } from './store-facts.js';

/** The event of the request and, with `infer: false`, the result for each message. */
export interface AddedMemories {
  readonly event: EventRow;
  /** Null while a job extracts the facts. Follow the event. */
  readonly results: readonly StoredFact[] | null;
  /** Sentences of the instructions that have no effect without a language model. */
  readonly ignoredInstructions: readonly string[];
  /** Options of the request that have no effect on it. */
  readonly ignoredOptions: readonly string[];
}

/**
 * Adds memories. By default, a job extracts facts from the messages and a PENDING event tracks it. `infer: false`
 * stores each user and assistant message unchanged before it returns, without duplicates per owner.
 */
export async function addMemories(ctx: AppContext, input: AddMemoriesInput): Promise<AddedMemories> {
  requireCaller(ctx);
  ctx.admission.assertRoom('add');
  const request = readAddInput(input);
  const added = await ctx.admission.run('add', async () => {
    const scope = await enterProject(ctx, 'memory:write', input.projectId);
    await assertAttachmentsReadable(ctx, request.messages);
    return addTo(ctx, scope, request);
  });
  return { ...added, ignoredOptions: findIgnoredOptions(input, request) };
}

async function addTo(
  ctx: AppContext,
  scope: ProjectScope,
  request: AddRequest,
): Promise<Omit<AddedMemories, 'ignoredOptions'>> {
  // Entering the project has read the row; this call runs no statement.
  const access = orNotFound(await ctx.access.project(scope.projectId), 'Project');
  if (request.infer) {
    // Before the payload is stored, so that no event, history or model receives a secret.
    const redacted = { ...request, messages: await redactMessages(ctx, request.messages) };
    const { ignored } = readHints(ctx, { project: access.project, request });
    return { event: await enqueueExtraction(ctx, scope, redacted), results: null, ignoredInstructions: ignored };
  }
  const batch = createFactBatch(request, {
    scope,
    project: access.project,
    facts: toVerbatimFacts(request),
    now: ctx.now(),
  });
  const eventId = newId();
  return storeFacts(ctx, { ...batch, changedBy: callerName(ctx.caller), eventId }, async (unit, write) => {
    const results = await write();
    const outcome = { id: eventId, results: toEventResults(results) };
    const after = { memoryIds: results.map(({ id }) => id) };
    const [event] = await inOneTurn([
      unit.stores.events.insert(scope, newAdd(ctx, request, outcome)),
      unit.audit({ action: 'memory.add', targetId: eventId, place: scope, after }),
    ]);
    return { event, results, ignoredInstructions: [] };
  });
}

/** Creates a batch of facts with the values that the request sets for all of them. */
export function createFactBatch(
  request: AddRequest,
  found: { scope: ProjectScope; project: ProjectRow; facts: readonly Fact[]; now: Date },
): Omit<FactBatch, 'changedBy' | 'eventId'> {
  const { metadata, expirationDate, immutable, timestamp, customCategories } = request;
  return {
    scope: found.scope,
    facts: found.facts,
    metadata,
    expirationDate,
    immutable,
    createdAt: timestamp === null ? found.now : new Date(timestamp),
    searchLanguage: found.project.multilingual ? 'simple' : 'english',
    catalog: getEffectiveCategories(found.project, customCategories),
    isExtracted: request.infer,
  };
}

/** Converts results to the form of an event. Clients read the text in `data.memory` or `memory`. */
export function toEventResults(stored: readonly StoredFact[]): Json {
  return stored.map(({ id, event, memory }) => ({ id, event, data: { memory }, memory }));
}

async function enqueueExtraction(ctx: AppContext, scope: ProjectScope, request: AddRequest): Promise<EventRow> {
  return transact(ctx, async (unit) => {
    const eventId = newId();
    const { userId, agentId, appId, runId } = request;
    const digested = { userId, agentId, appId, runId };
    const [event] = await inOneTurn([
      unit.stores.events.insert(scope, newAdd(ctx, request, { id: eventId, results: null })),
      unit.enqueue('extractMemories', { eventId, projectId: scope.projectId }),
      unit.audit({ action: 'memory.add', targetId: eventId, place: scope, digested }),
    ]);
    return event;
  });
}

// Messages stored unchanged are in the results already. A job needs them in the payload.
function newAdd(ctx: AppContext, request: AddRequest, { id, results }: { id: string; results: Json | null }) {
  const { messages, ...rest } = request;
  return newEvent(ctx, { id, type: 'ADD', payload: results === null ? { ...rest, messages } : rest, results });
}

/** Returns each user and assistant message as a fact, unchanged. */
export function toVerbatimFacts({ messages, userId, agentId, appId, runId }: AddRequest): Fact[] {
  return messages
    .filter(({ role }) => role !== 'system')
    .map((message) => {
      const { role, content, name } = message;
      const own = { text: content, role, actor: name, input: [toHistoryInput(message)] };
      return { userId, agentId, appId, runId, ...own, ...toCreation(message) };
    });
}

const ofExtraction = ['customInstructions', 'agentCustomInstructions', 'includes', 'excludes', 'timezone'] as const;

/**
 * Returns the options of an add that have no effect on it: those of the extraction and attachments with `infer: false`,
 * and the agent's instructions without an agent.
 */
function findIgnoredOptions(input: AddMemoriesInput, request: AddRequest): string[] {
  const isGiven = (name: (typeof ofExtraction)[number]) => Boolean(input[name]?.trim());
  if (!request.infer) return [...ofExtraction.filter(isGiven), ...(hasAttachments(input) ? ['attachments'] : [])];
  return isGiven('agentCustomInstructions') && request.agentId === null ? ['agentCustomInstructions'] : [];
}

function hasAttachments({ messages }: AddMemoriesInput): boolean {
  const isFile = (part: unknown) =>
    typeof part === 'object' && part !== null && 'type' in part && String(part.type).endsWith('_url');
  return messages.some(
    ({ content, attachments }) => (attachments?.length ?? 0) > 0 || [content].flat().some((part) => isFile(part)),
  );
}
