import type { SortingState } from '@tanstack/react-table';
import { commonTexts as words } from '../texts/common';
import { Select } from './select';
import type { TableInput } from './table-model';

type Props<Row> = Pick<TableInput<Row>, 'columns' | 'sorting' | 'onSort'>;

/** Sorts a table on phones, which have no table header. */
export function PhoneSort<Row>({ columns, sorting, onSort }: Props<Row>) {
  const sortable = columns.filter(({ sort }) => sort !== undefined);
  if (!onSort || sortable.length === 0) return null;
  const { id, desc } = sorting?.[0] ?? { id: '', desc: true };
  const sortBy = (next: SortingState[number]) => onSort([next]);
  return (
    <div className="phone-sort" role="group" aria-label={words.sort}>
      <Select
        label={words.sortBy}
        choices={sortable.map(({ key, label }) => ({ value: key, label }))}
        value={id}
        onChange={(next) => sortBy({ id: next, desc: sortable.find(({ key }) => key === next)?.sort === 'descending' })}
      />
      <Select
        label={words.sortDirection}
        choices={[
          { value: 'ascending', label: words.ascending },
          { value: 'descending', label: words.descending },
        ]}
        value={desc ? 'descending' : 'ascending'}
        onChange={(next) => sortBy({ id, desc: next === 'descending' })}
      />
    </div>
  );
}
