import { ActionIcon, Anchor, Group, Table, Text } from '@mantine/core';
import { PencilIcon, Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../shell/routing';
import { Pager, type Pages } from '../../components/pager';
import type { Category } from './get-categories';
import { MemoryCount } from './memory-count';

interface Props {
  readonly projectId: string;
  readonly categories: readonly Category[];
  readonly canEdit: boolean;
  onEdit(category: Category): void;
  onRemove(category: Category): void;
}

// Each row runs a count query, so not all 200 rows are shown at once.
const size = 25;

/** Shows pages of categories with their memory counts. */
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
      <Table.ScrollContainer minWidth={520}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Category</Table.Th>
              <Table.Th ta="right">Memories</Table.Th>
              <Table.Th>Description</Table.Th>
              {canEdit && (
                <Table.Th w={90}>
                  <span className="vh">Actions</span>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {categories.slice(start, start + size).map((category) => (
              <Table.Tr key={category.name}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <Anchor component={Link} to={`/memories?category=${encodeURIComponent(category.name)}`} size="sm">
                    {category.name}
                  </Anchor>
                </Table.Td>
                <Table.Td ta="right">
                  <MemoryCount projectId={projectId} category={category.name} />
                </Table.Td>
                <Table.Td>
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {category.description}
                  </Text>
                </Table.Td>
                {canEdit && (
                  <Table.Td>
                    <Group gap={4} wrap="nowrap" justify="flex-end">
                      <ActionIcon
                        variant="subtle"
                        aria-label={`Change ${category.name}`}
                        onClick={() => onEdit(category)}
                      >
                        <PencilIcon size={18} aria-hidden />
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        color="red"
                        aria-label={`Remove ${category.name}`}
                        onClick={() => onRemove(category)}
                      >
                        <Trash2Icon size={18} aria-hidden />
                      </ActionIcon>
                    </Group>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pager
        pages={pages}
        info={{ hasNextPage: start + size < categories.length }}
        total={categories.length}
        noun={['category', 'categories']}
      />
    </>
  );
}
