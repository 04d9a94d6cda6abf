import type { Reach } from '../../auth/reach.js';
import type { Parameters } from '../keyset.js';

/** Whether a text can be the id of an organization, project, webhook or log stream. Postgres rejects some texts, such as those with NUL. */
export function isPlausibleId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** SQL condition on a credential: the project that it is bound to, if any, was not deleted, by itself or with its organization. */
export const isProjectPresent = (credential: string): string => `(${credential}.project_id IS NULL OR EXISTS (
    SELECT FROM projects p JOIN organizations o ON o.id = p.organization_id
    WHERE p.id = ${credential}.project_id AND p.deleted_at IS NULL AND o.deleted_at IS NULL))`;

/** Returns an SQL condition on projects `p` within reach. Relies on the user_id indexes of both member tables. */
export function toProjectCondition(reach: Reach, bind: Parameters['bind']): string {
  const conditions = [
    'p.deleted_at IS NULL',
    'EXISTS (SELECT FROM organizations x WHERE x.id = p.organization_id AND x.deleted_at IS NULL)',
  ];
  if (reach.keyProjectId) conditions.push(`p.id = ${bind(reach.keyProjectId)}`);
  if (!reach.everything) {
    const user = `${bind(reach.userId)}::uuid`;
    conditions.push(`p.id IN (
      SELECT project_id FROM project_members WHERE user_id = ${user}
      UNION SELECT x.id FROM projects x JOIN organization_members m ON m.organization_id = x.organization_id WHERE m.user_id = ${user})`);
  }
  return conditions.join(' AND ');
}

/** Returns an SQL condition on organizations `o` within reach, directly or through a project. Same indexes. */
export function toOrganizationCondition(reach: Reach, bind: Parameters['bind']): string {
  const conditions = ['o.deleted_at IS NULL'];
  if (reach.keyProjectId) {
    conditions.push(
      `o.id = (SELECT organization_id FROM projects WHERE id = ${bind(reach.keyProjectId)} AND deleted_at IS NULL)`,
    );
  }
  if (!reach.everything) {
    const user = `${bind(reach.userId)}::uuid`;
    conditions.push(`o.id IN (
      SELECT organization_id FROM organization_members WHERE user_id = ${user}
      UNION SELECT x.organization_id FROM projects x JOIN project_members m ON m.project_id = x.id
      WHERE m.user_id = ${user} AND x.deleted_at IS NULL)`);
  }
  return conditions.join(' AND ');
}
