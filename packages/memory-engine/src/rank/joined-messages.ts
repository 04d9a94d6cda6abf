import type { PoolMemory } from './types.js';

/** A pool whose extracted memories all have a message: the stored one, or one that was put together. */
export interface JoinedPool {
  /** The pool, then the messages that were put together. */
  readonly memories: readonly PoolMemory[];
  /** Position of the message of each memory. Null for messages. */
  readonly sources: readonly (number | null)[];
}

/**
 * Puts the messages together that memories were extracted from and that are not stored. Such a message has the words of
 * all its memories and the cosine of the best one.
 */
export function joinMessages(pool: readonly PoolMemory[]): JoinedPool {
  const byId = new Map(pool.map(({ id }, index) => [id, index]));
  const sources = pool.map(({ source }) => (source === null ? null : (byId.get(source) ?? null)));
  const parts = new Map<string, PoolMemory[]>();
  pool.forEach((memory, index) => {
    if (memory.origin === null || sources[index] !== null) return;
    parts.set(memory.origin, [...(parts.get(memory.origin) ?? []), memory]);
  });
  const places = new Map([...parts.keys()].map((origin, index) => [origin, pool.length + index]));
  const joined = [...parts].map(([origin, memories]) => joinMemories(origin, memories));
  return {
    memories: [...pool, ...joined],
    sources: [
      ...pool.map(({ origin }, index) => sources[index] ?? (origin === null ? null : (places.get(origin) ?? null))),
      ...joined.map(() => null),
    ],
  };
}

function joinMemories(origin: string, parts: readonly PoolMemory[]): PoolMemory {
  const sum = (pick: (part: PoolMemory) => number) => parts.reduce((total, part) => total + pick(part), 0);
  const [first] = [...parts].sort((a, b) => a.sequence - b.sequence);
  if (!first) throw new Error('A message has at least one memory.');
  const cosines = parts.flatMap(({ semantic }) => semantic ?? []);
  const counts: Record<string, number> = {};
  for (const part of parts)
    for (const [lexeme, count] of Object.entries(part.counts ?? {})) counts[lexeme] = (counts[lexeme] ?? 0) + count;
  return {
    ...first,
    id: origin,
    origin: null,
    source: null,
    semantic: cosines.length === 0 ? null : Math.max(...cosines),
    counts: Object.keys(counts).length === 0 ? null : counts,
    tokens: sum(({ tokens }) => tokens),
    statementTokens: sum(({ statementTokens }) => statementTokens),
    traits: parts.reduce((traits, part) => traits | part.traits, 0),
  };
}
