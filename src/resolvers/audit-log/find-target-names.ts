import type { AppContext } from '../../context.js';
import type { AuditLogRow } from '../../stores/audit-log-store.js';

const named: ReadonlySet<string> = new Set([
  'webhook',
  'log_stream',
  'project',
  'organization',
  'api_key',
  'connected_app',
  'invitation',
  'user',
  'member',
  'session',
]);

/**
 * Finds the names of the objects that rows are about, in one statement. An object that is gone has the last name that
 * the row itself recorded.
 * @param rows rows that the caller may read
 * @returns the names in the order of `rows`, null without a name
 */
export async function findTargetNames(ctx: AppContext, rows: readonly AuditLogRow[]): Promise<(string | null)[]> {
  const asked = rows.filter(({ targetType }) => named.has(targetType)).map(toObject);
  const names = asked.length > 0 ? await ctx.stores.labels.ofObjects(asked) : new Map<string, string>();
  return rows.map((row) => {
    const { type, id } = toObject(row);
    return names.get(`${type}/${id}`) ?? findRecordedName(row);
  });
}

/** Returns the object whose name is shown for the target: of a member and of a session, the user. */
function toObject({ targetType, targetId, actorId, changes }: AuditLogRow): { type: string; id: string } {
  if (targetType === 'member') return { type: 'user', id: targetId };
  if (targetType !== 'session') return { type: targetType, id: targetId };
  const { userId } = JSON.parse(changes) as { userId?: [string | null, string | null] };
  return { type: 'user', id: userId?.[1] ?? userId?.[0] ?? actorId ?? targetId };
}

/** Returns the name that a row recorded with a new or deleted object. */
function findRecordedName({ targetType, changes }: AuditLogRow): string | null {
  if (!named.has(targetType)) return null;
  const { name, label, clientName, email } = JSON.parse(changes) as Record<string, [unknown, unknown] | undefined>;
  const texts = [name, label, clientName, email].flatMap((pair) => [pair?.[1], pair?.[0]]);
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? null;
}
