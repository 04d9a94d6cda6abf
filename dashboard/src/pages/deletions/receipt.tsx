import { useQuery } from 'urql';
import { DeletionDocument, type DeletionPartsFragment } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { StateBadge } from '../../components/event-state';
import { Facts, Json } from '../../components/facts';
import { toCount } from '../../components/format';
import { Moment } from '../../components/moment';
import { deletionsTexts as words } from '../../texts/deletions';

/** Shows the receipt of a deletion. */
export function Receipt({ id }: { id: string }) {
  const [result, read] = useQuery({ query: DeletionDocument, variables: { id }, requestPolicy: 'network-only' });
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {({ deletion }) => (
        <section>
          <h2 className="drawer-title">{words.kinds[deletion.kind]}</h2>
          {deletion.error && <p className={deletion.status === 'FAILED' ? 'note' : 'note quiet'}>{deletion.error}</p>}
          <Facts rows={toFacts(deletion)} />
          <p className="meta t3">{words.digestHint}</p>
        </section>
      )}
    </Answer>
  );
}

function toFacts(deletion: DeletionPartsFragment): [string, React.ReactNode][] {
  return [
    [words.id, <CopyableId key="id" id={deletion.id} what={words.idOfTheDeletion} />],
    [words.filter, <Json key="filter" value={deletion.requestedFilter} label={words.filter} />],
    [words.state, <StateBadge key="state" status={deletion.status} />],
    [words.memories, toCount(deletion.total)],
    [words.removed, toCount(deletion.removed)],
    [words.restored, toCount(deletion.restored)],
    [words.requestedBy, deletion.requestedBy],
    [words.requested, <Moment key="requested" at={deletion.requestedAt} />],
    [words.undoUntil, <Moment key="undo" at={deletion.undoUntil} />],
    [words.ended, <Moment key="finished" at={deletion.finishedAt} never={words.notYet} />],
    [
      words.digestLabel,
      deletion.digest === null ? '–' : <CopyableId key="digest" id={deletion.digest} what={words.digest} />,
    ],
  ];
}
