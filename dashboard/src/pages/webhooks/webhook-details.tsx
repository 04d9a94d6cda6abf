import { Anchor, Text } from '@mantine/core';
import { ArrowLeftIcon } from '../../components/icons';
import { useLocation } from 'react-router';
import { Link, useNavigate } from '../../shell/routing';
import { WebhookDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { PageHeader } from '../../components/page-header';
import { Deliveries } from './deliveries';
import { WebhookActions } from './webhook-actions';
import { WebhookNotices } from './webhook-notices';
import { EventTypes, WebhookState } from './webhook-table';
import { webhooksTexts as words } from '../../texts/webhooks';

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
