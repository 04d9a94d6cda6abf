import type { ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import {
  DEFAULT_CATEGORIES,
  type Category,
  extractInSteps,
  mapInSteps,
  runInSlices,
  type Steps,
  readEventDate,
  hasSecret,
  isStorable,
  getTimeZoneOffset,
} from '@memory-gateway/memory-engine';
import { TextTooLongError, type Llm, type LlmRequest } from '@memory-gateway/models';
import type { CustomCategory } from '../../project-settings.js';
import type { ProjectRow } from '../../stores/project/project-store.js';
import { readMoment } from '../../validate.js';
import type { EntityIds } from '../../stores/memory/memory-row.js';
import type { AddRequest } from './add-input.js';
import { instructionsOf, readHints } from './extraction-instructions.js';
import {
  canTellChatter,
  type Chunk,
  compareRelated,
  extractionRequest,
  type ExtractionWishes,
  factsFrom,
  findSource,
  type FoundFact,
  halve,
  isFrom,
  isKnown,
  type KnownMemory,
  leaveOutChatter,
  type ModelFact,
  type Nearness,
  type TextMessage,
  toChunks,
  verdictsOf,
} from '@memory-gateway/extraction';
import { assertNoAttachments } from './attachment-checks.js';
import { toModelMessages } from './model-messages.js';
import { findKnownMemories } from './known-memories.js';
import { memoryTextMax } from './messages.js';
import type { Fact, SourceMessage } from './fact-claims.js';

export interface ExtractionSource {
  readonly scope: ProjectScope;
  readonly project: ProjectRow;
  readonly request: AddRequest;
  /** Messages of earlier requests, which complete answers and pronouns. */
  readonly before?: readonly TextMessage[];
  /** Ends the calls of the language model. */
  readonly signal?: AbortSignal;
}

/**
 * Extracts facts from messages with the configured language model, or by rules without one, and sets their owners. With
 * both a user and an agent, user messages belong to the user and assistant messages to the agent.
 * @throws UpstreamFailedError if the model fails or its response is invalid
 */
export async function extractFacts(services: Services, source: ExtractionSource): Promise<Fact[]> {
  const { project, request, before = [] } = source;
  const llm = services.llm();
  if (llm) return extractWith(llm, { services, ...source });
  const { messages } = request;
  const { includes, excludes } = readHints(services, { project, request });
  assertNoAttachments(messages);
  const withShort = canTellChatter(services.embedder);
  const stated = await runInSlices(extractInSteps(messages, { before, includes, excludes, withShort }));
  const found = await leaveOutChatter(services.embedder, stated);
  return runInSlices(toFacts(services, request, found));
}

function* toFacts(services: Services, request: AddRequest, found: readonly FoundFact[]): Steps<Fact[]> {
  const { messages } = request;
  // Once for each message: one may have hundreds of facts.
  const origins = new Map<number, Pick<Fact, 'input' | 'source'>>();
  for (const { message, text, role, actor } of found) {
    if (origins.has(message)) continue;
    const content = messages[message]?.content ?? text;
    const input = [toHistoryInput({ role, content, name: actor })];
    origins.set(message, { input, source: toSource(request, content) });
  }
  return yield* mapInSteps(found, ({ text, role, actor, message, question, vector }): Fact => {
    const source = messages[message];
    const saidAt = getSaidAt(services, request, source);
    return {
      ...toCreation(source),
      ...getFactOwner(request, role),
      input: [],
      ...origins.get(message),
      text,
      role,
      actor,
      question,
      vector,
      eventDate: toEventDate(null, { text, saidAt, timeZone: getTimeZone(request) }),
    };
  });
}

interface Extraction extends ExtractionSource {
  readonly services: Services;
}

/** Maximum number of facts per model request. */
const factsMax = 200;
async function extractWith(llm: Llm, extraction: Extraction): Promise<Fact[]> {
  const { services, scope, request, before = [], signal } = extraction;
  const messages = await toModelMessages(services, request.messages);
  if (messages.length === 0) return [];
  const known = await findKnownMemories(services, scope, request);
  const seen = new Set<string>();
  const facts: Fact[] = [];
  for (const chunk of toChunks(messages, before)) {
    for (const { facts: found, chunk: read } of await askInParts(llm, chunk, {
      ...wishesOf(extraction),
      known,
      signal,
    })) {
      const nearness = await compareRelated(services.embedder, found.slice(0, factsMax), { known, signal });
      const reading = { services, request, chunk: read, known, nearness, seen };
      facts.push(...found.slice(0, factsMax).flatMap((fact) => readFact(fact, reading)));
    }
  }
  return facts;
}

interface Found {
  readonly facts: readonly ModelFact[];
  readonly chunk: Chunk;
}

/** Asks a model for the facts of a chunk, in halves if it or its answer is too long for the model. @throws UpstreamFailedError */
async function askInParts(
  llm: Llm,
  chunk: Chunk,
  asked: Omit<ExtractionWishes, 'earlier'> & Pick<LlmRequest, 'signal'>,
): Promise<Found[]> {
  const { messages, earlier } = chunk;
  const { signal, ...wishes } = asked;
  let isCut = false;
  const request = { ...extractionRequest(messages, { ...wishes, earlier }), signal, onCut: () => void (isCut = true) };
  const answer = await llm.generateObject(request, factsFrom(messages)).catch((error: unknown) => {
    if (!(error instanceof TextTooLongError)) throw error;
    return error;
  });
  const isTooLong = answer instanceof TextTooLongError;
  const halves = isTooLong || isCut ? halve(chunk) : [];
  if (halves.length === 0) {
    if (isTooLong) throw answer;
    return [{ facts: answer.facts, chunk }];
  }
  const found: Found[] = [];
  for (const half of halves) found.push(...(await askInParts(llm, half, asked)));
  return found;
}

function wishesOf(extraction: Extraction) {
  const { services, request } = extraction;
  const { includes, excludes, agentId } = request;
  const day = getSaidAt(services, request);
  const timeZone = getTimeZone(request);
  return {
    day,
    timeZone,
    includes,
    excludes,
    isForAgent: agentId !== null,
    customInstructions: instructionsOf(extraction),
  };
}

/** Returns when a message was written, or else the conversation. */
function getSaidAt(services: Services, request: AddRequest, message?: Pick<TextMessage, 'timestamp'>): Date {
  const timestamp = message?.timestamp ?? request.timestamp;
  return timestamp === null ? services.now() : new Date(timestamp);
}

function getTimeZone({ timezone }: AddRequest): string {
  return timezone ?? 'UTC';
}

/** A message with a time of its own gives it to its memories. */
export function toCreation(message: Pick<TextMessage, 'timestamp'> | undefined): Pick<Fact, 'createdAt'> {
  return message?.timestamp === undefined ? {} : { createdAt: new Date(message.timestamp) };
}

/** Returns the date given by the model, or else the date mentioned in the text. */
function toEventDate(
  day: string | null,
  { text, saidAt, timeZone }: { text: string; saidAt: Date; timeZone: string },
): Date | null {
  const given = day !== null && /^\d{4}-\d{2}-\d{2}/u.test(day) ? Date.parse(day.slice(0, 10)) : NaN;
  const localTime = saidAt.getTime() + getTimeZoneOffset(timeZone, saidAt.getTime());
  const found = Number.isNaN(given) ? readEventDate(text, localTime) : given;
  return found === null ? null : readMoment(new Date(found));
}

interface Reading {
  readonly services: Services;
  readonly request: AddRequest;
  readonly chunk: Chunk;
  readonly known: readonly KnownMemory[];
  readonly nearness: Nearness;
  /** Texts of the facts that were read before. */
  readonly seen: Set<string>;
}

/** Returns no fact for one that cites a missing message, contains a secret, or repeats a stored memory. */
function readFact(fact: ModelFact, { services, request, chunk, known, nearness, seen }: Reading): Fact[] {
  const text = fact.text.trim();
  if (text === '' || text.length > memoryTextMax || !isStorable(text) || seen.has(text) || hasSecret(text)) return [];
  if (!isFrom(chunk.messages, fact)) return [];
  seen.add(text);
  const source = findSource(chunk.messages, fact);
  if (!source || isKnown(fact, known, nearness)) return [];
  const { role, content, name } = source.source;
  const input = [toHistoryInput({ role, content, name })];
  const saidAt = getSaidAt(services, request, source);
  const eventDate = toEventDate(fact.event_date, { text, saidAt, timeZone: getTimeZone(request) });
  const verdicts = verdictsOf(fact, known, nearness);
  const readByModel = new Set(known.map(({ id }) => id));
  const linked = toSource(request, source.text);
  const owner = getFactOwner(request, role);
  return [
    {
      ...owner,
      ...toCreation(source),
      text,
      role,
      actor: name,
      input,
      eventDate,
      verdicts,
      readByModel,
      source: linked,
    },
  ];
}

/** Returns the owner of a fact stated by a speaker with this role. */
function getFactOwner({ userId, agentId, appId, runId }: EntityIds, role: 'user' | 'assistant'): EntityIds {
  if (userId === null || agentId === null) return { userId, agentId, appId, runId };
  return role === 'user' ? { userId, agentId: null, appId, runId } : { userId: null, agentId, appId, runId };
}

/** Returns the effective categories: the request's, else the project's, else the defaults. Empty lists are skipped. Of one name, the last counts. */
export function getEffectiveCategories(
  project: ProjectRow,
  ofCall: readonly CustomCategory[] | null,
): readonly Category[] {
  const own = [ofCall, project.customCategories].find((list) => list && list.length > 0);
  if (!own) return DEFAULT_CATEGORIES;
  const named = own.flatMap((entry): Category[] =>
    typeof entry === 'string'
      ? [{ name: entry }]
      : Object.entries(entry).map(([name, description]) => ({ name, description })),
  );
  return [...new Map(named.map((category) => [category.name, category])).values()];
}

/** Returns a message as the history of its memories keeps it. */
export function toHistoryInput({
  role,
  content,
  name,
}: {
  role: string;
  content: string;
  name: string | null;
}): SourceMessage {
  return name === null ? { role, content } : { role, content, name };
}

/** Returns the message as `infer: false` stores it, so that both are linked. */
function toSource({ userId, agentId, appId, runId }: EntityIds, text: string): NonNullable<Fact['source']> {
  return { userId, agentId, appId, runId, text };
}
