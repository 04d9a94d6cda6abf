import type { Failure } from '../api/failure';
import { commonTexts as words } from '../texts/common';

/** Shows a loading error with the request ID and a Retry button. */
export function ErrorState({ title, failure, retry }: { title: string; failure: Failure; retry: () => void }) {
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
