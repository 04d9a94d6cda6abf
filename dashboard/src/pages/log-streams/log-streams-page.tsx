import { Button } from '@mantine/core';
import { PlusIcon } from '../../components/icons';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { LogStreamsDocument, ProjectDocument } from '../../../../client/generated/graphql';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { Segments } from '../../components/segments';
import { PagedList, useListQuery } from '../../components/paged-list';
import { useOrganizationPermission, useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { CreateLogStream } from './create-log-stream';
import { LogStreamTable } from './log-stream-table';
import { logStreamsTexts as words } from '../../texts/log-streams';

/** How often the page reads lag and state again. */
const refreshMs = 10_000;

/** Log streams of the project, or of its organization for OWNERs of the organization. */
export function LogStreamsPage() {
  const { projectId } = useProject();
  const [{ data }] = useQuery({
    query: ProjectDocument,
    variables: { id: projectId ?? '' },
    pause: !projectId,
    requestPolicy: 'cache-first',
  });
  const organizationId = data?.project?.organization.id ?? null;
  const readsOrganization = useOrganizationPermission(organizationId, 'ORGANIZATION_LOG_STREAM_READ');
  const writesProject = useProjectPermission(projectId, 'LOG_STREAM_WRITE');
  const [scope, setScope] = useState('project');
  if (!projectId)
    return (
      <>
        <PageHeader title={words.logStreams} />
        <EmptyState title={words.noProjectYet}>{words.createAProjectFirst}</EmptyState>
      </>
    );
  const place = scope === 'organization' && organizationId ? { organizationId } : { projectId };
  return (
    <LogStreams key={`${projectId} ${scope}`} place={place} canWrite={scope === 'organization' || writesProject}>
      {readsOrganization && (
        <Segments
          label={words.scope}
          value={scope}
          onChange={setScope}
          choices={[
            { value: 'project', label: words.project },
            { value: 'organization', label: words.organization },
          ]}
        />
      )}
    </LogStreams>
  );
}

interface Props {
  readonly place: { readonly projectId: string } | { readonly organizationId: string };
  /** Whether the viewer may create streams here. Streams are visible to OWNERs only. */
  readonly canWrite: boolean;
  readonly children: React.ReactNode;
}

function LogStreams({ place, canWrite, children }: Props) {
  const [isCreating, setCreating] = useState(false);
  const query = useListQuery(LogStreamsDocument, { ...place }, ({ logStreams }) => logStreams);
  const { again } = query;
  useEffect(() => {
    const timer = window.setInterval(again, refreshMs);
    return () => window.clearInterval(timer);
  }, [again]);
  return (
    <>
      <PageHeader title={words.logStreams} description={words.pageDescription}>
        {children}
        {canWrite && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
            {words.newLogStream}
          </Button>
        )}
      </PageHeader>
      <PagedList query={query} empty={<EmptyState title={words.noLogStreamsYet}>{words.emptyHint}</EmptyState>}>
        {(streams) => <LogStreamTable streams={streams} onChanged={again} />}
      </PagedList>
      <CreateLogStream opened={isCreating} place={place} onCreated={again} onClose={() => setCreating(false)} />
    </>
  );
}
