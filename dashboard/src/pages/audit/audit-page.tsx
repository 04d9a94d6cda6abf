import { useMemo } from 'react';
import { AuditChainDocument } from '../../api/graphql';
import { download } from '../../api/download';
import { useFreshQuery } from '../../api/use-fresh-query';
import { DataTable } from '../../components/data-table';
import { ErrorState } from '../../components/error-state';
import { FilterBar } from '../../components/filter-bar';
import { toLogTime, toUtc } from '../../components/format-date';
import { DownloadIcon, ShieldAlertIcon, ShieldCheckIcon } from '../../components/icons';
import { Menu, MenuItem } from '../../components/menu';
import { formatRelativeTime } from '../../components/moment';
import { NoMatch } from '../../components/no-match';
import { PageHeader } from '../../components/page-header';
import { PlainButton } from '../../components/plain-button';
import { SavedViews } from '../../components/saved-views';
import { Select } from '../../components/select';
import { Skeleton } from '../../components/skeleton';
import type { Column } from '../../components/table-model';
import { showFailure } from '../../components/toast';
import { useHasRoom } from '../../components/use-has-room';
import { useMissingLink } from '../../components/use-missing-link';
import { useUrlFilters } from '../../components/use-url-filters';
import { useViewer } from '../../session/session';
import { useOrganizationPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { auditTexts } from '../../texts/audit';
import { AuditDrawer } from './audit-drawer';
import { auditFields, auditRanges, toAuditFilter, toAuditRange, type AuditEntry } from './audit-filter';
import { toSentence } from './audit-sentence';
import { Credential } from './credential';
import { useAuditLog } from './use-audit-log';
import { useLinkedEntry } from './use-linked-entry';

/** Shows the audit log, newest first, with live updates. The URL stores filters and the open row. */
export function AuditPage() {
  const { params, change } = useUrlFilters();
  const { projectId: current } = useProject();
  const { isAdmin } = useViewer();
  const hasRoom = useHasRoom();
  // Only admins may see the entries of all organizations.
  const projectId = isAdmin && params.get('scope') !== 'project' ? null : current;
  const key = params.toString().replace(/(^|&)entry=[^&]*/, '');
  const filter = useMemo(() => toAuditFilter(params), [key]);
  const log = useAuditLog({ projectId, filter });
  const openId = params.get('entry');
  const listed = log.rows.find(({ id }) => id === openId);
  const linked = useLinkedEntry(listed || log.isLoading ? null : openId, isAdmin ? null : current);
  const opened = listed ?? linked.entry;
  useMissingLink(linked.isMissing, auditTexts.entryNotFound, () => change({ entry: null }));
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
        wraps
        fields={auditFields}
        // The chain beside it is that of one organization.
        end={<span className="meta t3">{projectId ? shown : auditTexts.fromAll(shown)}</span>}
      >
        <Select
          aria-label={auditTexts.timeRange}
          choices={auditRanges}
          value={toAuditRange(params)}
          onChange={(range) => change({ range })}
        />
      </FilterBar>
      {log.failure && <ErrorState title={auditTexts.failed} failure={log.failure} retry={log.retry} />}
      {log.isLoading && log.rows.length === 0 && <Skeleton rows={12} />}
      {!log.isLoading && !log.failure && log.rows.length === 0 && <NoMatch title={auditTexts.empty} />}
      {log.rows.length > 0 && (
        <DataTable
          label={auditTexts.title}
          columns={columns}
          rows={log.rows}
          hidden={openId || !hasRoom ? ['credential', 'action'] : []}
          selected={openId}
          onOpen={({ id }) => change({ entry: id })}
          onEnd={() => void log.loadMore()}
          phone={(entry) => (
            <>
              <b className="trunc">{toSentence(entry)}</b>
              <div className="t2 trunc">
                <Credential entry={entry} />
              </div>
              <span className="mono t3">{toLogTime(entry.createdAt)}</span>
            </>
          )}
        />
      )}
      {opened && <AuditDrawer entry={opened} onClose={() => change({ entry: null })} onMove={move} />}
    </div>
  );
}

const formats = [
  { format: 'jsonl', label: auditTexts.exportJsonl },
  { format: 'csv', label: auditTexts.exportCsv },
] as const;

/** Downloads the audit log of the organization. Its OWNERs and admins see the button. */
function ExportMenu() {
  const { organizationId } = useProject();
  const mayExport = useOrganizationPermission(organizationId, 'ORGANIZATION_AUDIT_LOG_READ');
  if (!mayExport || organizationId === null) return null;
  const save = async (format: string) => {
    const query = new URLSearchParams({ org_id: organizationId, format });
    const problem = await download(`/v1/audit-logs/export/?${query}`, `audit-log.${format}`);
    if (problem) showFailure(problem);
  };
  return (
    <Menu label={auditTexts.exportLog} className="btn" alignRight icon={DownloadIcon}>
      {formats.map(({ format, label }) => (
        <MenuItem key={format} label={label} onClick={() => void save(format)} />
      ))}
    </Menu>
  );
}

const icon = { size: 14, strokeWidth: 1.5 } as const;

/** Shows whether the organization's hash chain is valid, as verified by the server, to viewers who may read its audit log. */
function ChainState() {
  const { organizationId } = useProject();
  const mayVerify = useOrganizationPermission(organizationId, 'ORGANIZATION_AUDIT_LOG_READ');
  const isVisible = mayVerify && organizationId !== null;
  const [{ data, error, fetching }, verify] = useFreshQuery(
    AuditChainDocument,
    { organizationId: organizationId ?? '' },
    { pause: !isVisible },
  );
  const chain = data?.auditChain;
  if (!isVisible) return null;
  if (error && !fetching) return <span className="badge">{auditTexts.chainUnknown}</span>;
  if (!chain) return <span className="badge">{auditTexts.chainChecking}</span>;
  const first = chain.problems[0];
  return (
    <span className="row wrap" role="status">
      {first ? (
        <span className="badge failed" title={first.message}>
          <ShieldAlertIcon {...icon} />
          {auditTexts.chainBroken(first.sequence)}
        </span>
      ) : (
        <span className="badge ok">
          <ShieldCheckIcon {...icon} />
          {auditTexts.chainVerified}
        </span>
      )}
      <span className="meta t3">
        {auditTexts.chainRows(chain.rowCount, chain.checkedFrom)} {chain.checkedAt.slice(11, 19)} {auditTexts.utc}
      </span>
      <PlainButton look="ghost sm" label={auditTexts.verifyAgain} disabled={fetching} onClick={verify} />
    </span>
  );
}

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'time',
    label: auditTexts.timeUtc,
    width: 172,
    cell: ({ createdAt }) => (
      <time
        className="mono t2"
        dateTime={createdAt}
        title={`${toUtc(createdAt, true)}, ${formatRelativeTime(createdAt)}`}
      >
        {toLogTime(createdAt)}
      </time>
    ),
  },
  { key: 'change', label: auditTexts.change, cell: (entry) => <bdi>{toSentence(entry)}</bdi> },
  { key: 'credential', label: auditTexts.credential, width: 240, cell: (entry) => <Credential entry={entry} /> },
  {
    key: 'action',
    label: auditTexts.action,
    width: 190,
    cell: ({ action }) => <span className="mono t2">{action}</span>,
  },
];
