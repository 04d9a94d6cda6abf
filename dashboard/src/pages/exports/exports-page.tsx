import { Button } from '@mantine/core';
import { PlusIcon } from '../../components/icons';
import { ExportsDocument } from '../../../../client/generated/graphql';
import { exportSample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { CreateExport } from './create-export';
import { ExportTable } from './export-table';
import { exportsTexts as words } from '../../texts/exports';

/** Lists exports of memories and creates new ones. */
export function ExportsPage() {
  const { projectId } = useProject();
  const canCreate = useProjectPermission(projectId, 'EXPORT_WRITE');
  const { params, change } = useUrlFilters();
  const setCreating = (isOpen: boolean) => change({ new: isOpen ? '1' : null });
  return (
    <>
      <PageHeader title={words.exports} description={words.description}>
        {canCreate && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
            {words.newExport}
          </Button>
        )}
      </PageHeader>
      <Exports
        key={projectId}
        projectId={projectId}
        canCreate={canCreate}
        isCreating={params.has('new') && canCreate}
        close={() => setCreating(false)}
      />
    </>
  );
}

function Exports({
  projectId,
  canCreate,
  isCreating,
  close,
}: {
  projectId: string | null;
  canCreate: boolean;
  isCreating: boolean;
  close: () => void;
}) {
  const query = useListQuery(ExportsDocument, { projectId }, ({ exports }) => exports);
  return (
    <>
      <PagedList
        query={query}
        count={words.countExports}
        empty={
          <EmptyState title={words.noExportsYet} sample={exportSample(projectId)}>
            {canCreate ? words.emptyHintForWriters : words.emptyHintForReaders}
          </EmptyState>
        }
      >
        {(exports) => <ExportTable exports={exports} canDelete={canCreate} onChanged={query.again} />}
      </PagedList>
      <CreateExport opened={isCreating} projectId={projectId} onClose={close} onCreated={query.restart} />
    </>
  );
}
