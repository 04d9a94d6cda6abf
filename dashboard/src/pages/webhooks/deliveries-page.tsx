import { useParams } from 'react-router';
import { useQuery } from 'urql';
import { WebhooksDocument, type WebhookPartsFragment } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { Select } from '../../components/select';
import { useProject } from '../../shell/project';
import { Link, useNavigate } from '../../shell/routing';
import { webhooksTexts as words } from '../../texts/webhooks';
import { Deliveries } from './deliveries';

/** Shows the deliveries of a webhook of the project: the one in the URL, else one that fails, else the first. */
export function DeliveriesPage() {
  const { projectId } = useProject();
  const { '*': rest = '' } = useParams();
  const [webhookId, deliveryId] = rest.split('/');
  return (
    <>
      <PageHeader title={words.deliveries} description={words.deliveriesDescription} />
      {projectId ? (
        <WebhookDeliveries
          key={projectId}
          projectId={projectId}
          webhookId={webhookId || null}
          deliveryId={deliveryId || null}
        />
      ) : (
        <EmptyState title={words.noProjectYet}>{words.noProjectHint}</EmptyState>
      )}
    </>
  );
}

interface Props {
  readonly projectId: string;
  readonly webhookId: string | null;
  readonly deliveryId: string | null;
}

function WebhookDeliveries({ projectId, webhookId, deliveryId }: Props) {
  const [result, read] = useQuery({
    query: WebhooksDocument,
    variables: { projectId, first: 100 },
    requestPolicy: 'cache-and-network',
  });
  const again = () => read({ requestPolicy: 'network-only' });
  return (
    <Answer result={result} retry={again}>
      {({ webhooks }) => {
        const all = webhooks.edges.map(({ node }) => node);
        const webhook =
          all.find(({ id }) => id === webhookId) ?? all.find(({ failingSince }) => failingSince) ?? all[0];
        if (!webhook)
          return (
            <EmptyState title={words.noWebhooksYet}>
              <Link to="/webhooks">{words.description}</Link>
            </EmptyState>
          );
        return (
          <Deliveries
            key={webhook.id}
            webhook={webhook}
            choice={<WebhookChoice webhooks={all} chosen={webhook.id} />}
            openId={deliveryId}
            path={`/deliveries/${webhook.id}`}
            onChanged={again}
          />
        );
      }}
    </Answer>
  );
}

function WebhookChoice({ webhooks, chosen }: { webhooks: readonly WebhookPartsFragment[]; chosen: string }) {
  const navigate = useNavigate();
  return (
    <Select
      aria-label={words.webhook}
      className="webhook-choice"
      choices={webhooks.map(({ id, name, url }) => ({ value: id, label: `${name}, ${url}` }))}
      value={chosen}
      onChange={(next) => void navigate(`/deliveries/${next}`)}
    />
  );
}
