import { auditTexts } from '../../texts/audit';
import { auditNouns, auditSentences } from '../../texts/audit-sentences';
import type { AuditEntry } from './audit-filter';
import { toTarget } from './audit-names';

/** Returns the name of the actor: user, key, or type of actor. */
export function toActorName({ actor, actorType, keyLabel, keyPrefix }: AuditEntry): string {
  return actor?.name || actor?.email || keyLabel || (keyPrefix ? `${keyPrefix}…` : auditTexts.actors[actorType]);
}

/** Returns the name of the changed object: its own, the ID of an entity, or a noun. */
export function toTargetName(entry: AuditEntry): string {
  const { targetType, targetName } = entry;
  if (targetName) return targetName;
  return targetType === 'entity' ? toTarget(entry) : (auditNouns[targetType] ?? entry.targetId);
}

/** Returns a change as a sentence: "Ann changed the URL of billing-sync". */
export function toSentence(entry: AuditEntry): string {
  const changes = (entry.changes ?? {}) as Readonly<Record<string, unknown>>;
  const facts = {
    who: toActorName(entry),
    isAnonymous: entry.actorType === 'ANONYMOUS',
    what: toTargetName(entry),
    fields: Object.keys(changes),
    entity: entry.names.length === 1 ? (entry.names[0]?.name ?? null) : null,
    after: (field: string) => (Array.isArray(changes[field]) ? (changes[field] as unknown[])[1] : undefined),
  };
  // A newer server may record actions that this page does not know.
  return auditSentences[entry.action]?.(facts) ?? `${facts.who}: ${entry.action}`;
}
