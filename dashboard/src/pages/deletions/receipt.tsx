import { DeletionDocument, type DeletionPartsFragment } from '../../api/graphql';
import { PlainButton } from '../../components/plain-button';
import { useFreshQuery } from '../../api/use-fresh-query';
import { saveJson } from '../../api/download';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { StateBadge } from '../../components/event-state';
import { Facts } from '../../components/facts';
import { FilterChips } from '../../components/filter-chips';
import { toCount } from '../../components/format';
import { Moment } from '../../components/moment';
import { deletionsTexts as words } from '../../texts/deletions';
import { toDeletionName, toRequester } from './deletion-name';

/** Shows the receipt of a deletion, to download as JSON or to print. */
export function Receipt({ id }: { id: string }) {
  const [result, read] = useFreshQuery(DeletionDocument, { id });
  return (
    <Answer result={result} retry={read}>
      {({ deletion }) => (
        <section className="receipt">
          <p className="print-only">{words.printTitle}</p>
          <h2 className="drawer-title">
            <bdi>{toDeletionName(deletion)}</bdi>
          </h2>
          {deletion.error && <p className={deletion.status === 'FAILED' ? 'note' : 'note quiet'}>{deletion.error}</p>}
          <Facts rows={toFacts(deletion)} />
          <p className="meta t3">{words.digestHint}</p>
          <p className="row no-print">
            <PlainButton
              label={words.downloadJson}
              onClick={() => saveJson(toJson(deletion), `receipt-${deletion.id}.json`)}
            />
            <PlainButton label={words.print} onClick={() => window.print()} />
          </p>
        </section>
      )}
    </Answer>
  );
}

/** Returns the receipt as the file has it, without what only the page needs. */
function toJson({ event: _event, ...receipt }: DeletionPartsFragment): object {
  return receipt;
}

function toFacts(deletion: DeletionPartsFragment): [string, React.ReactNode][] {
  const { project, projectId, requestedBy, requestedByUser } = deletion;
  return [
    [words.id, <CopyableId key="id" id={deletion.id} what={words.idOfTheDeletion} />],
    [
      words.project,
      projectId && (
        <>
          {project && <bdi>{project.name} </bdi>}
          <CopyableId id={projectId} what={words.idOfTheProject} />
        </>
      ),
    ],
    [words.filter, <FilterChips key="filter" filter={deletion.requestedFilter} />],
    [words.state, <StateBadge key="state" status={deletion.status} />],
    [words.memories, toCount(deletion.memoryCount)],
    [words.removed, toCount(deletion.removedCount)],
    [words.restored, toCount(deletion.restoredCount)],
    [
      words.requestedBy,
      <>
        <bdi>{toRequester(deletion)} </bdi>
        {requestedByUser && <CopyableId id={requestedBy} what={words.requesterId} />}
      </>,
    ],
    [words.requested, <Moment key="requested" at={deletion.requestedAt} hasSeconds />],
    [words.undoUntil, <Moment key="undo" at={deletion.undoUntil} hasSeconds />],
    [words.ended, <Moment key="finished" at={deletion.finishedAt} never={words.notYet} hasSeconds />],
    [
      words.digestLabel,
      deletion.digest === null ? '–' : <CopyableId key="digest" id={deletion.digest} what={words.digest} />,
    ],
  ];
}
