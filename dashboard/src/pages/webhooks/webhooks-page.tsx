import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { useNavigate } from '../../shell/routing';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { useProject } from '../../shell/project';
import { WebhookDetails } from './webhook-details';
import { WebhookList } from './webhook-list';
import { webhooksTexts as words } from '../../texts/webhooks';

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
