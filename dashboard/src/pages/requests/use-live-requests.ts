import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, type Client } from 'urql';
import { RequestLogsDocument, WatchRequestLogsDocument, type RequestLogFilter } from '../../api/graphql';
import { useConnection } from '../../api/connection';
import { toFailure, type Failure } from '../../api/failure';
import type { LoggedRequest } from './logged-request';

const pageSize = 100;
const mostRows = 5_000;

interface Log {
  readonly rows: readonly LoggedRequest[];
  readonly waiting: number;
  readonly dropped: number;
  readonly isLoading: boolean;
  readonly failure: Failure | null;
  /** Why older rows were not read. */
  readonly olderFailure: Failure | null;
  readonly streamFailure: Failure | null;
}

const nothing: Log = {
  rows: [],
  waiting: 0,
  dropped: 0,
  isLoading: true,
  failure: null,
  olderFailure: null,
  streamFailure: null,
};

interface OlderPage {
  readonly after: string | null;
  /** Whether it is being read, or could not be read. */
  readonly isBusy: boolean;
}

interface Wanted {
  readonly projectId: string | null;
  readonly filter: RequestLogFilter;
  readonly isPaused: boolean;
}

/**
 * Loads the newest requests. If none matches, `newest` is the cursor of the newest request of any kind before them:
 * live updates that begin after it miss no request that was logged meanwhile.
 */
async function loadFirst(client: Client, { projectId, filter }: Omit<Wanted, 'isPaused'>) {
  const load = (variables: { filter: RequestLogFilter; first: number }) =>
    client.query(RequestLogsDocument, { projectId, ...variables }, { requestPolicy: 'network-only' });
  const first = await load({ filter, first: pageSize });
  if (!first.data || first.data.requestLogs.edges.length > 0) return { ...first, newest: null };
  const any = await load({ filter: {}, first: 1 });
  return { ...(await load({ filter, first: pageSize })), newest: any.data?.requestLogs.edges[0]?.cursor ?? null };
}

/**
 * Loads the newest requests, live ones once per animation frame, and older ones on `loadOlder`. A filter with an end
 * time disables live updates.
 */
export function useLiveRequests({ projectId, filter, isPaused }: Wanted) {
  const client = useClient();
  const [log, setLog] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const older = useRef<OlderPage>({ after: null, isBusy: false });
  const paused = useRef(isPaused);
  const flush = useRef(() => {});
  paused.current = isPaused;
  useEffect(() => {
    let isOver = false;
    let frame = 0;
    let stop = () => {};
    const buffer: LoggedRequest[] = [];
    flush.current = () => {
      frame = 0;
      if (isOver) return;
      if (paused.current) return setLog((former) => ({ ...former, waiting: buffer.length }));
      const fresh = buffer.splice(0).reverse();
      setLog((former) => ({ ...former, waiting: 0, rows: [...fresh, ...former.rows].slice(0, mostRows) }));
    };
    const begin = async () => {
      const { data, error, newest } = await loadFirst(client, { projectId, filter });
      if (isOver) return;
      if (!data) return setLog({ ...nothing, isLoading: false, failure: error ? toFailure(error) : null });
      const { edges, pageInfo } = data.requestLogs;
      older.current = { after: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null, isBusy: false };
      setLog({ ...nothing, isLoading: false, rows: edges.map(({ node }) => node) });
      if (filter.until) return;
      const live = { projectId, filter, after: edges[0]?.cursor ?? newest };
      stop = client.subscription(WatchRequestLogsDocument, live).subscribe((result) => {
        if (result.error) setLog((former) => ({ ...former, streamFailure: toFailure(result.error!) }));
        const entry = result.data?.requestLogs;
        if (entry?.__typename === 'RequestLogsDropped')
          setLog((former) => ({ ...former, dropped: former.dropped + (entry.droppedCount ?? 0) }));
        if (entry?.__typename !== 'RequestLogged') return;
        buffer.push(entry.requestLog);
        if (buffer.length > mostRows) buffer.shift();
        frame ||= window.requestAnimationFrame(() => flush.current());
      }).unsubscribe;
    };
    older.current = { after: null, isBusy: false };
    setLog(nothing);
    void begin();
    return () => {
      isOver = true;
      window.cancelAnimationFrame(frame);
      stop();
    };
  }, [client, projectId, JSON.stringify(filter), attempt]);
  useEffect(() => flush.current(), [isPaused]);
  const readOlder = useCallback(
    async (after: string) => {
      const page = { after, isBusy: true };
      older.current = page;
      setLog((former) => ({ ...former, olderFailure: null }));
      const { data, error } = await client.query(RequestLogsDocument, { projectId, filter, first: pageSize, after });
      // Another log was started in the meantime.
      if (older.current !== page) return;
      if (!data) return setLog((former) => ({ ...former, olderFailure: error ? toFailure(error) : null }));
      const { edges, pageInfo } = data.requestLogs;
      older.current = { after: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null, isBusy: false };
      setLog((former) => ({ ...former, rows: [...former.rows, ...edges.map(({ node }) => node)] }));
    },
    [client, projectId, JSON.stringify(filter)],
  );
  const { recoveries } = useConnection();
  const isUnreachable = log.failure?.isUnreachable ?? false;
  const retryOlder = () => void (older.current.after && readOlder(older.current.after));
  // A stream resumes by itself. Only what was not loaded is read again.
  useEffect(() => {
    if (isUnreachable) setAttempt((count) => count + 1);
    else if (log.olderFailure?.isUnreachable) retryOlder();
  }, [recoveries]);
  return {
    ...log,
    loadOlder: () => older.current.isBusy || retryOlder(),
    retryOlder,
    retry: () => setAttempt((count) => count + 1),
  };
}
