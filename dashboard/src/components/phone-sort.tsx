import { commonTexts as words } from '../texts/common';
import { Select } from './select';
import type { TableInput } from './table-model';

type Props<Row> = Pick<TableInput<Row>, 'columns' | 'sorting' | 'onSort'>;

/** Sorts a table on phones, which have no table header. */
export function PhoneSort<Row>({ columns, sorting, onSort }: Props<Row>) {
  const sortable = columns.filter(({ sort }) => sort !== undefined);
  if (!onSort || sortable.length === 0) return null;
  const { key, direction } = sorting ?? { key: '', direction: 'descending' };
  return (
    <div className="phone-sort" role="group" aria-label={words.sort}>
      <Select
        label={words.sortBy}
        choices={sortable.map((column) => ({ value: column.key, label: column.label }))}
        value={key}
        onChange={(next) =>
          onSort({ key: next, direction: sortable.find((column) => column.key === next)?.sort ?? 'ascending' })
        }
      />
      <Select
        label={words.sortDirection}
        choices={[
          { value: 'ascending', label: words.ascending },
          { value: 'descending', label: words.descending },
        ]}
        value={direction}
        onChange={(next) => onSort({ key, direction: next === 'descending' ? 'descending' : 'ascending' })}
      />
    </div>
  );
}
