import type { EventPartsFragment } from '../api/graphql';
import { commonTexts as words } from '../texts/common';
import { Badge, type Tone } from './badge';

type State = EventPartsFragment['status'];

const tones: Readonly<Record<State, Tone>> = {
  PENDING: 'neutral',
  RUNNING: 'info',
  SUCCEEDED: 'ok',
  FAILED: 'failed',
  CANCELLED: 'refused',
};

/** Returns whether an operation has not ended yet. */
export const isOpen = (status: State): boolean => status === 'PENDING' || status === 'RUNNING';

export function StateBadge({ status }: { status: State }) {
  return <Badge tone={tones[status]}>{words.eventStates[status]}</Badge>;
}

/** Shows the status of an event, with a progress bar while it runs. */
export function EventState({
  event: { status, totalCount: total, completedCount: completed },
}: {
  event: Pick<EventPartsFragment, 'status' | 'totalCount' | 'completedCount'>;
}) {
  return (
    <div className="event-state">
      <span className="row">
        <StateBadge status={status} />
        {total !== null && <span className="meta t3">{words.completedOf(completed, total)}</span>}
      </span>
      {isOpen(status) && total !== null && total > 0 && (
        <progress className="progress" aria-label={words.progress} value={completed} max={total} />
      )}
    </div>
  );
}
