import type { Queryable } from '../database/open-database.js';
import { readAsKnown } from '../memory/as-known.js';
import { toVisibleCondition, type MemoryScope } from '../memory/memory-scope.js';

/** What is known of a scope before it is searched. */
export interface ScopeTerms {
  readonly memories: number;
  /** Mean number of lexeme positions; 1 when there are none. */
  readonly averageLength: number;
  /** Names of those who said something, 50 at most. */
  readonly actors: readonly string[];
  /** One row per word of the query and lexeme of that word in a language of the scope. */
  readonly terms: readonly { readonly word: string; readonly lexeme: string; readonly documents: number }[];
}

/**
 * Counts how many memories contain each word. The words become lexemes in Postgres itself, under the text search configurations
 * that the scope's memories use, and are quoted before they become a tsquery: its parser sees no text of the caller.
 */
export async function toScopeTerms(
  queryable: Queryable,
  memories: MemoryScope,
  words: readonly string[],
): Promise<ScopeTerms> {
  const scope = toVisibleCondition(memories);
  const { sql, values } = readAsKnown(memories, {
    sql: termsSql(scope.sql, scope.values.length + 1),
    values: [...scope.values, words],
  });
  const rows = await queryable.query<ScopeTerms>(sql, values);
  return rows[0] ?? { memories: 0, averageLength: 1, actors: [], terms: [] };
}

// memories_tsv_idx or one of the entity indexes, whichever is more selective.
const termsSql = (scope: string, wordsParameter: number) => `
WITH facts AS MATERIALIZED (
  SELECT count(*) AS memories, coalesce(nullif(avg(m.token_count), 0), 1)::float8 AS average_length,
    coalesce((array_agg(DISTINCT m.actor) FILTER (WHERE m.actor IS NOT NULL))[:50], '{}') AS actors,
    coalesce(array_agg(DISTINCT m.search_language), '{}') AS languages
  FROM memories m WHERE ${scope}
), lexemes AS MATERIALIZED (
  SELECT DISTINCT given.word, own.lexeme, (${quotedLexeme('own.lexeme')})::tsquery AS query
  FROM facts, unnest(facts.languages) AS spoken(language), unnest($${wordsParameter}::text[]) AS given(word),
    unnest(tsvector_to_array(memory_tsvector(spoken.language, given.word))) AS own(lexeme)
), counted AS (
  SELECT distinct_lexemes.lexeme, count(*) AS documents
  FROM (SELECT DISTINCT lexeme, query FROM lexemes) AS distinct_lexemes JOIN memories m ON m.tsv @@ distinct_lexemes.query
  WHERE ${scope} GROUP BY distinct_lexemes.lexeme
)
SELECT facts.memories, facts.average_length, facts.actors, coalesce((
  SELECT json_agg(json_build_object('word', lexemes.word, 'lexeme', lexemes.lexeme, 'documents', coalesce(counted.documents, 0)))
  FROM lexemes LEFT JOIN counted USING (lexeme)), '[]') AS terms
FROM facts`;

/** SQL that quotes a lexeme for a tsquery. */
export function quotedLexeme(expression: string): string {
  return `'''' || replace(replace(${expression}, '\\', '\\\\'), '''', '''''') || ''''`;
}

/** A tsquery that any of the lexemes satisfies, as text. */
export function toAnyLexeme(lexemes: readonly string[]): string {
  return lexemes.map((lexeme) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`).join(' | ');
}
