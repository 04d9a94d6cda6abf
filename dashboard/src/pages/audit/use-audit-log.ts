import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { AuditLogsDocument, type AuditLogFilter } from '../../../../client/generated/graphql';
import { useConnection } from '../../api/connection';
import { toFailure, type Failure } from '../../api/failure';
import type { AuditEntry } from './audit-filter';

const pageSize = 50;
const newestEveryMs = 2_000;

interface Log {
  readonly rows: readonly AuditEntry[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly failure: Failure | null;
}

const nothing: Log = { rows: [], hasMore: false, isLoading: true, failure: null };

/** Loads the newest changes, new ones every two seconds while the page is visible, and older ones on `loadOlder`. */
export function useAuditLog({ projectId, filter }: { projectId: string | null; filter: AuditLogFilter }) {
  const client = useClient();
  const [log, setLog] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const { recoveries } = useConnection();
  const isUnreachable = log.failure?.isUnreachable ?? false;
  useEffect(() => {
    if (isUnreachable) setAttempt((count) => count + 1);
  }, [recoveries]);
  const older = useRef<{ after: string | null; isBusy: boolean }>({ after: null, isBusy: false });
  const read = useCallback(
    (page: { first?: number; last?: number; after?: string; before?: string }) =>
      client.query(AuditLogsDocument, { projectId, filter, ...page }, { requestPolicy: 'network-only' }).toPromise(),
    [client, projectId, filter],
  );
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    setLog(nothing);
    // Rows are sealed one second after they are written, so rows without a sequence number are read again.
    const readNewest = async () => {
      if (document.visibilityState === 'visible') {
        const { data } = await read({ first: pageSize });
        if (data && !isOver) {
          const fresh = data.auditLogs.edges.map(({ node }) => node);
          const known = new Set(fresh.map(({ id }) => id));
          setLog((former) => ({ ...former, rows: [...fresh, ...former.rows.filter(({ id }) => !known.has(id))] }));
        }
      }
      if (!isOver) timer = window.setTimeout(() => void readNewest(), newestEveryMs);
    };
    const begin = async () => {
      const { data, error } = await read({ first: pageSize });
      if (isOver) return;
      if (!data) return setLog({ ...nothing, isLoading: false, failure: error ? toFailure(error) : null });
      const { edges, pageInfo } = data.auditLogs;
      older.current = { after: pageInfo.hasNextPage ? pageInfo.endCursor : null, isBusy: false };
      setLog({ rows: edges.map(({ node }) => node), hasMore: pageInfo.hasNextPage, isLoading: false, failure: null });
      timer = window.setTimeout(() => void readNewest(), newestEveryMs);
    };
    void begin();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [read, attempt]);
  const loadOlder = useCallback(async () => {
    const { after, isBusy } = older.current;
    if (after === null || isBusy) return;
    older.current.isBusy = true;
    const { data } = await read({ first: pageSize, after });
    if (!data) {
      older.current.isBusy = false;
      return;
    }
    const { edges, pageInfo } = data.auditLogs;
    older.current = { after: pageInfo.hasNextPage ? pageInfo.endCursor : null, isBusy: false };
    setLog((former) => {
      const known = new Set(former.rows.map(({ id }) => id));
      const added = edges.map(({ node }) => node).filter(({ id }) => !known.has(id));
      return { ...former, hasMore: pageInfo.hasNextPage, rows: [...former.rows, ...added] };
    });
  }, [read]);
  return { ...log, loadOlder, retry: () => setAttempt((count) => count + 1) };
}
