import { authorizeOrganization, requireAdmin, requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { notFound } from '../../errors.js';
import { isUuid } from '../../ids.js';
import { toEntityTarget } from '../../unit-of-work/audit-row.js';
import type { AuditLogCriteria, AuditLogReach } from '../../stores/audit-log-store.js';
import { collectFieldErrors, findTextError, textLimits } from '../../validate.js';

/** Conditions on rows, as callers write them. */
export interface AuditLogFilter extends Omit<AuditLogCriteria, 'targetIds'> {
  /** Of an entity, its type and name also match: `user/ada`. */
  readonly targetId?: string | null;
}

export interface AuditLogInput {
  readonly organizationId?: string | null;
  readonly projectId?: string | null;
  readonly filter?: AuditLogFilter | null;
}

/**
 * Returns which rows the caller may see: of a project or organization for its OWNERs, all rows for admins.
 * @throws UnauthenticatedError, NotFoundError, ForbiddenError
 */
export async function getAuditReach(ctx: AppContext, input: AuditLogInput): Promise<AuditLogReach> {
  const caller = requireCaller(ctx);
  const projectId = input.projectId ?? (input.organizationId == null ? caller.key?.projectId : null);
  if (projectId != null) {
    const scope = await enterProject(ctx, 'auditLog:read', projectId);
    if (input.organizationId != null && input.organizationId !== scope.organizationId) {
      await authorizeOrganization(ctx, 'organization:read', input.organizationId);
      throw notFound('Project');
    }
    return { organizationId: scope.organizationId, projectId: scope.projectId };
  }
  if (input.organizationId != null) {
    const scope = await authorizeOrganization(ctx, 'organization:auditLog:read', input.organizationId);
    return { organizationId: scope.organizationId, projectId: null };
  }
  requireAdmin(ctx);
  return { organizationId: null, projectId: null };
}

/** Returns the chain id of an organization (for its OWNERs), or of the installation (for admins) if null is given. */
export async function authorizeAuditChain(ctx: AppContext, organizationId: string | null): Promise<string> {
  if (organizationId !== null)
    return (await authorizeOrganization(ctx, 'organization:auditLog:read', organizationId)).organizationId;
  requireAdmin(ctx);
  return 'installation';
}

const textFields = ['action', 'targetType', 'targetId', 'requestId'] as const;

/** Validates a filter. @throws ValidationError by field */
export async function toAuditCriteria(
  { sealer }: Pick<AppContext, 'sealer'>,
  filter: AuditLogFilter,
): Promise<AuditLogCriteria> {
  const check = collectFieldErrors();
  for (const name of textFields)
    if (filter[name] != null) check.add(name, findTextError(filter[name], textLimits.name));
  if (filter.actorId != null && !isUuid(filter.actorId)) check.add('actorId', 'must be a UUID.');
  check.throwIfAny();
  const { targetId, ...criteria } = filter;
  if (targetId == null) return criteria;
  const [, type, name] = /^(user|agent|app|run)\/(.+)$/s.exec(targetId) ?? [];
  // Rows of earlier versions hold the name itself.
  const others = type && name ? [await toEntityTarget(sealer, type, name)] : [];
  return { ...criteria, targetIds: [targetId, ...others] };
}
