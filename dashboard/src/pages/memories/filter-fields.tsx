import { Group, TextInput } from '@mantine/core';
import { SearchIcon } from '../../components/icons';
import { Select } from '../../components/select';
import { useState } from 'react';
import { owners, useTyped, type ShownMemories } from './memory-filter';
import { memoriesTexts as words } from '../../texts/memories';

/** Shows the fields for search query and owner. */
export function FilterFields({ shown: { query, owner, ownerId, change } }: { shown: ShownMemories }) {
  const [unused, setUnused] = useState(owner);
  const kind = ownerId ? owner : unused;
  const search = useTyped(query, (q) => change({ q }));
  const name = useTyped(ownerId, (id) => change({ [kind]: id }));
  const choose = (next: string) => {
    setUnused(next);
    if (ownerId) change({ [owner]: null, [next]: ownerId });
  };
  return (
    <Group mb="xs">
      <TextInput
        aria-label={words.search}
        placeholder={words.searchMemories}
        leftSection={<SearchIcon size={16} />}
        flex={1}
        miw={260}
        {...search}
      />
      <Group wrap="nowrap" flex={1} maw={380} miw={260}>
        <Select aria-label={words.owner} choices={owners} value={kind} onChange={choose} />
        <TextInput aria-label={words.ownerId} placeholder={words.filterById} flex={1} {...name} />
      </Group>
    </Group>
  );
}
