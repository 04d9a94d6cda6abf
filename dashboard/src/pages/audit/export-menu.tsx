import { useParams } from 'react-router';
import { download } from '../../api/download';
import { DownloadIcon } from '../../components/icons';
import { Menu, MenuItem } from '../../components/menu';
import { showFailure } from '../../components/toast';
import { useOrganizationPermission } from '../../shell/permissions';
import { noId } from '../../shell/routing';
import { auditTexts as words } from '../../texts/audit';

const formats = [
  { format: 'jsonl', label: words.exportJsonl },
  { format: 'csv', label: words.exportCsv },
] as const;

/** Downloads the audit log of the organization. Its OWNERs and admins see the button. */
export function ExportMenu() {
  const { organization = noId } = useParams();
  const mayExport = useOrganizationPermission(
    organization === noId ? null : organization,
    'ORGANIZATION_AUDIT_LOG_READ',
  );
  if (!mayExport || organization === noId) return null;
  const save = async (format: string) => {
    const query = new URLSearchParams({ org_id: organization, format });
    const problem = await download(`/v1/audit-logs/export/?${query}`, `audit-log.${format}`);
    if (problem) showFailure(problem);
  };
  return (
    <Menu label={words.exportLog} className="btn" alignRight icon={DownloadIcon}>
      {formats.map(({ format, label }) => (
        <MenuItem key={format} label={label} onClick={() => void save(format)} />
      ))}
    </Menu>
  );
}
