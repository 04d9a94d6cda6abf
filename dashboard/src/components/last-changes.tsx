import { isObject } from './is-object';
import { useMemo } from 'react';
import { AuditLogsDocument, type AuditLogFilter, type AuditLogsQuery } from '../api/graphql';
import { useFreshQuery } from '../api/use-fresh-query';
import { toActorName } from '../pages/audit/audit-sentence';
import { Link } from '../shell/routing';
import { commonTexts } from '../texts/common';
import { BeforeAfter } from './before-after';
import { Section } from './section';
import { Moment } from './moment';

type Entry = AuditLogsQuery['auditLogs']['edges'][number]['node'];

interface LastChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly entry: Entry;
}

interface Props {
  readonly projectId: string | null;
  /** Selects the audit log rows of the settings. */
  readonly filter: AuditLogFilter;
  /** Labels of fields. Fields without a label are hidden. */
  readonly labels: Readonly<Record<string, string>>;
  /** A new value reloads the changes. */
  readonly version: string;
}

const readEntries = 100;

/** Shows the last change of each setting: values before and after, author and time. */
export function LastChanges({ projectId, filter, labels, version }: Props) {
  const [{ data }] = useFreshQuery(
    AuditLogsDocument,
    { projectId, filter, first: readEntries },
    { context: useMemo(() => ({ version }), [version]) },
  );
  const changes = toLastChanges(data?.auditLogs.edges.map(({ node }) => node) ?? []).filter(
    ({ field }) => labels[field],
  );
  if (changes.length === 0) return null;
  return (
    <Section
      title={commonTexts.lastChanges.title}
      actions={<Link to={toAuditUrl(filter)}>{commonTexts.lastChanges.all}</Link>}
    >
      <ul className="last-changes">
        {changes.map(({ field, before, after, entry }) => (
          <li key={field}>
            <b>{labels[field]}</b>
            <span dir="auto" className="clamp">
              <BeforeAfter before={before} after={after} />
            </span>
            <span className="meta t2">
              <bdi>{toActorName(entry)}</bdi>, <Moment at={entry.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function toLastChanges(entries: readonly Entry[]): LastChange[] {
  const last = new Map<string, LastChange>();
  for (const entry of entries) {
    for (const [field, before, after] of toFields(entry.changes))
      if (!last.has(field)) last.set(field, { field, before, after, entry });
  }
  return [...last.values()];
}

// Compares settings in a block, for example `llm`, one by one.
function toFields(changes: unknown): [field: string, before: unknown, after: unknown][] {
  return Object.entries((changes ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
    const [before, after] = Array.isArray(value) ? (value as unknown[]) : [null, value];
    if (!isObject(before) && !isObject(after)) return [[name, before, after]];
    const [former, next] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
    return [...new Set([...Object.keys(former), ...Object.keys(next)])]
      .filter((key) => JSON.stringify(former[key]) !== JSON.stringify(next[key]))
      .map((key): [string, unknown, unknown] => [`${name}.${key}`, former[key], next[key]]);
  });
}

function toAuditUrl({ action, targetId }: AuditLogFilter): string {
  const params = new URLSearchParams({ range: 'all' });
  if (action) params.set('action', action);
  if (targetId) params.set('target', targetId);
  return `/audit?${params}`;
}
