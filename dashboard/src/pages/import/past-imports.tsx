import { useState } from 'react';
import { ImportsDocument, type ImportsQuery } from '../../api/graphql';
import { EmptyState } from '../../components/empty-state';
import { EventState, isOpen } from '../../components/event-state';
import { toCount } from '../../components/format';
import { ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { PagedList, useListQuery } from '../../components/paged-list';
import { toRequesterName } from '../../components/requester-name';
import type { Column } from '../../components/table-model';
import { useInterval } from '../../components/use-interval';
import { useLiveEvent } from '../../components/use-live-event';
import { importTexts as words } from '../../texts/import';
import { LineList } from './line-list';

type Import = ImportsQuery['events']['edges'][number]['node'];

const lookEveryMs = 5_000;

/** Lists the imports of a project, newest first, with live progress and the records that were left out. */
export function PastImports({ projectId }: { projectId: string | null }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const query = useListQuery(ImportsDocument, { projectId }, ({ events }) => events);
  const { again } = query;
  const open = query.rows.find(({ id }) => id === openId);
  useInterval(again, lookEveryMs);
  return (
    <section aria-label={words.past}>
      <h2 style={{ margin: '24px 0 8px' }}>{words.past}</h2>
      <PagedList query={query} empty={<EmptyState title={words.noImports}>{words.noImportsHint}</EmptyState>}>
        {(rows) => (
          <ListTable
            label={words.past}
            minWidth={740}
            columns={toColumns(setOpenId, again)}
            rows={rows}
            selected={openId}
          />
        )}
      </PagedList>
      {open && (
        <section className="card" aria-label={words.leftOut} style={{ marginTop: 12 }}>
          <LineList
            title={words.leftOutOf(toName(open))}
            lines={(open.import?.leftOut ?? []).map(({ recordNumber, reason: message }) => ({
              line: String(recordNumber),
              message,
            }))}
          />
        </section>
      )}
    </section>
  );
}

const toName = (node: Import): string => node.import?.source ?? words.unnamed;

const toColumns = (show: (id: string) => void, onEnd: () => void): readonly Column<Import>[] => [
  { key: 'started', label: words.started, width: 200, cell: ({ createdAt }) => <Moment at={createdAt} hasSeconds /> },
  { key: 'file', label: words.file, cell: (node) => <bdi>{toName(node)}</bdi> },
  { key: 'state', label: words.status, width: 220, cell: (node) => <LiveState node={node} onEnd={onEnd} /> },
  { key: 'imported', label: words.imported, isNumeric: true, cell: (node) => toCell(node.import?.importedCount) },
  { key: 'known', label: words.known, isNumeric: true, cell: (node) => toCell(node.import?.knownCount) },
  {
    key: 'left',
    label: words.leftOut,
    isNumeric: true,
    cell: ({ id, import: details }) =>
      details && details.leftOutCount > 0 ? (
        <button type="button" className="memory-link op" onClick={() => show(id)}>
          {words.showLeftOut(details.leftOutCount)}
        </button>
      ) : (
        toCell(0)
      ),
  },
  {
    key: 'requester',
    label: words.startedBy,
    width: 140,
    cell: ({ requestedBy, requestedByUser }) => (
      <bdi>{toRequesterName({ by: requestedBy, user: requestedByUser })}</bdi>
    ),
  },
];

const toCell = (count: number | null | undefined): string => (count == null ? '–' : toCount(count));

// The list is read again when the import ends.
function LiveState({ node, onEnd }: { node: Import; onEnd: () => void }) {
  const state = useLiveEvent(node, onEnd) ?? node;
  return (
    <>
      <EventState event={state} />
      {state.error && <p className="meta t3">{state.error}</p>}
      {isOpen(state.status) && node.import?.isUploaded === false && <p className="meta t3">{words.unfinished}</p>}
    </>
  );
}
