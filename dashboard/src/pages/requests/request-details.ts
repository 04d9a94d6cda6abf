import { useEffect } from 'react';
import { RequestLogDocument, type RequestLogQuery } from '../../../../client/generated/graphql';
import { useRepeatableQuery } from '../../api/use-fresh-query';
import type { LoggedRequest } from './logged-request';

export type RequestDetails = NonNullable<RequestLogQuery['requestLog']>;
export type StoredBody = NonNullable<RequestDetails['body']>;

/** Bodies are stored in batches, a moment after the response. */
const batchMs = 1_000;

/** Loads what only an open request shows. Null until it is loaded. */
export function useRequestDetails({ id, createdAt }: LoggedRequest): RequestDetails | null {
  const [{ data }, read] = useRepeatableQuery(RequestLogDocument, { id });
  const details = data?.requestLog?.id === id ? data.requestLog : null;
  const mayFollow =
    details?.project?.storesRequestBodies && !details.body && Date.now() - Date.parse(createdAt) < 60_000;
  useEffect(() => {
    if (!mayFollow) return;
    const timer = window.setTimeout(read, batchMs);
    return () => window.clearTimeout(timer);
  }, [id, mayFollow, read]);
  return details;
}
