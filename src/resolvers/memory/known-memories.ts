import type { ProjectScope } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import type { NearMemory } from '../../stores/correction/nearest-dated.js';
import type { EntityIds } from '../../stores/memory/memory-row.js';
import type { AddRequest } from './add-input.js';
import type { KnownMemory } from '@memory-gateway/extraction';

/** Number of stored memories shown to a model: the latest, and the most similar to the messages. */
const recentMax = 8;
const nearMax = 12;
/** Only the start of a message is embedded, which is enough to find its topic. */
const embeddedMax = 1_000;
const embeddedMessages = 12;

/** Returns the id that defines the owner of memories: user, else agent, app or run. */
export function getOwner(ids: EntityIds) {
  const fields = ['userId', 'agentId', 'appId', 'runId'] as const;
  const field = fields.find((name) => ids[name] !== null);
  const value = field && ids[field];
  return field && value ? { field, value } : null;
}

/** Returns the owner's latest and most similar memories, without duplicates, as context for new messages. */
export async function findKnownMemories(
  services: Services,
  scope: ProjectScope,
  request: AddRequest,
): Promise<KnownMemory[]> {
  const owner = getOwner(request);
  if (!owner) return [];
  const filter = { kind: 'entity', field: owner.field, test: 'in', values: [owner.value] } as const;
  const page = {
    order: { field: 'createdAt', direction: 'desc' },
    window: { limit: recentMax - 1, backward: false, key: null },
  } as const;
  const query = { filter, expiredBefore: null, hiddenStates: ['superseded', 'merged'] } as const;
  const recent = await services.stores.memories.list(scope, query, page);
  const near = await findNear(services, scope, { request, owner });
  const known = new Map<string, KnownMemory>();
  for (const { id, text, createdAt } of recent.reverse()) known.set(id, { id, text, createdAt, cosine: null });
  for (const { id, text, createdAt, cosine } of near) known.set(id, { id, text, createdAt, cosine });
  return [...known.values()];
}

async function findNear(
  services: Services,
  scope: ProjectScope,
  { request, owner }: { request: AddRequest; owner: NonNullable<ReturnType<typeof getOwner>> },
): Promise<NearMemory[]> {
  const { embedder, stores } = services;
  const texts = request.messages.filter(({ role }) => role !== 'system').slice(-embeddedMessages);
  if (!embedder || texts.length === 0) return [];
  const vectors = await embedder.embed(texts.map(({ content }) => content.slice(0, embeddedMax)));
  const number = await stores.vectors.embedderId(embedder);
  const until = request.timestamp === null ? services.now() : new Date(request.timestamp);
  const found: NearMemory[] = [];
  for (const vector of vectors)
    found.push(...(await stores.vectors.nearestToVector(scope, { embedder: number, owner, vector, until, limit: 4 })));
  return found.sort((a, b) => b.cosine - a.cosine).slice(0, nearMax);
}
