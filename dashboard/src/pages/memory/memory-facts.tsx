import { ThumbsDownIcon, ThumbsUpIcon } from '../../components/icons';
import { PlainButton } from '../../components/plain-button';
import { GiveFeedbackDocument, type FeedbackRating } from '../../api/graphql';
import { CopyableId } from '../../components/copy';
import { Facts, Json } from '../../components/facts';
import { useAct } from '../../components/use-act';
import { Moment } from '../../components/moment';
import { useViewer } from '../../session/session';
import { Link } from '../../shell/routing';
import type { ShownMemory } from './shown-memory';
import { memoryTexts as words } from '../../texts/memory';

export function MemoryFacts({ memory }: { memory: ShownMemory }) {
  const rows: [string, React.ReactNode][] = [
    [words.created, <Moment key="created" at={memory.createdAt} />],
    [words.updated, <Moment key="updated" at={memory.updatedAt} />],
    [words.eventDate, memory.eventDate && <Moment key="event" at={memory.eventDate} />],
    [words.repeated, memory.repetitionCount > 0 && words.repetitions(memory.repetitionCount)],
    [words.expires, memory.expirationDate ?? <span className="t2">{words.never}</span>],
    [words.speaker, memory.actor && <bdi>{memory.actor}</bdi>],
    [words.id, <CopyableId key="id" id={memory.id} what={words.memoryId} />],
  ];
  return (
    <section className="card" aria-label={words.details}>
      <div className="body">
        <Facts className="narrow" rows={rows} />
        {memory.metadata != null && (
          <>
            <h3 style={{ margin: '14px 0 6px' }}>{words.metadata}</h3>
            <Json value={memory.metadata} label={words.metadata} />
          </>
        )}
      </div>
    </section>
  );
}

/** Shows the entities that a memory belongs to, as links to their memories. */
export function MemoryOwners({ memory: { userId, agentId, appId, runId } }: { memory: ShownMemory }) {
  const owners = Object.entries({ user: userId, agent: agentId, app: appId, run: runId });
  return (
    <section className="card" aria-label={words.entities}>
      <header>
        <h2>{words.entities}</h2>
      </header>
      <div className="body row wrap">
        {owners.map(
          ([type, id]) =>
            id && (
              <Link key={type} className="tag" to={`/memories?${new URLSearchParams({ [`${type}Id`]: id })}`}>
                <span className="t3">{type}</span>
                {'\u00A0'}
                <bdi>{id}</bdi>
              </Link>
            ),
        )}
      </div>
    </section>
  );
}

/** Shows how often the memory was rated helpful, and the viewer's own rating. */
export function MemoryFeedback({ memory: { id, feedback }, onGiven }: { memory: ShownMemory; onGiven: () => void }) {
  const act = useAct();
  const { user } = useViewer();
  const own = feedback.find(({ givenBy }) => givenBy === user?.id)?.rating ?? null;
  const give = async (value: FeedbackRating) => {
    if (await act(GiveFeedbackDocument, { memoryId: id, rating: value === own ? null : value })) onGiven();
  };
  const helpful = feedback.filter((one) => one.rating === 'POSITIVE').length;
  const unhelpful = feedback.filter((one) => one.rating !== null).length - helpful;
  return (
    <section className="card" aria-label={words.feedback}>
      <div className="body row">
        <span className="grow">{words.helpful}</span>
        <PlainButton
          look="sm"
          icon={ThumbsUpIcon}
          label={helpful}
          aria-label={words.helpfulHelpful(helpful)}
          aria-pressed={own === 'POSITIVE'}
          onClick={() => void give('POSITIVE')}
        />
        <PlainButton
          look="sm"
          icon={ThumbsDownIcon}
          label={unhelpful}
          aria-label={words.notHelpfulUnhelpful(unhelpful)}
          aria-pressed={own === 'NEGATIVE' || own === 'VERY_NEGATIVE'}
          onClick={() => void give('NEGATIVE')}
        />
      </div>
      {feedback.some(({ reason }) => reason) && (
        <ul className="body reasons-given">
          {feedback.map(
            ({ id: key, reason }) =>
              reason && (
                <li key={key} dir="auto">
                  {reason}
                </li>
              ),
          )}
        </ul>
      )}
    </section>
  );
}
