import type { AppContext, Services } from '../context.js';
import { newId } from '../ids.js';
import type { NewAuditLog } from '../stores/audit-log-store.js';
import { describeChanges, type AuditValues } from './audit-changes.js';

export interface AuditEntry {
  /** Type of the target and a verb, such as `api_key.revoke`. */
  readonly action: `${string}.${string}`;
  readonly targetId: string;
  /** Organization or project of the target. Absent: the installation. The organization of a project is looked up. */
  readonly place?: { readonly organizationId?: string | null; readonly projectId?: string | null } | null;
  /** The target before the change. Absent for a new target. */
  readonly before?: object | null;
  /** The target after the change. Absent for a deleted target. */
  readonly after?: object | null;
  /** More fields of the target after the change, such as IDs of entities. Each text inside is stored as a digest. */
  readonly digested?: object;
  readonly reason?: string | null;
}

/** Returns the audit log row of an entry: who did what, and the values that changed. */
export async function toAuditLog(services: Services | AppContext, entry: AuditEntry): Promise<NewAuditLog> {
  const { action, targetId, place, before = null, after = null, digested = {}, reason = null } = entry;
  const values = { ...after, ...digested };
  const changes = await describeChanges(before as AuditValues | null, Object.keys(values).length > 0 ? values : null, {
    fingerprint: (text) => services.sealer.fingerprint(text),
    digested: new Set(Object.keys(digested)),
  });
  return {
    id: newId(),
    ...actorOf(services),
    action,
    targetType: action.split('.', 1)[0] ?? '',
    targetId,
    organizationId: place?.organizationId ?? null,
    projectId: place?.projectId ?? null,
    changes,
    reason,
    requestId: 'requestId' in services ? services.requestId : null,
    createdAt: services.now(),
  };
}

/** Returns the ID of an entity as a target: its type and a keyed digest of its name. */
export async function toEntityTarget(sealer: Services['sealer'], type: string, name: string): Promise<string> {
  return `${type}/${(await sealer.fingerprint(name)).toString('hex')}`;
}

const actorTypes = {
  none: 'ANONYMOUS',
  bearer: 'USER',
  api_key: 'API_KEY',
  oauth: 'CONNECTED_APP',
  admin_api_key: 'ADMIN_KEY',
  disabled: 'ADMIN_KEY',
} as const;

/** Without a caller the actor is the server itself: a job or a command. */
function actorOf(services: Services | AppContext): Pick<NewAuditLog, 'actorType' | 'actorId' | 'keyPrefix'> {
  if (!('caller' in services)) return { actorType: 'SYSTEM', actorId: null, keyPrefix: null };
  const { mode, user, key } = services.caller;
  return { actorType: actorTypes[mode], actorId: user?.id ?? null, keyPrefix: key?.prefix ?? null };
}
