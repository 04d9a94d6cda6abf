import type { NameScope } from '../words/names.js';
import type { PoolMemory } from './types.js';

const MAX_ACTORS = 50;

export interface ScopeTerms extends NameScope {
  readonly averageLength: number;
}

/** Counts memories, actors, and the memories that contain each lexeme. */
export function countScopeTerms(
  memories: readonly PoolMemory[],
  lexemes: readonly { readonly word: string; readonly lexeme: string }[],
): ScopeTerms {
  const documents = new Map<string, number>();
  const actors = new Set<string>();
  let tokens = 0;
  for (const memory of memories) {
    tokens += memory.tokens;
    if (memory.actor !== null && actors.size < MAX_ACTORS) actors.add(memory.actor);
    for (const lexeme of Object.keys(memory.counts ?? {})) documents.set(lexeme, (documents.get(lexeme) ?? 0) + 1);
  }
  return {
    memories: memories.length,
    averageLength: tokens > 0 ? tokens / memories.length : 1,
    actors: [...actors].sort(),
    terms: lexemes.map(({ word, lexeme }) => ({ word, lexeme, documents: documents.get(lexeme) ?? 0 })),
  };
}
