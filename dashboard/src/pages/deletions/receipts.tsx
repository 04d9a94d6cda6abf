import { DeletionsDocument, type DeletionPartsFragment } from '../../api/graphql';
import { DeletionProgress } from '../../components/deletion-progress';
import { FilterChips } from '../../components/filter-chips';
import { toCount } from '../../components/format';
import { ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { PagedList, useListQuery } from '../../components/paged-list';
import { SideDrawer } from '../../components/side-drawer';
import { Section } from '../../components/section';
import type { Column } from '../../components/table-model';
import { useUrlFilters } from '../../components/use-url-filters';
import { toDeletionName, toRequester } from './deletion-name';
import { Receipt } from './receipt';
import { deletionsTexts as words } from '../../texts/deletions';

export const useDeletions = (projectId: string) =>
  useListQuery(DeletionsDocument, { projectId }, ({ deletions }) => deletions);

/** Lists deletions of the project, newest first, with live progress. */
export function Receipts({ query }: { query: ReturnType<typeof useDeletions> }) {
  const { params, change } = useUrlFilters();
  const openId = params.get('receipt');
  const setOpen = (id: string | null) => change({ receipt: id });
  return (
    <Section title={words.receipts} description={words.receiptsHint}>
      <PagedList query={query} count={words.countDeletions} empty={<p className="t3">{words.receiptsEmpty}</p>}>
        {(rows) => (
          <ListTable
            label={words.receipts}
            minWidth={740}
            columns={toColumns(setOpen, query.again)}
            rows={rows}
            selected={openId}
            onOpen={({ id }) => setOpen(id)}
          />
        )}
      </PagedList>
      {openId !== null && (
        <SideDrawer label={words.receipt} top={<b>{words.receipt}</b>} onClose={() => setOpen(null)}>
          <Receipt key={openId} id={openId} />
        </SideDrawer>
      )}
    </Section>
  );
}

const toColumns = (open: (id: string) => void, onEnd: () => void): readonly Column<DeletionPartsFragment>[] => [
  {
    key: 'what',
    label: words.deletion,
    cell: (deletion) => (
      <button type="button" className="memory-link op" onClick={() => open(deletion.id)}>
        <bdi>{toDeletionName(deletion)}</bdi>
      </button>
    ),
  },
  { key: 'state', label: words.state, cell: (deletion) => <DeletionProgress deletion={deletion} onEnd={onEnd} /> },
  {
    key: 'filter',
    label: words.filter,
    style: { maxWidth: 320 },
    cell: ({ requestedFilter }) => <FilterChips filter={requestedFilter} />,
  },
  { key: 'by', label: words.requestedBy, cell: (deletion) => <bdi>{toRequester(deletion)}</bdi> },
  { key: 'restored', label: words.restored, isNumeric: true, cell: ({ restoredCount }) => toCount(restoredCount) },
  { key: 'requested', label: words.requested, cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
];
