import { useState } from 'react';
import type { CombinedError } from 'urql';
import type { SearchMemoriesQuery } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { FoundMemory } from './found-memory';
import { ScoreLegend, type Hit } from './score-reasons';
import { SelectionBar } from './selection-bar';
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
  readonly projectId: string | null;
  /** Whether the viewer may select results. */
  readonly canWrite: boolean;
  retry(): void;
  open(id: string): void;
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

function Results({ hits, answerability, query, isNarrow = false, formerRanks, ...props }: ResultsProps) {
  const { projectId, canWrite, retry, open } = props;
  const [expanded, setExpanded] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const memories = hits.map(({ memory }) => memory);
  const chosen = memories.filter(({ id }) => selected.has(id));
  const canSelect = canWrite && !isNarrow;
  const clear = () => setSelected(new Set());
  return (
    <>
      {chosen.length > 0 && (
        <SelectionBar
          projectId={projectId}
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
          <Head
            isNarrow={isNarrow}
            hasRank={formerRanks !== undefined}
            areAll={chosen.length === hits.length}
            onSelect={canSelect ? (areAll) => setSelected(new Set(areAll ? memories.map(({ id }) => id) : [])) : null}
          />
          <tbody>
            {hits.map((hit) => (
              <FoundMemory
                key={hit.memory.id}
                hit={hit}
                query={query}
                isNarrow={isNarrow}
                formerRank={formerRanks && (formerRanks.get(hit.memory.id) ?? null)}
                isSelected={selected.has(hit.memory.id)}
                onSelect={canSelect ? () => setSelected((former) => toggle(former, hit.memory.id)) : null}
                isExpanded={expanded === hit.memory.id}
                onExpand={() => setExpanded(expanded === hit.memory.id ? null : hit.memory.id)}
                open={open}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function toggle(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = new Set(ids);
  if (!others.delete(id)) others.add(id);
  return others;
}

interface HeadProps {
  readonly isNarrow: boolean;
  readonly hasRank: boolean;
  readonly areAll: boolean;
  /** Selects all results or none. Null if results cannot be selected. */
  readonly onSelect: ((areAll: boolean) => void) | null;
}

function Head({ isNarrow, hasRank, areAll, onSelect }: HeadProps) {
  return (
    <thead>
      <tr>
        {onSelect && (
          <th className="check-column">
            <input
              type="checkbox"
              aria-label={words.selectAllResults}
              checked={areAll}
              onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
            />
          </th>
        )}
        <th className="score-column">{words.score}</th>
        <th>{words.memory}</th>
        {hasRank && <th style={{ width: 70 }}>{words.rankInA}</th>}
        {!isNarrow && (
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
        )}
      </tr>
    </thead>
  );
}
