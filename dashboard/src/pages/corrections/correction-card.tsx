import { toPercent } from '../../components/format';
import { PlainButton } from '../../components/plain-button';
import { Moment } from '../../components/moment';
import { Link } from '../../shell/routing';
import { correctionsTexts as words } from '../../texts/corrections';
import type { Correction, Verdict } from './use-corrections';

interface Props {
  readonly link: Correction;
  /** Whether the keys decide on this suggestion. */
  readonly isCurrent: boolean;
  readonly label: string;
  /** Undefined if the viewer may not decide. */
  readonly onDecide: ((verdict: Verdict) => void) | undefined;
}

/** Shows an older and a newer memory, why the older one may be outdated, and the two decisions. */
export function CorrectionCard({ link, isCurrent, label, onDecide }: Props) {
  const { olderMemory, newerMemory, probability, reason, relation } = link;
  return (
    <li
      className={`card correction ${isCurrent ? 'now' : ''}`}
      aria-current={isCurrent || undefined}
      aria-label={label}
    >
      <MemoryText title={words.older} memory={olderMemory} />
      <MemoryText title={words.newer} memory={newerMemory} />
      <footer>
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
