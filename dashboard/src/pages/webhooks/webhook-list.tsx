import { Button } from '@mantine/core';
import { PlusIcon } from '../../components/icons';
import { useState } from 'react';
import { WebhooksDocument } from '../../../../client/generated/graphql';
import { webhookSample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import { useProjectPermission } from '../../shell/permissions';
import { CreateWebhook } from './create-webhook';
import { WebhookTable } from './webhook-table';
import { webhooksTexts as words } from '../../texts/webhooks';

export function WebhookList({ projectId }: { projectId: string }) {
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
