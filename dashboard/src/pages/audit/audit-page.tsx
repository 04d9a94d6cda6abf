import { useMemo } from 'react';
import { EmptyState } from '../../components/empty-state';
import { ErrorState } from '../../components/error-state';
import { FilterBar } from '../../components/filter-bar';
import { PageHeader } from '../../components/page-header';
import { SavedViews } from '../../components/saved-views';
import { Select } from '../../components/select';
import { Skeleton } from '../../components/skeleton';
import { useUrlFilters } from '../../components/use-url-filters';
import { useViewer } from '../../session/session';
import { useProject } from '../../shell/project';
import { auditTexts } from '../../texts/audit';
import { AuditDrawer } from './audit-drawer';
import { auditFields, auditRanges, toAuditFilter, toAuditRange } from './audit-filter';
import { AuditTable } from './audit-table';
import { ChainState } from './chain-state';
import { ExportMenu } from './export-menu';
import { useAuditLog } from './use-audit-log';
import { useLinkedEntry } from './use-linked-entry';

/** Shows the audit log, newest first, with live updates. The URL stores filters and the open row. */
export function AuditPage() {
  const { params, change } = useUrlFilters();
  const { projectId: current } = useProject();
  const { isAdmin } = useViewer();
  // Only admins may see the entries of all organizations.
  const projectId = isAdmin && params.get('scope') !== 'project' ? null : current;
  const key = params.toString().replace(/(^|&)entry=[^&]*/, '');
  const filter = useMemo(() => toAuditFilter(params), [key]);
  const log = useAuditLog({ projectId, filter });
  const openId = params.get('entry');
  const listed = log.rows.find(({ id }) => id === openId);
  const linked = useLinkedEntry(listed || log.isLoading ? null : openId, isAdmin ? null : current);
  const opened = listed ?? linked;
  const shown = auditTexts.shown(log.rows.length, log.hasMore);
  const move = (step: 1 | -1) => {
    const next = log.rows[log.rows.findIndex(({ id }) => id === openId) + step];
    if (next) change({ entry: next.id });
  };
  return (
    <div className={opened ? 'with-drawer' : undefined}>
      <PageHeader title={auditTexts.title} badge={<ChainState />}>
        <SavedViews page="audit" except={['entry']} />
        <ExportMenu />
      </PageHeader>
      <FilterBar
        fields={auditFields}
        // The chain beside it is that of one organization.
        end={<span className="meta t3">{projectId ? shown : auditTexts.fromAll(shown)}</span>}
      >
        <Select
          aria-label={auditTexts.range}
          choices={auditRanges}
          value={toAuditRange(params)}
          onChange={(range) => change({ range })}
        />
      </FilterBar>
      {log.failure && <ErrorState title={auditTexts.failed} failure={log.failure} retry={log.reload} />}
      {log.isLoading && log.rows.length === 0 && <Skeleton rows={12} />}
      {!log.isLoading && !log.failure && log.rows.length === 0 && <EmptyState title={auditTexts.empty} />}
      {log.rows.length > 0 && (
        <AuditTable
          rows={log.rows}
          selected={openId}
          onOpen={({ id }) => change({ entry: id })}
          onEnd={() => void log.loadMore()}
        />
      )}
      {opened && <AuditDrawer entry={opened} onClose={() => change({ entry: null })} onMove={move} />}
    </div>
  );
}
