import { Group, Loader } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { MemoriesDocument } from '../../api/graphql';
import { toCount } from '../../components/format';
import { PencilIcon } from '../../components/icons';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Pager, type Pages } from '../../components/pager';
import { RemoveButton, RowButton, toActionsColumn } from '../../components/row-actions';
import type { Column } from '../../components/table-model';
import { Link } from '../../shell/routing';
import { categoriesTexts as words } from '../../texts/categories';
import type { Category } from './get-categories';

interface Props {
  readonly projectId: string;
  readonly categories: readonly Category[];
  readonly canEdit: boolean;
  onEdit(category: Category): void;
  onRemove(category: Category): void;
}

// Each row runs a count query, so not all 200 rows are shown at once.
const size = 25;

export function CategoryTable({ projectId, categories, canEdit, onEdit, onRemove }: Props) {
  const [page, setPage] = useState(0);
  const start = page * size;
  const pages: Pages = {
    variables: { first: size, after: null },
    number: page + 1,
    next: () => setPage(page + 1),
    previous: () => setPage(page - 1),
    restart: () => setPage(0),
  };
  return (
    <>
      <ListTable
        label={words.categories}
        minWidth={520}
        columns={toColumns({ projectId, canEdit, onEdit, onRemove })}
        rows={categories.slice(start, start + size)}
        keyOf={({ name }) => name}
      />
      <Pager
        pages={pages}
        info={{ hasNextPage: start + size < categories.length }}
        total={categories.length}
        count={words.countCategories}
      />
    </>
  );
}

const toColumns = (props: Omit<Props, 'categories'>): readonly Column<Category>[] => [
  {
    key: 'category',
    label: words.category,
    style: breakAnywhere,
    cell: ({ name }) => <Link to={`/memories?category=${encodeURIComponent(name)}`}>{name}</Link>,
  },
  {
    key: 'memories',
    label: words.memories,
    isNumeric: true,
    cell: ({ name }) => <MemoryCount projectId={props.projectId} category={name} />,
  },
  {
    key: 'description',
    label: words.description,
    cell: ({ description }) => (
      <p className="t3" style={breakAnywhere}>
        {description}
      </p>
    ),
  },
  ...(props.canEdit ? [toActionColumn(props)] : []),
];

const toActionColumn = ({ onEdit, onRemove }: Pick<Props, 'onEdit' | 'onRemove'>) =>
  toActionsColumn<Category>(90, (category) => (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <RowButton label={words.changeName(category.name)} icon={PencilIcon} onClick={() => onEdit(category)} />
      <RemoveButton label={words.removeName(category.name)} onClick={() => onRemove(category)} />
    </Group>
  ));

function MemoryCount({ projectId, category }: { projectId: string; category: string }) {
  const variables = { projectId, filter: { categories: { in: [category] } }, first: 1, withTotal: true };
  const [{ data, error }] = useQuery({ query: MemoriesDocument, variables });
  if (error)
    return (
      <span className="t3" title={error.message}>
        {words.unknown}
      </span>
    );
  if (!data) return <Loader size="xs" role="img" aria-label={words.countingCategory(category)} />;
  return <span>{toCount(data.memories.totalCount ?? 0)}</span>;
}
