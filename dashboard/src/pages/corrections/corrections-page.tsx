import { useState } from 'react';
import { toChoices } from '../../components/choices';
import { EmptyState } from '../../components/empty-state';
import { ErrorState } from '../../components/error-state';
import { FilterBar, type FilterField } from '../../components/filter-bar';
import { toPercent } from '../../components/format';
import { useKeys } from '../../components/use-keys';
import { Moment } from '../../components/moment';
import { PageHeader } from '../../components/page-header';
import { PlainButton } from '../../components/plain-button';
import { Skeleton } from '../../components/skeleton';
import { showToast } from '../../components/toast';
import { toChoice } from '../../components/url-params';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { Link } from '../../shell/routing';
import { correctionsTexts as words } from '../../texts/corrections';
import { useCorrections, type Correction, type Verdict } from './use-corrections';

/** Suggestions on screen. The keys decide on the first one. */
const shown = 5;
const confidences = ['high', 'medium', 'low'] as const;
const ranges = {
  high: { minProbability: 0.8 },
  medium: { minProbability: 0.5, maxProbability: 0.8 },
  low: { maxProbability: 0.5 },
} as const;

const fields: readonly FilterField[] = [
  { name: 'userId', label: words.user },
  { name: 'confidence', label: words.confidence, choices: toChoices(words.confidences) },
];

/** Lists memories that are possibly outdated. Owners decide on each with one key. */
export function CorrectionsPage() {
  const { projectId } = useProject();
  const canDecide = useProjectPermission(projectId, 'MEMORY_WRITE');
  const { params } = useUrlFilters();
  const confidence = toChoice(params.get('confidence'), confidences, null);
  const queue = useCorrections({
    projectId,
    userId: params.get('userId') || null,
    ...(confidence && ranges[confidence]),
  });
  const { links, decided, total } = queue;
  const isLoading = links.length === 0 && (queue.isLoading || queue.hasMore);
  const [at, setAt] = useState(0);
  const position = Math.min(at, Math.max(0, links.length - 1));
  const decide = (link: Correction | undefined, verdict: Verdict) => {
    if (!link || !canDecide) return;
    queue.decide(link, verdict);
    showToast(verdict === 'CONFIRMED' ? words.accepted : words.rejected, { label: words.undo, run: undo });
  };
  const undo = () => {
    if (!queue.undo()) return;
    setAt(0);
    showToast(words.undone);
  };
  useKeys({
    a: () => decide(links[position], 'CONFIRMED'),
    r: () => decide(links[position], 'REJECTED'),
    u: undo,
    j: () => setAt(Math.min(position + 1, links.length - 1)),
    k: () => setAt(Math.max(position - 1, 0)),
  });
  return (
    <>
      <PageHeader title={words.title} description={canDecide ? words.description : words.readerHint}>
        {decided.length > 0 && (
          <PlainButton label={words.undo} onClick={undo} aria-keyshortcuts="u">
            <kbd>U</kbd>
          </PlainButton>
        )}
      </PageHeader>
      <FilterBar
        fields={fields}
        end={
          total > 0 && (
            <span className="row" role="status">
              <progress className="progress" aria-label={words.title} value={decided.length} max={total} />
              <span className="meta t2" style={{ whiteSpace: 'nowrap' }}>
                {words.progress(decided.length, total)}
              </span>
            </span>
          )
        }
      />
      {queue.failure && <ErrorState title={words.failed} failure={queue.failure} retry={queue.retry} />}
      {isLoading && <Skeleton rows={6} />}
      {!isLoading && !queue.failure && links.length === 0 && (
        <EmptyState title={decided.length > 0 ? words.doneTitle : words.emptyTitle}>{words.emptyHint}</EmptyState>
      )}
      <ol className="corrections" aria-label={words.list}>
        {links.slice(position, position + shown).map((link, index) => (
          <CorrectionCard
            key={link.id}
            link={link}
            isCurrent={index === 0}
            label={words.suggestion(position + index + 1, total - decided.length)}
            onDecide={canDecide ? (verdict) => decide(link, verdict) : undefined}
          />
        ))}
      </ol>
      {canDecide && links.length > 0 && <p className="meta t3">{words.keysHint}</p>}
    </>
  );
}

interface Props {
  readonly link: Correction;
  /** Whether the keys decide on this suggestion. */
  readonly isCurrent: boolean;
  readonly label: string;
  /** Undefined if the viewer may not decide. */
  readonly onDecide: ((verdict: Verdict) => void) | undefined;
}

/** Shows an older and a newer memory, why the older one may be outdated, and the two decisions. */
function CorrectionCard({ link, isCurrent, label, onDecide }: Props) {
  const { olderMemory, newerMemory, probability, reason, relation } = link;
  return (
    <li
      className={`card correction ${isCurrent ? 'now' : ''}`}
      aria-current={isCurrent || undefined}
      aria-label={label}
    >
      <MemoryText title={words.older} memory={olderMemory} />
      <MemoryText title={words.newer} memory={newerMemory} />
      <footer className="row wrap">
        <span className="grow t2">
          {reason ?? (relation === 'MERGES' ? words.mergeReason : words.noReason)}{' '}
          <b>{words.probability(toPercent(probability))}</b>
        </span>
        {onDecide && (
          <>
            <PlainButton look="sm" label={words.accept} onClick={() => onDecide('CONFIRMED')} aria-keyshortcuts="a">
              {isCurrent && <kbd>A</kbd>}
            </PlainButton>
            <PlainButton look="sm" label={words.reject} onClick={() => onDecide('REJECTED')} aria-keyshortcuts="r">
              {isCurrent && <kbd>R</kbd>}
            </PlainButton>
          </>
        )}
      </footer>
    </li>
  );
}

function MemoryText({
  title,
  memory,
}: {
  title: string;
  memory: Correction['newerMemory'] | Correction['olderMemory'];
}) {
  if (!memory) return null;
  return (
    <div>
      <p className="meta t3">
        {title}, <Moment at={memory.createdAt} />
      </p>
      <Link to={`/memories/${memory.id}`} className="plain-link" dir="auto">
        {memory.text}
      </Link>
    </div>
  );
}
