import { ErrorState } from '../../components/error-state';
import { PlainButton } from '../../components/plain-button';
import { WordDiff } from '../../components/word-diff';
import { Link } from '../../shell/routing';
import { playgroundTexts } from '../../texts/playground';
import type { DryRun, PlannedMemory } from './use-dry-run';

interface Props {
  readonly dryRun: DryRun;
  readonly isEmpty: boolean;
  readonly isStoring: boolean;
  onStore(): void;
}

/** Shows what adding the conversation would store, with a button that stores it. */
export function PlannedMemories({ dryRun: { plan, failure, isBusy, repeat }, isEmpty, isStoring, onStore }: Props) {
  const fresh = plan?.memories.filter(({ event }) => event === 'ADD').length ?? 0;
  return (
    <section aria-label={playgroundTexts.planned} className="planned">
      <div className="row">
        <h2 className="grow">{playgroundTexts.planned}</h2>
        {plan && (
          <span className="meta t3" role="status">
            {plan.hasModel ? playgroundTexts.withModel : playgroundTexts.withRules}
            {isBusy && `, ${playgroundTexts.updating}`}
          </span>
        )}
      </div>
      {failure && <ErrorState title={playgroundTexts.failed} failure={failure} retry={repeat} />}
      {isEmpty && <p className="card body t2">{playgroundTexts.empty}</p>}
      {!isEmpty && plan?.memories.length === 0 && <p className="card body t2">{playgroundTexts.nothing}</p>}
      {plan?.memories.map((memory, index) => (
        <Planned key={`${index} ${memory.text}`} memory={memory} />
      ))}
      {plan && plan.redactedMessages.length > 0 && (
        <div className="card body not-stored">
          <span className="badge refused">{playgroundTexts.notStoredBadge}</span>
          <p className="t2">{playgroundTexts.secret(plan.redactedMessages)}</p>
        </div>
      )}
      {plan && plan.memories.length > 0 && (
        <div className="row">
          <span className="grow t2">{playgroundTexts.summary(fresh, plan.memories.length - fresh)}</span>
          <PlainButton
            look="pri"
            label={playgroundTexts.store(fresh)}
            disabled={isStoring || fresh === 0}
            onClick={onStore}
          />
        </div>
      )}
    </section>
  );
}

function Planned({ memory }: { memory: PlannedMemory }) {
  const replaced = memory.outdates.find(({ isConfirmed }) => isConfirmed);
  const doubtful = memory.outdates.filter(({ isConfirmed }) => !isConfirmed);
  return (
    <article className="card body">
      <div className="row" style={{ marginBottom: 4 }}>
        <Kind memory={memory} />
        <span className="grow" />
        {replaced && (
          <Link className="meta" to={`/memories/${replaced.memoryId}`}>
            {playgroundTexts.replaces}
          </Link>
        )}
        {memory.existingMemoryId && (
          <Link className="meta" to={`/memories/${memory.existingMemoryId}`}>
            {playgroundTexts.known}
          </Link>
        )}
      </div>
      <p dir="auto">{replaced ? <WordDiff before={replaced.text} after={memory.text} /> : memory.text}</p>
      {doubtful.map(({ memoryId, text, probability }) => (
        <p key={memoryId} className="meta t2">
          {playgroundTexts.outdates}{' '}
          <Link to={`/memories/${memoryId}`}>
            <bdi>“{text}”</bdi>
          </Link>{' '}
          {probability.toFixed(2)}
        </p>
      ))}
    </article>
  );
}

function Kind({ memory: { event, outdates } }: { memory: PlannedMemory }) {
  if (event === 'NOOP') return <span className="badge">{playgroundTexts.kinds.NOOP}</span>;
  const confirmed = outdates.find(({ isConfirmed }) => isConfirmed);
  if (!confirmed) return <span className="badge ok">{playgroundTexts.kinds.ADD}</span>;
  return (
    <span className={`badge ${confirmed.relation === 'MERGES' ? 'info' : 'warn'}`}>
      {playgroundTexts.kinds[confirmed.relation]}
    </span>
  );
}
