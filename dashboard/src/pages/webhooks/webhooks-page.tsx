import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { useNavigate } from '../../shell/routing';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { useProject } from '../../shell/project';
import { WebhookDetails } from './webhook-details';
import { webhooksTexts as words } from '../../texts/webhooks';
import { Button } from '@mantine/core';
import { PlusIcon } from '../../components/icons';
import { WebhooksDocument } from '../../../../client/generated/graphql';
import { webhookSample } from '../../components/curl-samples';
import { PagedList, useListQuery } from '../../components/paged-list';
import { useProjectPermission } from '../../shell/permissions';
import { CreateWebhook } from './create-webhook';
import { WebhookTable } from './webhook-table';

/** Shows the webhooks of the project, or the webhook or delivery in the URL. */
export function WebhooksPage() {
  const { projectId } = useProject();
  const { '*': rest = '' } = useParams();
  const [webhookId, deliveryId] = rest.split('/');
  useHomeward(projectId);
  if (webhookId) return <WebhookDetails key={webhookId} id={webhookId} deliveryId={deliveryId || null} />;
  if (projectId) return <WebhookList key={projectId} projectId={projectId} />;
  return (
    <>
      <PageHeader title={words.webhooks} />
      <EmptyState title={words.noProjectYet}>{words.noProjectHint}</EmptyState>
    </>
  );
}

// Closes the details of a webhook when the project changes.
function useHomeward(projectId: string | null): void {
  const navigate = useNavigate();
  const former = useRef(projectId);
  useEffect(() => {
    if (former.current === projectId) return;
    former.current = projectId;
    void navigate('/webhooks');
  }, [projectId, navigate]);
}

function WebhookList({ projectId }: { projectId: string }) {
  const [isCreating, setCreating] = useState(false);
  const canCreate = useProjectPermission(projectId, 'WEBHOOK_WRITE');
  const query = useListQuery(WebhooksDocument, { projectId }, ({ webhooks }) => webhooks);
  return (
    <>
      <PageHeader title={words.webhooks} description={words.description}>
        {canCreate && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
            {words.newWebhook}
          </Button>
        )}
      </PageHeader>
      <PagedList
        query={query}
        empty={
          <EmptyState title={words.noWebhooksYet} sample={webhookSample(projectId)}>
            {words.emptyHint}
          </EmptyState>
        }
      >
        {(webhooks) => <WebhookTable webhooks={webhooks} canChange={canCreate} onChanged={query.restart} />}
      </PagedList>
      <CreateWebhook
        opened={isCreating}
        projectId={projectId}
        onCreated={query.restart}
        onClose={() => setCreating(false)}
      />
    </>
  );
}
