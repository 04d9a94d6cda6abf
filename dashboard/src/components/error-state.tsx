import { useDocumentTitle } from '@mantine/hooks';
import { PlainButton } from './plain-button';
import type { Failure } from '../api/failure';
import { useConnection } from '../api/connection';
import { EmptyState } from './empty-state';
import { commonTexts as words } from '../texts/common';

interface Props {
  readonly title: string;
  readonly failure: Failure;
  /** Whether the page shows nothing else. */
  readonly isPage?: boolean;
  retry(): void;
}

/**
 * Shows a loading error with the request ID and a Retry button. While the server is away, it says instead that the part
 * loads by itself later.
 */
export function ErrorState({ title, failure, isPage = false, retry }: Props) {
  const { state } = useConnection();
  if (failure.isUnreachable && state !== 'live')
    return (
      <div className="note quiet" role="status">
        {words.loadsWhenBack}
      </div>
    );
  const refusal = toRefusal(failure);
  if (refusal && isPage) return <WholePage {...refusal} />;
  if (refusal) return <EmptyState title={refusal.title}>{refusal.hint}</EmptyState>;
  return (
    <div className="alert" role="alert">
      {isPage ? <h1>{title}</h1> : <b>{title}</b>}
      <p>{failure.message}</p>
      {failure.requestId && (
        <p className="meta">
          {words.request} <code>{failure.requestId}</code>
        </p>
      )}
      <PlainButton label={words.retry} onClick={retry} />
    </div>
  );
}

interface Refusal {
  readonly title: string;
  readonly hint: string;
}

/** Returns what to show for an object that is missing or that the viewer may not see. Null for other failures. */
function toRefusal({ isMissing, isForbidden, message }: Failure): Refusal | null {
  if (isMissing) return { title: words.notFound, hint: words.notFoundHint };
  return isForbidden ? { title: words.youDontHaveAccess, hint: message } : null;
}

function WholePage({ title, hint }: Refusal) {
  useDocumentTitle(`${title} · memory-gateway`);
  return (
    <EmptyState title={title} isPage>
      {hint}
    </EmptyState>
  );
}
