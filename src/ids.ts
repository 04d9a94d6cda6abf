import { randomBytes } from 'node:crypto';

// A 12-bit counter fills rand_a (RFC 9562, method 1), so that ids of one process sort in order of creation, even within
// one
// millisecond and after the clock steps back.
const COUNTER_LIMIT = 0x1000;
let lastMs = 0;
let counter = 0;

function advance(): void {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    // The low half is random; the high half leaves room to count.
    counter = randomBytes(2).readUInt16BE() & 0x7ff;
    return;
  }
  counter += 1;
  if (counter < COUNTER_LIMIT) return;
  lastMs += 1;
  counter = 0;
}

/** Returns a new lowercase UUIDv7, which sorts by creation time (strictly within one process). Not a secret. */
export function newId(): string {
  advance();
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns the creation time in a UUIDv7, or null for other UUID versions. */
export function getTimeOfId(id: string): Date | null {
  return id[14] === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null;
}

/** Prefix of the IDs of organizations, projects, webhooks and log streams. */
export type IdPrefix = 'org' | 'proj' | 'wh' | 'ls';

/** Returns the prefix, an underscore and 128 random bits as 22 URL-safe characters, which cannot be guessed. */
export function prefixedId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is a UUID of any version, so that Postgres accepts it for a uuid column. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** The nil UUID, which no object has. */
const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Returns a UUID for a lookup in GraphQL: no object has the one for a malformed ID, so that the object is missing as for an unknown ID. */
export function toUuid(id: string): string;
export function toUuid(id: string | null | undefined): string | null | undefined;
export function toUuid(id: string | null | undefined): string | null | undefined {
  return id == null || isUuid(id) ? id : nilUuid;
}

export const isNilUuid = (id: string): boolean => id === nilUuid;

// Prefix of GraphQL ids whose key alone is not unique: deletions, exports and profile jobs share the UUID of their
// event, received invitations that of the invitation as its sender sees it; entities and requests have numeric keys.
export type TypedIdPrefix = 'del' | 'exp' | 'pjob' | 'ent' | 'req' | 'rinv';

/** Returns the GraphQL id of a row, unique over all types: `toTypedId('del', id)` is `del_…`. */
export function toTypedId(prefix: TypedIdPrefix, key: string | number): string {
  return `${prefix}_${key}`;
}

/** Returns the key from a GraphQL id. A bare key, as the REST API returns it, stays unchanged. */
export function fromTypedId(prefix: TypedIdPrefix, id: string): string {
  return id.startsWith(`${prefix}_`) ? id.slice(prefix.length + 1) : id;
}

/** Returns the prefix of a typed id, or null for any other id. */
export function typedIdPrefix(id: string): TypedIdPrefix | null {
  const prefix = id.slice(0, Math.max(0, id.indexOf('_')));
  return typedIdPrefixes.find((known) => known === prefix) ?? null;
}

const typedIdPrefixes: readonly TypedIdPrefix[] = ['del', 'exp', 'pjob', 'ent', 'req', 'rinv'];
