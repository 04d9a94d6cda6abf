import { useState } from 'react';
import type { CombinedError } from 'urql';
import type { SearchMemoriesQuery } from '../../api/graphql';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { SelectAll, useRowSelection } from '../../components/row-selection';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { memoriesTexts as words } from '../../texts/memories';
import { FoundMemory } from './found-memory';
import { ScoreLegend, type Hit } from './score-reasons';
import { SelectionBar } from './selection-bar';

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
}

/** Lists memories by relevance, each with its score breakdown. Viewers with permission can select them. */
export function FoundMemories({ result, ...props }: Props) {
  return (
    <Answer result={result} retry={props.retry}>
      {({ searchMemories: { results, answerability } }) =>
        results.length === 0 ? (
          <EmptyState title={words.noResults}>{words.lowerThreshold}</EmptyState>
        ) : (
          <Results key={props.query} {...props} hits={results} answerability={answerability} />
        )
      }
    </Answer>
  );
}

interface ResultsProps extends Omit<Props, 'result'> {
  readonly hits: readonly Hit[];
  readonly answerability: number;
}

const selectionLabels = {
  allLabel: words.selectAllResults,
  labelOf: ({ text }: Hit['memory']) => words.select(text),
};

function Results({ hits, answerability, query, isNarrow = false, formerRanks, retry }: ResultsProps) {
  const { projectId } = useProject();
  const canSelect = useProjectPermission(projectId, 'MEMORY_WRITE') && !isNarrow;
  const [expanded, setExpanded] = useState<string | null>(null);
  const memories = hits.map(({ memory }) => memory);
  const { selection, chosen, clear } = useRowSelection(memories, selectionLabels);
  return (
    <>
      {chosen.length > 0 && (
        <SelectionBar
          memories={chosen}
          onClear={clear}
          onChanged={() => {
            clear();
            retry();
          }}
        />
      )}
      <div className="card" style={{ overflowX: 'auto' }}>
        <div className="row wrap t2" style={{ padding: '8px 12px' }}>
          <b>{words.countResults(hits.length)}</b>
          <span style={{ flex: '1 1 260px' }}>{words.answerability(Math.round(100 * answerability))}</span>
          <ScoreLegend hits={hits} />
        </div>
        <table className="tbl found">
          <thead>
            <tr>
              {canSelect && (
                <th className="check-column">
                  <SelectAll rows={memories} selection={selection} />
                </th>
              )}
              <th className="score-column">{words.score}</th>
              <th>{words.memory}</th>
              {formerRanks && <th style={{ width: 70 }}>{words.rankInA}</th>}
              {!isNarrow && <DetailHeads />}
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
                selection={canSelect ? selection : null}
                isExpanded={expanded === hit.memory.id}
                onExpand={() => setExpanded(expanded === hit.memory.id ? null : hit.memory.id)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const DetailHeads = () => (
  <>
    <th className="hide-s" style={{ width: 130 }}>
      {words.owner}
    </th>
    <th className="hide-l" style={{ width: 150 }}>
      {words.categories}
    </th>
    <th className="hide-l" style={{ width: 110 }}>
      {words.created}
    </th>
    <th className="hide-s" style={{ width: 90 }}>
      {words.helpfulQuestion}
    </th>
  </>
);
