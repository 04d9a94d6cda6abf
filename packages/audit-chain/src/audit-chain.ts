import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** An audit log row as its hash covers it. Times are ISO 8601 in UTC; `changes` is the stored text, canonical JSON. */
export interface AuditRecord {
  readonly id: string;
  readonly chain: string;
  readonly sequence: number;
  readonly createdAt: string;
  readonly actorType: string;
  readonly actorId: string | null;
  readonly keyPrefix: string | null;
  /** Type of the target and a verb, such as `api_key.revoke`. */
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly changes: string;
  readonly reason: string | null;
  readonly requestId: string | null;
}

/** A row in its chain. Hashes are SHA-256 in hex. */
export interface SealedRecord extends AuditRecord {
  readonly previousHash: string;
  readonly hash: string;
}

/** A signed statement that the chain had this hash at this sequence number. */
export interface SignedHead {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  readonly signedAt: string;
  /** Ed25519 signature of {@link toHeadText}, in base64. */
  readonly signature: string;
}

/** Previous hash of the first row of every chain. */
export const genesisHash = '0'.repeat(64);

/** Returns the hash of a row that follows the row with `previousHash`. */
export function hashRecord(previousHash: string, record: AuditRecord): string {
  return createHash('sha256').update(previousHash).update('\n').update(toCanonicalText(record)).digest('hex');
}

function toCanonicalText(record: AuditRecord): string {
  // An array, so that the hash does not depend on the order of keys.
  return JSON.stringify([
    record.id,
    record.chain,
    record.sequence,
    record.createdAt,
    record.actorType,
    record.actorId,
    record.keyPrefix,
    record.action,
    record.targetType,
    record.targetId,
    record.organizationId,
    record.projectId,
    record.changes,
    record.reason,
    record.requestId,
  ]);
}

/** Where a chain ends. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: string;
}

/**
 * Returns the end after which the next row is sealed, from ends that were stored outside of the rows. Numbers up to `last` were given to
 * rows, perhaps by a forger, so they are skipped: the next row then does not follow the forged one, and the verifier reports it.
 */
export function chooseEnd(last: number, ends: readonly (ChainEnd | null | undefined)[]): ChainEnd {
  let trusted: ChainEnd = { sequence: 0, hash: genesisHash };
  for (const end of ends) if (end && end.sequence > trusted.sequence) trusted = end;
  return { sequence: Math.max(last, trusted.sequence), hash: trusted.hash };
}

/** Continues a chain with rows that have no sequence number yet. */
export function sealRecords(end: ChainEnd, records: readonly Omit<AuditRecord, 'sequence'>[]): SealedRecord[] {
  let { sequence, hash } = end;
  return records.map((record) => {
    const previousHash = hash;
    sequence += 1;
    const numbered = { ...record, sequence };
    hash = hashRecord(previousHash, numbered);
    return { ...numbered, previousHash, hash };
  });
}

/** Derives an Ed25519 key pair from a 32-byte seed. */
export function createAuditKeys(seed: Uint8Array): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  // PKCS #8 of an Ed25519 key is this prefix and the seed (RFC 8410).
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const privateKey = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** Signs the end of a chain. */
export function signHead(head: Omit<SignedHead, 'signature'>, privateKey: KeyObject): SignedHead {
  return { ...head, signature: sign(null, Buffer.from(toHeadText(head)), privateKey).toString('base64') };
}

/** Whether a parsed line has the fields of a signed head, whatever its signature. */
export function isHead(line: unknown): line is SignedHead {
  const { chain, sequence, hash, signedAt, signature } = (line ?? {}) as Record<string, unknown>;
  return Number.isSafeInteger(sequence) && [chain, hash, signedAt, signature].every((text) => typeof text === 'string');
}

/** Whether the signature of a head is valid. */
export function isSignedBy(head: SignedHead, publicKey: KeyObject): boolean {
  return verify(null, Buffer.from(toHeadText(head)), publicKey, Buffer.from(head.signature, 'base64'));
}

function toHeadText({ chain, sequence, hash, signedAt }: Omit<SignedHead, 'signature'>): string {
  return `memory-gateway audit head 1\n${JSON.stringify([chain, sequence, hash, signedAt])}`;
}
