export type AuditValues = Readonly<Record<string, unknown>>;

/** Returns a keyed digest of a text, which cannot be guessed without the key. */
export type Fingerprint = (text: string) => Promise<Uint8Array>;

/** Fields with secrets or memory texts. Their values are stored as digests. */
const digested =
  /^(text|memory|oldMemory|newMemory|metadata|secret|token|apiKey|messages|feedbackReason)$|password|digest|Hash$|Secret$|apiKey/i;
const ignored = new Set(['updatedAt', 'hash', 'dedupeKey']);

/** Returns changed fields as canonical JSON: `{"name":["before","after"]}`, null on the side without a target. */
export async function describeChanges(
  before: AuditValues | null,
  after: AuditValues | null,
  fingerprint: Fingerprint,
): Promise<string> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  const changes: [string, [unknown, unknown]][] = [];
  for (const name of names) {
    if (ignored.has(name)) continue;
    const old = toStable(before?.[name]);
    const next = toStable(after?.[name]);
    if (JSON.stringify(old) === JSON.stringify(next)) continue;
    changes.push([name, [await protect(name, old, fingerprint), await protect(name, next, fingerprint)]]);
  }
  return JSON.stringify(Object.fromEntries(changes));
}

/** Replaces values of secret fields by digests, including nested ones. */
async function protect(name: string, value: unknown, fingerprint: Fingerprint): Promise<unknown> {
  if (value === null) return null;
  if (digested.test(name)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { digest: Buffer.from(await fingerprint(text)).toString('hex') };
  }
  if (Array.isArray(value)) return Promise.all(value.map((item) => protect(name, item, fingerprint)));
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(
    async ([key, item]) => [key, await protect(key, item, fingerprint)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns a JSON value with sorted keys. undefined becomes null, times ISO 8601, and bytes base64. */
function toStable(value: unknown): unknown {
  if (value === undefined || value === null || typeof value === 'function') return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(toStable);
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, toStable(item)]));
}
