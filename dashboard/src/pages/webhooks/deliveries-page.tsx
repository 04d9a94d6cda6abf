import { useState } from 'react';
import { AddButton } from '../../components/add-button';
import { Navigate, useLocation, useParams } from 'react-router';
import { WebhooksDocument } from '../../api/graphql';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProjectPermission } from '../../shell/permissions';
import { useProjectId } from '../../shell/project';
import { usePageUrl } from '../../shell/routing';
import { webhooksTexts as words } from '../../texts/webhooks';
import { CreateWebhook } from './create-webhook';
import { Deliveries } from './deliveries';

/** Shows the deliveries of all webhooks of the project. The URL stores the filters and the open delivery. */
export function DeliveriesPage() {
  const projectId = useProjectId();
  const { '*': rest = '' } = useParams();
  const { search } = useLocation();
  const { params } = useUrlFilters();
  const toPage = usePageUrl();
  if (rest !== '') return <Navigate to={toPage(toCurrentPath(rest, search))} replace />;
  return (
    <div className={params.has('delivery') ? 'with-drawer' : undefined}>
      <PageHeader title={words.deliveries} description={words.deliveriesDescription} />
      <ProjectDeliveries key={projectId} projectId={projectId} />
    </div>
  );
}

/** Earlier URLs had the webhook and the delivery in their path. */
function toCurrentPath(rest: string, search: string): string {
  const [webhook = '', delivery = ''] = rest.split('/');
  const params = new URLSearchParams(search);
  params.set('webhook', webhook);
  if (delivery) params.set('delivery', delivery);
  return `/deliveries?${params.toString()}`;
}

function ProjectDeliveries({ projectId }: { projectId: string }) {
  const { params, change } = useUrlFilters();
  const [isCreating, setCreating] = useState(false);
  const canCreate = useProjectPermission(projectId, 'WEBHOOK_WRITE');
  const [result, again] = useRepeatableQuery(WebhooksDocument, { projectId, first: 100 });
  return (
    <>
      <Answer result={result} retry={again}>
        {({ webhooks: { edges } }) =>
          edges.length === 0 ? (
            <EmptyState title={words.noWebhooksYet}>
              <p>{words.description}</p>
              {canCreate && <AddButton label={words.newWebhook} mt="sm" onClick={() => setCreating(true)} />}
            </EmptyState>
          ) : (
            <Deliveries
              projectId={projectId}
              webhooks={edges.map(({ node }) => node)}
              openId={params.get('delivery')}
              onOpen={(delivery) => change({ delivery })}
              onChanged={again}
            />
          )
        }
      </Answer>
      <CreateWebhook opened={isCreating} projectId={projectId} onCreated={again} onClose={() => setCreating(false)} />
    </>
  );
}
