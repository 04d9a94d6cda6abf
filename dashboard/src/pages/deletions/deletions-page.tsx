import { useState } from 'react';
import { PageHeader } from '../../components/page-header';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { NewDeletion } from './new-deletion';
import { Receipts } from './receipts';
import { deletionsTexts as words } from '../../texts/deletions';

/** Deletes many memories after a preview, and lists deletion receipts. */
export function DeletionsPage() {
  const { projectId } = useProject();
  const canDelete = useProjectPermission(projectId, 'MEMORY_DELETE');
  const [changes, setChanges] = useState(0);
  return (
    <>
      <PageHeader title={words.deletions} description={words.description} />
      {canDelete && (
        <NewDeletion
          key={`new ${projectId}`}
          projectId={projectId}
          onAccepted={() => setChanges((count) => count + 1)}
        />
      )}
      {projectId !== null && <Receipts key={projectId} projectId={projectId} changes={changes} />}
    </>
  );
}
