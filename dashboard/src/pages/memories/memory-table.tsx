import { Group, Text } from '@mantine/core';
import { Badge } from '../../components/badge';
import type { MemoryPartsFragment } from '../../api/graphql';
import { ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import type { Column } from '../../components/table-model';
import { memoriesTexts as words } from '../../texts/memories';

export function MemoryTable({ memories }: { memories: readonly MemoryPartsFragment[] }) {
  return <ListTable label={words.memories} minWidth={560} columns={columns} rows={memories} />;
}

const columns: readonly Column<MemoryPartsFragment>[] = [
  { key: 'memory', label: words.memory, cell: (memory) => <TextAndCategories memory={memory} /> },
  {
    key: 'owner',
    label: words.owner,
    style: { minWidth: 130, maxWidth: 260 },
    cell: (memory) => <Owners memory={memory} />,
  },
  { key: 'created', label: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

function TextAndCategories({ memory: { text, categories } }: { memory: MemoryPartsFragment }) {
  return (
    <>
      <Text size="sm" dir="auto" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Group gap={4} mt={4}>
        {(categories ?? []).map((category) => (
          <Badge key={category}>{category}</Badge>
        ))}
      </Group>
    </>
  );
}

export function Owners({ memory: { userId, agentId, appId, runId } }: { memory: MemoryPartsFragment }) {
  const owners = Object.entries({ user: userId, agent: agentId, app: appId, run: runId }).filter(
    ([, id]) => id !== null && id !== undefined,
  );
  return owners.map(([kind, id]) => (
    <p key={kind} dir="auto" style={{ overflowWrap: 'anywhere' }}>
      <Text span c="dimmed" size="xs">
        {kind}{' '}
      </Text>
      {id}
    </p>
  ));
}
