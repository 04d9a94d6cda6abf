import { Alert, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { WebhookDocument, WebhooksDocument, type WebhookPartsFragment } from '../../api/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { AddButton } from '../../components/add-button';
import { Answer } from '../../components/answer';
import { webhookSample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { ArrowLeftIcon } from '../../components/icons';
import { Moment } from '../../components/moment';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import { Sentence } from '../../components/sentence';
import { useProjectPermission } from '../../shell/permissions';
import { useProjectId } from '../../shell/project';
import { Link, useNavigate } from '../../shell/routing';
import { webhooksTexts as words } from '../../texts/webhooks';
import { CreateWebhook } from './create-webhook';
import { Deliveries } from './deliveries';
import { WebhookActions } from './webhook-actions';
import { EventTypes, WebhookState, WebhookTable } from './webhook-table';

/** Shows the webhooks of the project, or the webhook or delivery in the URL. */
export function WebhooksPage() {
  const projectId = useProjectId();
  const { '*': rest = '' } = useParams();
  const [webhookId, deliveryId] = rest.split('/');
  if (webhookId) return <WebhookDetails key={webhookId} id={webhookId} deliveryId={deliveryId || null} />;
  return <WebhookList key={projectId} projectId={projectId} />;
}

function WebhookList({ projectId }: { projectId: string }) {
  const [isCreating, setCreating] = useState(false);
  const canCreate = useProjectPermission(projectId, 'WEBHOOK_WRITE');
  const query = useListQuery(WebhooksDocument, { projectId }, ({ webhooks }) => webhooks);
  return (
    <>
      <PageHeader title={words.webhooks} description={words.description}>
        {canCreate && <AddButton label={words.newWebhook} onClick={() => setCreating(true)} />}
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

function WebhookDetails({ id, deliveryId }: { id: string; deliveryId: string | null }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [result, again] = useFreshQuery(WebhookDocument, { id });
  return (
    <div className={deliveryId === null ? undefined : 'with-drawer'}>
      <Link to="/webhooks">
        <ArrowLeftIcon size={14} /> {words.allWebhooks}
      </Link>
      <Answer result={result} isPage retry={again}>
        {({ webhook }) => (
          <>
            <PageHeader
              title={webhook.name}
              description={<span style={{ overflowWrap: 'anywhere' }}>{webhook.url}</span>}
            >
              <WebhookState webhook={webhook} />
            </PageHeader>
            <WebhookNotices webhook={webhook} />
            <EventTypes types={webhook.eventTypes} />
            {webhook.createdByUser && (
              <Text size="sm" c="dimmed" mt="xs">
                {words.createdBy(webhook.createdByUser.name)}
              </Text>
            )}
            <WebhookActions webhook={webhook} onChanged={again} />
            <Deliveries
              projectId={webhook.projectId}
              webhooks={[webhook]}
              webhookId={id}
              openId={deliveryId}
              onOpen={(next) => void navigate(`/webhooks/${id}${next === null ? '' : `/${next}`}${search}`)}
              onChanged={again}
            />
          </>
        )}
      </Answer>
    </div>
  );
}

/** Shows notices: webhook disabled (with reason), failing, or signed with two secrets. */
function WebhookNotices({
  webhook: { isActive, disabledReason, failingSince, previousSecretExpiresAt },
}: {
  webhook: WebhookPartsFragment;
}) {
  return (
    <Stack gap="xs" mb="sm">
      {disabledReason && (
        <Alert color="red" title={words.disabledTitle}>
          {disabledReason} {words.disabledHint}
        </Alert>
      )}
      {!isActive && !disabledReason && <Alert color="gray">{words.inactiveHint}</Alert>}
      {isActive && failingSince && (
        <Alert color="orange" title={words.deliveriesAreFailing}>
          <Sentence text={words.failingHint} parts={{ time: <Moment at={failingSince} /> }} />
        </Alert>
      )}
      {previousSecretExpiresAt && new Date(previousSecretExpiresAt).getTime() > Date.now() && (
        <Alert color="blue" title={words.secretRotationInProgress}>
          <Sentence text={words.rotationHint} parts={{ time: <Moment at={previousSecretExpiresAt} /> }} />
        </Alert>
      )}
    </Stack>
  );
}
