import type { Failure } from '../api/failure';
import { useConnection } from '../api/connection';
import { EmptyState } from './empty-state';
import { commonTexts as words } from '../texts/common';

/**
 * Shows a loading error with the request ID and a Retry button. While the server is away, it says instead that the part
 * loads by itself later.
 */
export function ErrorState({ title, failure, retry }: { title: string; failure: Failure; retry: () => void }) {
  const { state } = useConnection();
  if (failure.isUnreachable && state !== 'live')
    return (
      <div className="note quiet" role="status">
        {words.loadsWhenBack}
      </div>
    );
  if (failure.isForbidden) return <EmptyState title={words.youDontHaveAccess}>{failure.message}</EmptyState>;
  return (
    <div className="alert" role="alert">
      <b>{title}</b>
      <p>{failure.message}</p>
      {failure.requestId && (
        <p className="meta">
          {words.request} <code>{failure.requestId}</code>
        </p>
      )}
      <button type="button" className="btn" onClick={retry}>
        {words.retry}
      </button>
    </div>
  );
}
