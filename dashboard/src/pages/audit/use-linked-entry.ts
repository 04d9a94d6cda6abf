import { useMemo } from 'react';
import { useQuery } from 'urql';
import { AuditLogsDocument } from '../../../../client/generated/graphql';
import type { AuditEntry } from './audit-filter';

const marginMs = 100;

/** Loads the entry of a link that is not among the loaded rows. @param id null: nothing to load */
export function useLinkedEntry(id: string | null): AuditEntry | undefined {
  const filter = useMemo(() => (id === null ? null : toFilterAround(id)), [id]);
  const [{ data }] = useQuery({
    query: AuditLogsDocument,
    variables: { filter, first: 100 },
    pause: filter === null,
  });
  return filter === null ? undefined : data?.auditLogs.edges.find(({ node }) => node.id === id)?.node;
}

// The id is a UUIDv7: it starts with the milliseconds at which the entry was written.
function toFilterAround(id: string): { since: string; until: string } | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id)) return null;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { since: new Date(at - marginMs).toISOString(), until: new Date(at + marginMs).toISOString() };
}
