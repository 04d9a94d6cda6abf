import { useState } from 'react';
import type { CombinedError } from 'urql';
import type { SearchMemoriesQuery } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { FoundMemory } from './found-memory';
import { ScoreLegend } from './score-reasons';
import { memoriesTexts as words } from '../../texts/memories';

interface Props {
  readonly query: string;
  /** Result of `useQuery`. */
  readonly result: {
    readonly data?: SearchMemoriesQuery;
    readonly fetching: boolean;
    readonly error?: CombinedError;
  };
  /** Hides owner and feedback. */
  readonly isNarrow?: boolean;
  /** Ranks of the memories under other settings, by id. */
  readonly formerRanks?: ReadonlyMap<string, number>;
  retry(): void;
  open(id: string): void;
}

/** Lists memories by relevance, each with its score breakdown. */
export function FoundMemories({ query, result, isNarrow = false, formerRanks, retry, open }: Props) {
  const [expanded, setExpanded] = useState<string | null>(null);
  return (
    <Answer result={result} retry={retry}>
      {({ searchMemories: { results: hits, answerability } }) =>
        hits.length === 0 ? (
          <EmptyState title={words.noResults}>{words.lowerThreshold}</EmptyState>
        ) : (
          <div className="card" style={{ overflowX: 'auto' }}>
            <div className="row wrap t2" style={{ padding: '8px 12px' }}>
              <span className="grow">{words.answerability(Math.round(100 * answerability))}</span>
              <ScoreLegend hits={hits} />
            </div>
            <table className="tbl found">
              <thead>
                <tr>
                  <th className="score-column">{words.score}</th>
                  <th>{words.memory}</th>
                  {formerRanks && <th style={{ width: 70 }}>{words.rankInA}</th>}
                  {!isNarrow && (
                    <>
                      <th className="hide-s" style={{ width: 130 }}>
                        {words.owner}
                      </th>
                      <th className="hide-l" style={{ width: 150 }}>
                        {words.columns.categories}
                      </th>
                      <th className="hide-l" style={{ width: 110 }}>
                        {words.columns.created}
                      </th>
                      <th className="hide-s" style={{ width: 90 }}>
                        {words.helpfulQuestion}
                      </th>
                    </>
                  )}
                </tr>
              </thead>
              <tbody>
                {hits.map((hit) => (
                  <FoundMemory
                    key={hit.memory.id}
                    hit={hit}
                    query={query}
                    isNarrow={isNarrow}
                    formerRank={formerRanks && (formerRanks.get(hit.memory.id) ?? null)}
                    isExpanded={expanded === hit.memory.id}
                    onExpand={() => setExpanded(expanded === hit.memory.id ? null : hit.memory.id)}
                    open={open}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Answer>
  );
}
