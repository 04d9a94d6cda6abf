import type { ReactNode } from 'react';
import { Facts } from '../../components/facts';
import { CopyableId } from '../../components/copy';
import { Link } from '../../shell/routing';
import { requestsTexts as words } from '../../texts/requests';
import { toAuthLabel, type LoggedRequest } from './logged-request';
import { useRequestDetails, type RequestDetails } from './request-details';

/** Shows what the log stores about a request, with links to its key, user, memories, events and trace. */
export function RequestFacts({ request }: { request: LoggedRequest }) {
  const details = useRequestDetails(request);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [words.path, <code key="path">{request.path}</code>],
    [words.credential, toAuthLabel(request)],
    [words.key, request.keyPrefix && <Key prefix={request.keyPrefix} label={details?.keyLabel} />],
    [words.user, request.userId && <User id={request.userId} email={details?.user?.email} />],
    [words.client, request.client],
    [words.project, details?.project?.name ?? (request.projectId && <code>{request.projectId}</code>)],
    [words.memories, <Links key="memories" page="memories" ids={details?.memoryIds} />],
    [words.events, <Links key="events" page="events" ids={details?.eventIds} />],
    [words.requestId, <CopyableId key="id" id={request.requestId} what={words.copiedRequestId} />],
    [words.trace, details?.traceId && <Trace details={details} />],
  ];
  const none = (
    <span key="none" className="t3">
      {words.none}
    </span>
  );
  return <Facts rows={rows.map(([label, value]) => [label, value || none])} />;
}

const Key = ({ prefix, label }: { prefix: string; label: string | null | undefined }) => (
  <Link to={`/requests?key=${encodeURIComponent(prefix)}`}>
    {label ? <bdi>{words.keyWithPrefix(label, prefix)}</bdi> : `${prefix}…`}
  </Link>
);

const User = ({ id, email }: { id: string; email: string | undefined }) => (
  <Link to={`/requests?user=${id}`}>{email ?? id}</Link>
);

function Links({ page, ids = [] }: { page: 'memories' | 'events'; ids: readonly string[] | undefined }) {
  if (ids.length === 0) return <span className="t3">{words.none}</span>;
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {ids.map((id) => (
        <li key={id}>
          <Link className="mono" to={`/${page}/${id}`}>
            {id}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Trace({ details: { traceId, traceUrl } }: { details: RequestDetails }) {
  return (
    <>
      {traceId && <CopyableId id={traceId} what={words.copiedTraceId} />}{' '}
      {traceUrl && (
        <a href={traceUrl} target="_blank" rel="noreferrer">
          {words.openTrace}
        </a>
      )}
    </>
  );
}
