import { ShieldAlertIcon, ShieldCheckIcon } from '../../components/icons';
import { PlainButton } from '../../components/plain-button';
import { useParams } from 'react-router';
import { AuditChainDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { useOrganizationPermission } from '../../shell/permissions';
import { noId } from '../../shell/routing';
import { auditTexts as words } from '../../texts/audit';

const icon = { size: 14, strokeWidth: 1.5 } as const;

/** Shows whether the organization's hash chain is valid, as verified by the server, to viewers who may read its audit log. */
export function ChainState() {
  const { organization = noId } = useParams();
  const mayVerify = useOrganizationPermission(
    organization === noId ? null : organization,
    'ORGANIZATION_AUDIT_LOG_READ',
  );
  const [{ data, error, fetching }, verify] = useFreshQuery(
    AuditChainDocument,
    { organizationId: organization },
    { pause: !mayVerify || organization === noId },
  );
  const chain = data?.auditChain;
  if (!mayVerify || organization === noId) return null;
  if (error && !fetching) return <span className="badge">{words.chainUnknown}</span>;
  if (!chain) return <span className="badge">{words.chainChecking}</span>;
  const first = chain.problems[0];
  return (
    <span className="row wrap" role="status">
      {first ? (
        <span className="badge failed" title={first.message}>
          <ShieldAlertIcon {...icon} />
          {words.chainBroken(first.sequence)}
        </span>
      ) : (
        <span className="badge ok">
          <ShieldCheckIcon {...icon} />
          {words.chainVerified}
        </span>
      )}
      <span className="meta t3">
        {words.chainRows(chain.rowCount, chain.checkedFrom)} {chain.checkedAt.slice(11, 19)} {words.utc}
      </span>
      <PlainButton look="ghost sm" label={words.verifyAgain} disabled={fetching} onClick={verify} />
    </span>
  );
}
