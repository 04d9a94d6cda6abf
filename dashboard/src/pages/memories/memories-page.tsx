import { Button, Drawer, Group, Pill, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { MemoryFilter } from '../../../../client/generated/graphql';
import { PageHeader } from '../../components/page-header';
import { useProject } from '../../shell/project';
import { AddMemory } from './add-memory';
import { FoundMemories } from './found-memories';
import { MemoryDetails } from './memory-details';
import { MemoryList } from './memory-list';

const owners = [
  { value: 'userId', label: 'User' },
  { value: 'agentId', label: 'Agent' },
  { value: 'appId', label: 'App' },
  { value: 'runId', label: 'Run' },
] as const;

/** Memories of the project: browse, search, add, change, delete. One that is open has an address of its own. */
export function MemoriesPage() {
  const { projectId } = useProject();
  const { '*': openId } = useParams();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), 400);
  const [params] = useSearchParams();
  const linked = owners.find(({ value }) => params.get(value) !== null)?.value;
  const [owner, setOwner] = useState<string>(linked ?? 'userId');
  const [name, setName] = useState((linked && params.get(linked)) ?? '');
  const [ownerId] = useDebouncedValue(name.trim(), 400);
  const [changes, setChanges] = useState(0);
  const category = params.get('category');
  const search = category === null ? '' : `?category=${encodeURIComponent(category)}`;
  const filter: MemoryFilter | null = ownerId || category ? { ...(ownerId && { [owner]: { eq: ownerId } }), ...(category && { categories: { in: [category] } }) } : null;
  const open = (id: string) => void navigate(`/dashboard/memories/${id}${search}`);
  const close = () => void navigate(`/dashboard/memories${search}`);
  const key = JSON.stringify([projectId, filter, query, changes]);
  return (
    <>
      <PageHeader title="Memories" description="What applications have kept, newest first, or best first for a question.">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          Add
        </Button>
      </PageHeader>
      <Group mb="md">
        <TextInput aria-label="Search" placeholder="Search by meaning and words" leftSection={<IconSearch size={16} aria-hidden />} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} flex={1} miw={220} />
        <Select aria-label="Owner" data={[...owners]} value={owner} onChange={(value) => setOwner(value ?? 'userId')} allowDeselect={false} w={110} />
        <TextInput aria-label="Id of the owner" placeholder="Any id" value={name} onChange={(event) => setName(event.currentTarget.value)} w={200} />
        {category && (
          <Pill size="lg" withRemoveButton onRemove={() => void navigate('/dashboard/memories')} removeButtonProps={{ 'aria-label': 'All categories', 'aria-hidden': false, tabIndex: 0 }}>
            Category: {category}
          </Pill>
        )}
      </Group>
      {query ? <FoundMemories key={key} {...{ query, filter, projectId, open }} /> : <MemoryList key={key} {...{ filter, projectId, open }} />}
      <AddMemory opened={isAdding} projectId={projectId} onClose={() => setAdding(false)} onAdded={() => setChanges((count) => count + 1)} />
      <Drawer opened={Boolean(openId)} onClose={close} position="right" size="lg" title="Memory">
        {openId && <MemoryDetails key={openId} id={openId} onChanged={() => setChanges((count) => count + 1)} onGone={close} />}
      </Drawer>
    </>
  );
}
