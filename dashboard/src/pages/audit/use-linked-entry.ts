import { useMemo } from 'react';
import { useQuery } from 'urql';
import { AuditLogsDocument, type AuditLogsQuery } from '../../api/graphql';
import type { AuditEntry } from './audit-filter';

const marginMs = 100;

interface LinkedEntry {
  readonly entry: AuditEntry | undefined;
  /** Whether there is none with this ID. */
  readonly isMissing: boolean;
}

/** Loads the entry of a link that is not among the loaded rows. @param id null: nothing to load. @param projectId null: of any project */
export function useLinkedEntry(id: string | null, projectId: string | null): LinkedEntry {
  const filter = useMemo(() => (id === null ? null : toFilterAround(id)), [id]);
  const [near] = useQuery({
    query: AuditLogsDocument,
    variables: { projectId, filter, first: 100 },
    pause: filter === null,
  });
  const found = findEntry(near.data, id);
  // After the server's clock was set back, ids are ahead of the times of their entries.
  const isFar = near.data !== undefined && found === undefined;
  const [newest] = useQuery({
    query: AuditLogsDocument,
    variables: { projectId, first: 100 },
    pause: filter === null || !isFar,
  });
  if (filter === null) return { entry: undefined, isMissing: id !== null };
  const entry = found ?? findEntry(newest.data, id);
  return { entry, isMissing: isFar && !near.fetching && newest.data !== undefined && !newest.fetching && !entry };
}

function findEntry(data: AuditLogsQuery | undefined, id: string | null): AuditEntry | undefined {
  return data?.auditLogs.edges.find(({ node }) => node.id === id)?.node;
}

// The id is a UUIDv7: it starts with the milliseconds at which the entry was written.
function toFilterAround(id: string): { since: string; until: string } | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id)) return null;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { since: new Date(at - marginMs).toISOString(), until: new Date(at + marginMs).toISOString() };
}
