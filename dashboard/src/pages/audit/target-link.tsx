import type { ReactNode } from 'react';
import { Link } from '../../shell/routing';
import type { AuditEntry } from './audit-filter';

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Pages of objects, by the first part of an action. `ID` is the ID of the target. */
const pages: Readonly<Record<string, string>> = {
  api_key: '/api-keys',
  configuration: '/configuration',
  connected_app: '/connected-apps',
  event: '/events/ID',
  log_stream: '/log-streams',
  organization: '/organizations/ID',
  project: '/project',
  webhook: '/webhooks/ID',
};
/** Pages of actions whose targets are of another kind. */
const pagesByAction: Readonly<Record<string, string>> = {
  'deletion.accept': '/events/ID',
  'export.create': '/events/ID',
  'memory.add': '/events/ID',
  'memory.update': '/memories/ID',
};
const gone = /\.(delete|remove|revoke)$/;

/** Links the changed object to its page, if it has one and was not deleted. */
export function TargetLink({ entry, children }: { entry: AuditEntry; children: ReactNode }) {
  const { action, targetType, targetId } = entry;
  const page = pagesByAction[action] ?? (targetType === 'memory' ? undefined : pages[targetType]);
  const isUnknown = page?.startsWith('/events/') && !uuid.test(targetId);
  if (page === undefined || isUnknown || gone.test(action)) return <bdi>{children}</bdi>;
  return <Link to={page.replace('ID', encodeURIComponent(targetId))}>{children}</Link>;
}
