import { randomBytes } from 'node:crypto';

// 12 bits of counter stand where RFC 9562 lets an implementation put them (rand_a, method 1), so ids of one process sort in
// the order they were made even within a millisecond, and when the clock steps back.
const COUNTER_LIMIT = 0x1000;
let lastMs = 0;
let counter = 0;

function advance(): void {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // The lower half is drawn at random, the upper half is room to count.
    counter = randomBytes(2).readUInt16BE() & 0x7ff;
    return;
  }
  counter += 1;
  if (counter < COUNTER_LIMIT) return;
  lastMs += 1;
  counter = 0;
}

/** A new UUIDv7 in lower case: sorts by time of creation, strictly within one process. Not a secret. */
export function newId(): string {
  advance();
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** When a UUIDv7 was made; null for ids of other versions, which do not tell. */
export function getTimeOfId(id: string): Date | null {
  return id[14] === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null;
}

/** Prefix of the IDs of organizations, projects, webhooks and log streams. */
export type IdPrefix = 'org' | 'proj' | 'wh' | 'ls';

/** Returns the prefix, an underscore and 22 url-safe characters that carry 128 random bits: cannot be guessed or enumerated. */
export function prefixedId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text has the shape of a UUID of any version, so that it can be given to a uuid column without an error. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/**
 * What stands before the underscore in ids of the GraphQL API whose row shares its key with another row: deletions, exports and profile
 * jobs carry the UUID of their event, entities and requests are numbered.
 */
export type TypedIdPrefix = 'del' | 'exp' | 'pjob' | 'ent' | 'req';

/** Returns the id of a row in the GraphQL API, unique over all types: `toTypedId('del', id)` is `del_…`. */
export function toTypedId(prefix: TypedIdPrefix, key: string | number): string {
  return `${prefix}_${key}`;
}

/** Returns the key of a row from its id in the GraphQL API. A bare key, as the REST API returns it, stays as it is. */
export function fromTypedId(prefix: TypedIdPrefix, id: string): string {
  return id.startsWith(`${prefix}_`) ? id.slice(prefix.length + 1) : id;
}

/** The prefix of a typed id; null for any other id. */
export function typedIdPrefix(id: string): TypedIdPrefix | null {
  const prefix = id.slice(0, Math.max(0, id.indexOf('_')));
  return typedIdPrefixes.find((known) => known === prefix) ?? null;
}

const typedIdPrefixes: readonly TypedIdPrefix[] = ['del', 'exp', 'pjob', 'ent', 'req'];
