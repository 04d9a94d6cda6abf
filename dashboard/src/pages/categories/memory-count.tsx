import { Loader, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { MemoriesDocument } from '../../../../client/generated/graphql';
import { categoriesTexts as words } from '../../texts/categories';
import { locale } from '../../texts/locale';

/** Shows the number of memories with this category. */
export function MemoryCount({ projectId, category }: { projectId: string; category: string }) {
  const variables = { projectId, filter: { categories: { in: [category] } }, first: 1, withTotal: true };
  const [{ data, error }] = useQuery({ query: MemoriesDocument, variables });
  if (error)
    return (
      <Text size="sm" c="dimmed" span title={error.message}>
        {words.unknown}
      </Text>
    );
  if (!data) return <Loader size="xs" role="img" aria-label={words.countingCategory(category)} />;
  return (
    <Text size="sm" span>
      {(data.memories.totalCount ?? 0).toLocaleString(locale)}
    </Text>
  );
}
