import { Anchor, Text, Alert, Stack } from '@mantine/core';
import { ArrowLeftIcon } from '../../components/icons';
import { useLocation } from 'react-router';
import { Link, useNavigate } from '../../shell/routing';
import { WebhookDocument, type WebhookPartsFragment } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { PageHeader } from '../../components/page-header';
import { Deliveries } from './deliveries';
import { WebhookActions } from './webhook-actions';
import { EventTypes, WebhookState } from './webhook-table';
import { webhooksTexts as words } from '../../texts/webhooks';
import { Sentence } from '../../components/sentence';
import { Moment } from '../../components/moment';

/** Shows a webhook with its actions and deliveries. */
export function WebhookDetails({ id, deliveryId }: { id: string; deliveryId: string | null }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [result, again] = useFreshQuery(WebhookDocument, { id });
  return (
    <>
      <Anchor component={Link} to="/webhooks" size="sm">
        <ArrowLeftIcon size={14} /> {words.allWebhooks}
      </Anchor>
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
    </>
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
