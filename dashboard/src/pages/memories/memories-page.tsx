import { Button } from '@mantine/core';
import { PlusIcon } from '../../components/icons';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import { PageHeader } from '../../components/page-header';
import { SavedViews } from '../../components/saved-views';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { useNavigate } from '../../shell/routing';
import { MemoryPage } from '../memory/memory-page';
import { AddMemory } from './add-memory';
import { FilterFields } from './filter-fields';
import { useShownMemories } from './memory-filter';
import { MemoryList } from './memory-list';
import { Search } from './search';
import { memoriesTexts as words } from '../../texts/memories';

/** Shows the memories of the project, or the one in the URL. */
export function MemoriesPage() {
  const { '*': id } = useParams();
  return id ? <MemoryPage key={id} id={id} /> : <AllMemories />;
}

/** Lists and searches memories. OWNERs can add memories. */
function AllMemories() {
  const { projectId } = useProject();
  const canWrite = useProjectPermission(projectId, 'MEMORY_WRITE');
  const navigate = useNavigate();
  const shown = useShownMemories();
  const { params, change } = useUrlFilters();
  const isAdding = params.has('add');
  const setAdding = (isOpen: boolean) => change({ add: isOpen ? '1' : null });
  const [changes, setChanges] = useState(0);
  const refresh = useCallback(() => setChanges((count) => count + 1), []);
  const { query, filter, states } = shown;
  const open = (id: string) => void navigate(`/memories/${id}`);
  return (
    <>
      <PageHeader title={words.title} description={words.description}>
        <SavedViews page="memories" except={['add']} />
        {canWrite && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setAdding(true)}>
            {words.addAction}
          </Button>
        )}
      </PageHeader>
      <FilterFields shown={shown} />
      {query ? (
        <Search
          key={changes}
          query={query}
          filter={filter}
          states={states}
          projectId={projectId}
          canWrite={canWrite}
          open={open}
        />
      ) : (
        <MemoryList filter={filter} states={states} projectId={projectId} canWrite={canWrite} changes={changes} />
      )}
      <AddMemory
        opened={isAdding && canWrite}
        projectId={projectId}
        onClose={() => setAdding(false)}
        onAdded={refresh}
      />
    </>
  );
}
