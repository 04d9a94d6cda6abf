import { useEffect, useRef } from 'react';
import { useClient } from 'urql';
import { AuditLogsDocument, type AuditLogFilter } from '../../api/graphql';
import { firstPageSize, useScrolledList } from '../../components/use-scrolled-list';

const newestEveryMs = 2_000;

interface Wanted {
  readonly projectId: string | null;
  readonly filter: AuditLogFilter;
}

/** Loads the newest changes, new ones every two seconds while the page is visible, and older ones on `loadMore`. */
export function useAuditLog(wanted: Wanted) {
  const client = useClient();
  const list = useScrolledList(AuditLogsDocument, wanted, ({ auditLogs }) => auditLogs);
  const { change, reload } = list;
  const isPaused = list.isLoading || list.failure !== null;
  const newest = useRef<string | undefined>(undefined);
  newest.current = list.rows[0]?.id;
  useEffect(() => {
    if (isPaused) return;
    let isOver = false;
    let timer = 0;
    // Rows are sealed one second after they are written, so rows without a sequence number are read again.
    const readNewest = async () => {
      if (document.visibilityState === 'visible') {
        const page = { ...wanted, first: firstPageSize };
        const { data } = await client.query(AuditLogsDocument, page, { requestPolicy: 'network-only' });
        if (isOver) return;
        const fresh = data?.auditLogs.edges.map(({ node }) => node) ?? [];
        const known = new Set(fresh.map(({ id }) => id));
        // A tab that was hidden for long has missed more than a page.
        if (newest.current !== undefined && fresh.length > 0 && !known.has(newest.current)) return reload();
        change((rows) => [...fresh, ...rows.filter(({ id }) => !known.has(id))]);
      }
      timer = window.setTimeout(() => void readNewest(), newestEveryMs);
    };
    timer = window.setTimeout(() => void readNewest(), newestEveryMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [client, change, reload, isPaused, JSON.stringify(wanted)]);
  return list;
}
