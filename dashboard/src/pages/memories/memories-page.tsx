import { Button, Drawer } from '@mantine/core';
import { PlusIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { useNavigate } from '../../shell/routing';
import { PageHeader } from '../../components/page-header';
import { useOwnsProject } from '../../shell/ownership';
import { useProject } from '../../shell/project';
import { AddMemory } from './add-memory';
import { FilterFields } from './filter-fields';
import { FoundMemories } from './found-memories';
import { MemoryDetails } from './memory-details';
import { useShownMemories } from './memory-filter';
import { MemoryList } from './memory-list';
import { SearchControls, toSearchSettings } from './search-settings';

/** Memories of the project: browse and search; for OWNERs also add, change, delete. One that is open has an address of its own. */
export function MemoriesPage() {
  const { projectId } = useProject();
  const isOwner = useOwnsProject(projectId);
  const { '*': openId } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const shown = useShownMemories();
  const [isAdding, setAdding] = useState(false);
  const [changes, setChanges] = useState(0);
  const refresh = useCallback(() => setChanges((count) => count + 1), []);
  const { query, filter } = shown;
  const [params] = useSearchParams();
  const settings = toSearchSettings(params);
  const open = (id: string) => void navigate(`/memories/${id}${search}`);
  const close = () => void navigate(`/memories${search}`);
  const key = JSON.stringify([projectId, filter, query, settings, changes]);
  return (
    <>
      <PageHeader title="Memories" description="Stored memories, newest first. Search ranks by relevance.">
        {isOwner && (
          <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => setAdding(true)}>
            Add
          </Button>
        )}
      </PageHeader>
      <FilterFields shown={shown} />
      {query && <SearchControls settings={settings} />}
      {query ? (
        <FoundMemories key={key} query={query} filter={filter} projectId={projectId} settings={settings} open={open} />
      ) : (
        <MemoryList key={key} filter={filter} projectId={projectId} isOwner={isOwner} open={open} />
      )}
      <AddMemory opened={isAdding} projectId={projectId} onClose={() => setAdding(false)} onAdded={refresh} />
      <Drawer opened={Boolean(openId)} onClose={close} position="right" size="lg" title="Memory">
        {openId && <MemoryDetails key={openId} id={openId} onChanged={refresh} onGone={close} />}
      </Drawer>
    </>
  );
}
