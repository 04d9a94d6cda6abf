import type { AppContext } from '../../context.js';
import type { AuditLogRow } from '../../stores/audit-log-store.js';

/** A keyed digest in a row of the audit log, and the text that it stands for. */
export interface AuditName {
  /** 64 hexadecimal digits. */
  readonly digest: string;
  readonly name: string;
}

/** Longest name of an entity. Longer texts are no names. */
const nameLengthMax = 255;

/**
 * Finds the names behind the digests in rows that the caller may read. A name is found while the event or the entity
 * that the row is about names it, so not after its erasure. Reads the events and entities of all rows at once.
 * @returns the names of each row, in the order of `rows`
 */
export async function findAuditNames(ctx: AppContext, rows: readonly AuditLogRow[]): Promise<AuditName[][]> {
  const asked = rows.flatMap((row) => toReference(row) ?? []);
  const found = asked.length > 0 ? await ctx.stores.auditLogs.listNaming(asked) : [];
  const naming = new Map(found.map(({ projectId, target, value }) => [`${projectId} ${target}`, value]));
  const known = new Map<string, string>();
  const toDigest = async (text: string): Promise<string> => {
    const digest = known.get(text) ?? (await ctx.sealer.fingerprint(text)).toString('hex');
    known.set(text, digest);
    return digest;
  };
  return Promise.all(
    rows.map(async (row) => {
      const reference = toReference(row);
      const value = reference && naming.get(`${reference.projectId} ${reference.target}`);
      const digests = new Set(digestsOf(row));
      const names = await Promise.all(textsIn(value).map(async (name) => ({ digest: await toDigest(name), name })));
      return names.filter(({ digest }) => digests.delete(digest));
    }),
  );
}

/** An event or entity that holds the names of a row. */
interface Reference {
  readonly projectId: string;
  /** `event/<id>` or `entity/<id>`. */
  readonly target: string;
}

const actionsOfEvents: ReadonlySet<string> = new Set(['memory.add', 'export.create', 'deletion.accept']);

function toReference({ action, projectId, targetId, changes }: AuditLogRow): Reference | null {
  if (projectId === null) return null;
  if (actionsOfEvents.has(action)) return { projectId, target: `event/${targetId}` };
  if (action !== 'entity.create') return null;
  const { id } = JSON.parse(changes) as { id?: [null, string] };
  return id ? { projectId, target: `entity/${id[1]}` } : null;
}

function digestsOf({ targetId, changes }: AuditLogRow): string[] {
  return `${targetId} ${changes}`.match(/\b[0-9a-f]{64}\b/g) ?? [];
}

/** Returns each text in a JSON value once. */
function textsIn(value: unknown): string[] {
  const texts = new Set<string>();
  const collect = (item: unknown): void => {
    if (typeof item === 'string' && item.length <= nameLengthMax) texts.add(item);
    else if (typeof item === 'object' && item !== null) Object.values(item).forEach(collect);
  };
  collect(value);
  return [...texts];
}
