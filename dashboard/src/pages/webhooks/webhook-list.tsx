import { Button } from '@mantine/core';
import { PlusIcon } from '../../components/icons';
import { useState } from 'react';
import { WebhooksDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { webhookSample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { Pager, usePages } from '../../components/pager';
import { useProjectPermission } from '../../shell/permissions';
import { CreateWebhook } from './create-webhook';
import { WebhookTable } from './webhook-table';
import { webhooksTexts as words } from '../../texts/webhooks';

export function WebhookList({ projectId }: { projectId: string }) {
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const canCreate = useProjectPermission(projectId, 'WEBHOOK_WRITE');
  const [result, again] = useFreshQuery(WebhooksDocument, { projectId, ...pages.variables });
  const fromTheStart = () => {
    pages.restart();
    again();
  };
  return (
    <>
      <PageHeader title={words.webhooks} description={words.description}>
        {canCreate && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setCreating(true)}>
            {words.newWebhook}
          </Button>
        )}
      </PageHeader>
      <Answer result={result} retry={again}>
        {({ webhooks }) =>
          webhooks.edges.length === 0 ? (
            <EmptyState title={words.noWebhooksYet} sample={webhookSample(projectId)}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <>
              <WebhookTable
                webhooks={webhooks.edges.map(({ node }) => node)}
                canChange={canCreate}
                onChanged={fromTheStart}
              />
              <Pager pages={pages} info={webhooks.pageInfo} />
            </>
          )
        }
      </Answer>
      <CreateWebhook
        opened={isCreating}
        projectId={projectId}
        onCreated={fromTheStart}
        onClose={() => setCreating(false)}
      />
    </>
  );
}
