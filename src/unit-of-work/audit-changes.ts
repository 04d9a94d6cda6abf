export type AuditValues = Readonly<Record<string, unknown>>;

/** Returns a keyed digest of a text, which cannot be guessed without the key. */
type Fingerprint = (text: string) => Promise<Uint8Array>;

/** Fields with secrets or memory texts. Their values are stored as digests. */
const digested =
  /^(text|memory|oldMemory|newMemory|metadata|secret|token|apiKey|messages|feedbackReason)$|password|digest|Hash$|Secret$|apiKey/i;
const ignored = new Set(['updatedAt', 'hash', 'dedupeKey']);

/** How values are protected in a row. */
export interface Protection {
  readonly fingerprint: Fingerprint;
  /** Fields in which each text is stored as a digest. */
  readonly digested?: ReadonlySet<string>;
}

/** Returns changed fields as canonical JSON: `{"name":["before","after"]}`, null on the side without a target. */
export async function describeChanges(
  before: AuditValues | null,
  after: AuditValues | null,
  { fingerprint, digested: fields }: Protection,
): Promise<string> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort();
  const changes: [string, [unknown, unknown]][] = [];
  for (const name of names) {
    if (ignored.has(name)) continue;
    const old = toStable(before?.[name]);
    const next = toStable(after?.[name]);
    if (JSON.stringify(old) === JSON.stringify(next)) continue;
    const conceal = fields?.has(name) ? concealTexts : protect;
    changes.push([name, [await conceal(name, old, fingerprint), await conceal(name, next, fingerprint)]]);
  }
  return JSON.stringify(Object.fromEntries(changes));
}

type Conceal = (name: string, value: unknown, fingerprint: Fingerprint) => Promise<unknown>;

/** Replaces values of secret fields by digests, including nested ones. */
const protect: Conceal = async (name, value, fingerprint) => {
  if (value !== null && digested.test(name))
    return toDigest(typeof value === 'string' ? value : JSON.stringify(value), fingerprint);
  return concealInside(value, (key, item) => protect(key ?? name, item, fingerprint));
};

/** Like `protect`, and replaces each text by its digest. The wildcard `*` stays. */
const concealTexts: Conceal = async (name, value, fingerprint) => {
  if (digested.test(name)) return protect(name, value, fingerprint);
  if (typeof value === 'string') return value === '*' ? value : toDigest(value, fingerprint);
  return concealInside(value, (key, item) => concealTexts(key ?? name, item, fingerprint));
};

async function toDigest(text: string, fingerprint: Fingerprint): Promise<{ digest: string }> {
  return { digest: Buffer.from(await fingerprint(text)).toString('hex') };
}

/** Converts the items of an array or an object. Items of an array have no key. */
async function concealInside(
  value: unknown,
  convert: (key: string | null, item: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => convert(null, item)));
  const entries = Object.entries(value).map(async ([key, item]) => [key, await convert(key, item)] as const);
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
