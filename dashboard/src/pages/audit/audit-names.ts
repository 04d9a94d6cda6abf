import { auditTexts } from '../../texts/audit';
import type { AuditEntry } from './audit-filter';

type Names = AuditEntry['names'];

const erased = auditTexts.erased;

/** Words for the digest of an ID that the project no longer stores, by field. */
const erasedByField: Readonly<Record<string, string>> = {
  userId: erased.user,
  agentId: erased.agent,
  appId: erased.app,
  runId: erased.run,
  entityName: erased.entity,
};

/** Returns the changed object of an entry. An entity appears with its ID or, after its erasure, as a word. */
export function toTarget({
  targetType,
  targetId,
  names,
}: Pick<AuditEntry, 'targetType' | 'targetId' | 'names'>): string {
  const [, type, digest] = /^(user|agent|app|run)\/([0-9a-f]{64})$/.exec(targetId) ?? [];
  if (targetType !== 'entity' || !type || !digest) return targetId;
  const name = findName(names, digest);
  return name === undefined ? erased[type as 'user'] : `${type}/${name}`;
}

/** Replaces digests in a changed value by the IDs that they stand for. Other digests stay. */
export function nameDigests(field: string, value: unknown, names: Names): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => nameDigests(field, item, names));
  const { digest, ...others } = value as { digest?: unknown };
  if (typeof digest === 'string' && Object.keys(others).length === 0)
    return findName(names, digest) ?? erasedByField[field] ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, nameDigests(key, item, names)]));
}

const findName = (names: Names, digest: string) => names.find((each) => each.digest === digest)?.name;
