import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { createLogger, openServices, type OpenServices } from '../../src/app/open-services.js';
import type { Caller } from '../../src/auth/caller.js';
import { loadConfig } from '../../src/config.js';
import { createContext, type AppContext } from '../../src/context.js';
import { type PoolMemory, type RankQuery, readEventDate } from '@memory-gateway/memory-engine';
import { enterProject } from '../../src/auth/enter-project.js';
import type { ProjectScope } from '../../src/auth/scope.js';
import { newId } from '../../src/ids.js';
import { readAddInput } from '../../src/resolvers/memory/add-input.js';
import { addMemories, createFactBatch } from '../../src/resolvers/memory/add-memories.js';
import { createMemoryQuery } from '../../src/resolvers/memory/list-memories.js';
import { readFilter } from '../../src/resolvers/memory/read-filter.js';
import { defaultSearchSettings, loadSearchPool } from '../../src/resolvers/memory/search-pool.js';
import { extractFacts } from '../../src/resolvers/memory/extract-facts.js';
import type { Fact } from '../../src/resolvers/memory/fact-claims.js';
import { storeFacts } from '../../src/resolvers/memory/store-facts.js';
import { currentProject } from '../../src/resolvers/project/current-project.js';
import { timestampOf, type Conversation, type Turn } from '../../scripts/lib/conversation.js';
import { batches } from '../retrieval/load.js';

/** A question as ranking sees it. */
export interface AskedQuestion {
  readonly query: RankQuery;
  /** Cosine of each memory with the query. */
  readonly semantic: readonly (number | null)[];
  /** Cosine of the beginning of each memory, without its chunks. */
  readonly beginnings: readonly number[];
  readonly counts: readonly PoolMemory['counts'][];
  readonly examples: readonly PoolMemory['examples'][];
  /** For each turn with the answer, the positions of the memories that hold it. */
  readonly evidence: readonly (readonly number[])[];
  readonly text: string;
  readonly kind: string;
}

/** A conversation as ranking sees it: its memories once, and what each question adds. */
export interface ConversationPool {
  readonly id: string;
  readonly memories: readonly Omit<PoolMemory, 'semantic' | 'counts' | 'examples'>[];
  readonly texts: readonly string[];
  readonly questions: readonly AskedQuestion[];
}

const admin: Caller = { mode: 'admin_api_key', user: null, key: null, isAdmin: true };

/** The pool of one question. */
export function poolOf({ memories }: ConversationPool, { semantic, counts, examples }: AskedQuestion): PoolMemory[] {
  return memories.map((memory, index) => ({
    ...memory,
    semantic: semantic[index] ?? null,
    counts: counts[index] ?? null,
    examples: examples[index] ?? null,
  }));
}

/**
 * What is stored of a conversation. `facts`: its turns, and its observations linked to them. `infer`: what rules extract. `plain`: its turns
 * without speakers, times and runs.
 */
export type Content = 'turns' | 'facts' | 'infer' | 'plain';

/** Reads the pools of all questions of a conversation: from a file of the cache, or from a database that is filled for it. */
export async function readPool(
  conversation: Conversation,
  { cache, content }: { cache: string; content: Content },
): Promise<ConversationPool> {
  const file = join(cache, `${conversation.id}${content === 'turns' ? '' : `-${content}`}.bin`);
  if (existsSync(file)) return deserialize(await readFile(file)) as ConversationPool;
  const pool = await inFreshDatabase((ctx) => fillAndAsk(ctx, { conversation, content }));
  await mkdir(cache, { recursive: true });
  await writeFile(`${file}.part`, serialize(pool));
  await rename(`${file}.part`, file);
  return pool;
}

async function inFreshDatabase<Result>(work: (ctx: AppContext) => Promise<Result>): Promise<Result> {
  const folder = join(tmpdir(), `memory-gateway-weights-${process.pid}`);
  const config = loadConfig({
    JWT_SECRET: 'a-secret-of-the-benchmark-71c3',
    DATA_DIR: folder,
    LOG_LEVEL: 'fatal',
  });
  let opened: OpenServices | null = null;
  try {
    opened = await openServices(config, { log: createLogger(config) });
    return await work(createContext(opened.services, { caller: admin, requestId: 'bench' }));
  } finally {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fillAndAsk(
  ctx: AppContext,
  { conversation, content }: { conversation: Conversation; content: Content },
): Promise<ConversationPool> {
  const { projectId } = await currentProject(ctx);
  const scope = await enterProject(ctx, 'memory:read', projectId);
  const turnsOf =
    content === 'infer'
      ? await storeExtracted(ctx, scope, conversation)
      : await store(ctx, { projectId, conversation, isPlain: content === 'plain' });
  if (content === 'facts')
    (await storeObservations(ctx, scope, conversation)).forEach((turns, id) => turnsOf.set(id, turns));
  const filter = readFilter({ user_id: conversation.id });
  const memories = { scope, ...createMemoryQuery(ctx, { filter }) };
  const texts = new Map(conversation.turns.map(({ id, text }) => [id, text]));
  let first: readonly PoolMemory[] = [];
  let beginnings: readonly Float32Array[] = [];
  const questions: AskedQuestion[] = [];
  for (const { question, evidence, cat } of conversation.questions) {
    const request = { query: question, topK: 20, keywordOnly: false, referenceDate: ctx.now() };
    const asked = watchQueries(ctx);
    const pool = await loadSearchPool(asked.ctx, memories, { request, settings: defaultSearchSettings });
    if (!pool) continue;
    if (first.length === 0) {
      first = pool.memories;
      const rows = await ctx.stores.memories.getMany(
        scope,
        first.map(({ id }) => id),
      );
      const stored = new Map(rows.map(({ id, text }) => [id, text]));
      beginnings = (await ctx.embedder?.embed(first.map(({ id }) => stored.get(id) ?? ''))) ?? [];
    }
    const byId = new Map(pool.memories.map((memory) => [memory.id, memory]));
    const places = (turn: string) => first.flatMap(({ id }, index) => (turnsOf.get(id)?.includes(turn) ? [index] : []));
    questions.push({
      text: question,
      kind: cat,
      query: pool.query,
      beginnings: beginnings.map((vector) => multiply(vector, asked.vector())),
      semantic: first.map(({ id }) => byId.get(id)?.semantic ?? null),
      counts: first.map(({ id }) => byId.get(id)?.counts ?? null),
      examples: first.map(({ id }) => byId.get(id)?.examples ?? null),
      evidence: evidence.map(places),
    });
  }
  return {
    id: conversation.id,
    memories: first.map(({ semantic: _semantic, counts: _counts, examples: _examples, ...memory }) => memory),
    texts: first.map(({ id }) => texts.get(turnsOf.get(id)?.[0] ?? '') ?? ''),
    questions,
  };
}

/** A context that remembers the vector of the last query, before it is moved towards statements. */
function watchQueries(ctx: AppContext): { ctx: AppContext; vector: () => Float32Array } {
  let last = new Float32Array();
  const { embedder } = ctx;
  if (!embedder) return { ctx, vector: () => last };
  const embed: typeof embedder.embed = async (texts, options) => {
    const vectors = await embedder.embed(texts, options);
    last = Float32Array.from(vectors[0] ?? []);
    return vectors;
  };
  return { ctx: { ...ctx, embedder: { ...embedder, embed } }, vector: () => last };
}

/** Cosine of two vectors of length 1. */
function multiply(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

/** Turns without a speaker are facts, which are stored without a session. */
function groupBySpeech(turns: readonly Turn[]): { turns: readonly Turn[]; isPlain: boolean }[] {
  return [
    { turns: turns.filter(({ speaker }) => speaker !== ''), isPlain: false },
    { turns: turns.filter(({ speaker }) => speaker === ''), isPlain: true },
  ];
}

/** Stores every turn with its speaker, time and session. @returns the turns that each memory holds */
async function store(
  ctx: AppContext,
  { projectId, conversation, isPlain }: { projectId: string; conversation: Conversation; isPlain: boolean },
): Promise<Map<string, string[]>> {
  const turnsOf = new Map<string, string[]>();
  const hasAssistant = conversation.turns.some(({ role }) => role === 'assistant');
  const stored = groupBySpeech(conversation.turns);
  for (const { turns, isPlain: isAlone } of stored.flatMap((part) =>
    batches(part.turns, isPlain || part.isPlain ? 'text' : 'full').map((turns) => ({ ...part, turns })),
  )) {
    const [first] = turns;
    if (!first) continue;
    const isFact = isPlain || isAlone;
    const { results } = await addMemories(ctx, {
      projectId,
      infer: false,
      userId: conversation.id,
      ...(!isFact && { runId: `${conversation.id}-${first.session}`, timestamp: new Date(timestampOf(first)) }),
      // In a chat with an assistant, roles tell who speaks.
      messages: turns.map(({ text, speaker, role = 'user' }) => ({
        role,
        content: text,
        ...(!hasAssistant && !isFact && { name: speaker }),
      })),
    });
    results?.forEach(({ id }, index) => turnsOf.set(id, [...(turnsOf.get(id) ?? []), turns[index]?.id ?? '']));
  }
  return turnsOf;
}

/** Stores what the rules extract. @returns the turn of each memory */
async function storeExtracted(
  ctx: AppContext,
  scope: ProjectScope,
  conversation: Conversation,
): Promise<Map<string, string[]>> {
  const project = await ctx.stores.projects.find(scope);
  const turnsOf = new Map<string, string[]>();
  for (const turns of batches(conversation.turns, 'infer')) {
    const [first] = turns;
    if (!first || !project) continue;
    const request = readAddInput({
      projectId: scope.projectId,
      userId: conversation.id,
      runId: `${conversation.id}-${first.session}`,
      timestamp: new Date(timestampOf(first)),
      messages: turns.map(({ text, speaker }) => ({ role: 'user', content: text, name: speaker })),
    });
    const facts = await extractFacts(ctx, { scope, project, request });
    const batch = createFactBatch(request, { scope, project, facts, now: ctx.now() });
    const stored = await storeFacts(ctx, { ...batch, changedBy: 'bench', eventId: newId() }, (_, write) => write());
    stored.forEach(({ id }, index) => {
      const fact = facts[index];
      const turn = turns.find(({ text, speaker }) => text === fact?.source?.text && speaker === fact.actor);
      if (turn) turnsOf.set(id, [...(turnsOf.get(id) ?? []), turn.id]);
    });
  }
  return turnsOf;
}

/** Stores the observations as facts extracted from their first turn. @returns the turns that each memory holds */
async function storeObservations(
  ctx: AppContext,
  scope: ProjectScope,
  conversation: Conversation,
): Promise<Map<string, string[]>> {
  const project = await ctx.stores.projects.find(scope);
  const turns = new Map(conversation.turns.map((turn) => [turn.id, turn]));
  const turnsOf = new Map<string, string[]>();
  for (const { text, speaker, evidence } of conversation.observations) {
    const turn = turns.get(evidence[0] ?? '');
    if (!turn || !project) continue;
    const ids = { userId: conversation.id, agentId: null, appId: null, runId: `${conversation.id}-${turn.session}` };
    const eventDate = readEventDate(text, Date.parse(timestampOf(turn)));
    const fact: Fact = {
      ...ids,
      text,
      role: 'user',
      actor: speaker,
      input: [{ role: 'user', content: turn.text, name: speaker }],
      eventDate: eventDate === null ? null : new Date(eventDate),
      source: { ...ids, text: turn.text },
    };
    const request = readAddInput({
      projectId: scope.projectId,
      ...ids,
      messages: [{ role: 'user', content: text }],
      timestamp: new Date(timestampOf(turn)),
    });
    const batch = createFactBatch(request, { scope, project, facts: [fact], now: ctx.now() });
    const stored = await storeFacts(ctx, { ...batch, changedBy: 'bench', eventId: newId() }, (_, write) => write());
    stored.forEach(({ id }) => turnsOf.set(id, [turn.id]));
  }
  return turnsOf;
}
