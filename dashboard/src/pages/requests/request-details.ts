import { useEffect } from 'react';
import { RequestLogDocument, type RequestLogQuery } from '../../api/graphql';
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

/** Characters of each body that the server stores. */
const storedMax = 16_384;

/** What a credential is replaced with before a body is stored. */
const redactedMarks = ['[redacted]', '[secret removed]'];

/** Whether the end of a stored body is missing. */
export const isCut = (body: StoredBody, part: 'request' | 'response'): boolean =>
  body.isCut && (body[part]?.length ?? 0) >= storedMax;

/** Whether the stored request can be sent again as it was: it is whole, and no credential was removed from it. */
export const isRepeatable = (body: StoredBody): boolean => !isCut(body, 'request') && !isRedacted(body);

/** Whether a credential was removed from the stored request. */
export const isRedacted = ({ url, request }: StoredBody): boolean =>
  redactedMarks.some((mark) => url.includes(mark) || request?.includes(mark));
