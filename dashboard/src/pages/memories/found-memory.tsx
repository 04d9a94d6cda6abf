import { ThumbsDownIcon, ThumbsUpIcon } from '../../components/icons';
import { IconButton } from '../../components/plain-button';
import { useState } from 'react';
import { useAct } from '../../components/use-act';
import { GiveFeedbackDocument } from '../../api/graphql';
import { SelectRow } from '../../components/row-selection';
import type { Selection } from '../../components/table-model';
import { useNavigate } from '../../shell/routing';
import { MemoryState } from '../../components/memory-state';
import { toDay } from '../../components/format-date';
import { MarkedText } from './marked-text';
import { CategoryTags } from './memory-columns';
import { Owners } from './memory-table';
import { ScoreBar, ScoreReasons, type Hit } from './score-reasons';
import { memoriesTexts as pageWords } from '../../texts/memories';

interface Props {
  readonly hit: Hit;
  readonly query: string;
  readonly isExpanded: boolean;
  readonly isNarrow: boolean;
  /** Null if results cannot be selected. */
  readonly selection: Selection<Hit['memory']> | null;
  /** Rank under other settings. Null if not found, undefined if the column is hidden. */
  readonly formerRank: number | null | undefined;
  onExpand(): void;
}

/** Shows a search result: score, text with matching words marked, and the score breakdown on demand. */
export function FoundMemory({ hit, query, isExpanded, isNarrow, selection, formerRank, onExpand }: Props) {
  const navigate = useNavigate();
  const { memory, score } = hit;
  return (
    <>
      <tr className={isExpanded || selection?.selected[memory.id] ? 'sel' : ''}>
        {selection && (
          <td className="check-column">
            <SelectRow row={memory} selection={selection} />
          </td>
        )}
        <td>
          <button
            type="button"
            className="row score"
            aria-expanded={isExpanded}
            aria-label={pageWords.whyScore(score.toFixed(2))}
            onClick={onExpand}
          >
            <b className="mono">{score.toFixed(2)}</b>
            <ScoreBar hit={hit} />
          </button>
        </td>
        <td>
          <button
            type="button"
            className="memory-link trunc"
            dir="auto"
            onClick={() => void navigate(`/memories/${memory.id}`)}
          >
            <MarkedText text={memory.text} query={query} />
          </button>
          <MemoryState lifecycleState={memory.lifecycleState} outdatedBy={hit.outdatedBy} />
        </td>
        {formerRank !== undefined && <td className="mono t2">{formerRank ?? '–'}</td>}
        {!isNarrow && (
          <>
            <td className="hide-s">
              <Owners memory={memory} />
            </td>
            <td className="hide-l">
              <CategoryTags memory={memory} />
            </td>
            <td className="hide-l t2">
              <time dateTime={memory.createdAt}>{toDay(memory.createdAt)}</time>
            </td>
            <td className="hide-s">
              <FeedbackButtons id={memory.id} />
            </td>
          </>
        )}
      </tr>
      {isExpanded && (
        <tr>
          <td colSpan={7} className="reasons">
            <ScoreReasons hit={hit} query={query} />
          </td>
        </tr>
      )}
    </>
  );
}

function FeedbackButtons({ id }: { id: string }) {
  const act = useAct();
  const [given, setGiven] = useState<'POSITIVE' | 'NEGATIVE' | null>(null);
  const give = async (rating: 'POSITIVE' | 'NEGATIVE') => {
    if (await act(GiveFeedbackDocument, { memoryId: id, rating })) setGiven(rating);
  };
  return (
    <span className="row" style={{ gap: 2 }}>
      <IconButton
        look="ghost sm"
        icon={ThumbsUpIcon}
        label={pageWords.helpful}
        aria-pressed={given === 'POSITIVE'}
        onClick={() => void give('POSITIVE')}
      />
      <IconButton
        look="ghost sm"
        icon={ThumbsDownIcon}
        label={pageWords.notHelpful}
        aria-pressed={given === 'NEGATIVE'}
        onClick={() => void give('NEGATIVE')}
      />
    </span>
  );
}
