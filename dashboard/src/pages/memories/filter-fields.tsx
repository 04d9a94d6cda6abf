import { Group, Pill, Select, TextInput } from '@mantine/core';
import { SearchIcon } from 'lucide-react';
import { useState } from 'react';
import { owners, useTyped, type ShownMemories } from './memory-filter';

/** Question, owner and category: which memories are shown. */
export function FilterFields({ shown: { query, owner, ownerId, category, change } }: { shown: ShownMemories }) {
  const [unused, setUnused] = useState(owner);
  const kind = ownerId ? owner : unused;
  const question = useTyped(query, (q) => change({ q }));
  const name = useTyped(ownerId, (id) => change({ [kind]: id }));
  const choose = (next: string | null) => {
    if (!next) return;
    setUnused(next);
    if (ownerId) change({ [owner]: null, [next]: ownerId });
  };
  return (
    <Group mb="md">
      <TextInput
        aria-label="Search"
        placeholder="Search memories"
        leftSection={<SearchIcon size={16} aria-hidden />}
        flex={1}
        miw={260}
        {...question}
      />
      <Group wrap="nowrap" flex={1} maw={380} miw={260}>
        <Select aria-label="Owner" data={[...owners]} value={kind} onChange={choose} allowDeselect={false} w={110} />
        <TextInput aria-label="Owner ID" placeholder="Filter by ID" flex={1} {...name} />
      </Group>
      {category && (
        <Pill
          size="lg"
          maw="100%"
          withRemoveButton
          onRemove={() => change({ category: null })}
          removeButtonProps={{ 'aria-label': 'All categories', 'aria-hidden': false, tabIndex: 0 }}
        >
          Category: {category}
        </Pill>
      )}
    </Group>
  );
}
