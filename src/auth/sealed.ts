import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sealingKeyStore } from '../stores/configuration/sealing-key.js';
import type { Queryable } from '../stores/database/open-database.js';

/** Keeps secrets that have to be read again, such as those that sign webhooks, unreadable in the database. */
export interface Sealer {
  seal(text: string): Promise<Buffer>;
  /** @throws UnsealError when it was sealed with another key, or altered */
  open(sealed: Uint8Array): Promise<string>;
  /** A digest by which texts can be compared and from which, without the key, nothing can be guessed: 32 bytes. */
  fingerprint(text: string): Promise<Buffer>;
  /** How many stored secrets cannot be read with the key at hand. */
  countUnreadable(): Promise<number>;
}

/** A sealed value cannot be read, usually because SEALING_SECRET, or JWT_SECRET in its place, is not what it was. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError';
}

export interface SealerOptions {
  /** SEALING_SECRET, else JWT_SECRET, else null. */
  readonly secret: string | null;
  /** Holds what is sealed; without a secret (authentication is off) also a random key, so that values outlive the process. */
  readonly database: Queryable;
}

// A value: version, 4 bytes that tell its key from others, nonce, tag, ciphertext.
const version = 1;
const [keyAt, nonceAt, tagAt, textAt] = [1, 5, 17, 33];

/** AES-256-GCM with a key derived from the secret by HKDF-SHA256. The key is made at first use. */
export function createSealer(options: SealerOptions): Sealer {
  let loading: Promise<Key> | null = null;
  const key = () =>
    (loading ??= loadKey(options).catch((error: unknown) => {
      loading = null;
      throw error;
    }));
  return {
    seal: async (text) => seal(await key(), text),
    open: async (sealed) => open(await key(), Buffer.from(sealed)),
    fingerprint: async (text) =>
      createHmac('sha256', (await key()).secret)
        .update('fingerprint\0')
        .update(text)
        .digest(),
    countUnreadable: async () => sealingKeyStore(options.database).countSealedOtherwise((await key()).id),
  };
}

interface Key {
  readonly secret: Buffer;
  readonly id: Buffer;
}

async function loadKey({ secret: given, database }: SealerOptions): Promise<Key> {
  const source = given === null ? await sealingKeyStore(database).get(randomBytes(32)) : given;
  const secret = Buffer.from(hkdfSync('sha256', source, 'memory-gateway', 'sealed secrets, version 1', 32));
  return {
    secret,
    id: createHash('sha256')
      .update(secret)
      .digest()
      .subarray(0, nonceAt - keyAt),
  };
}

function seal({ secret, id }: Key, text: string): Buffer {
  const nonce = randomBytes(tagAt - nonceAt);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), id, nonce, cipher.getAuthTag(), encrypted]);
}

function open({ secret, id }: Key, sealed: Buffer): string {
  if (sealed.length < textAt || sealed[0] !== version) throw new UnsealError('This is no sealed value.');
  if (!sealed.subarray(keyAt, nonceAt).equals(id)) throw new UnsealError('The value was sealed with another key.');
  const cipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(nonceAt, tagAt), {
    authTagLength: textAt - tagAt,
  });
  cipher.setAuthTag(sealed.subarray(tagAt, textAt));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(textAt)), cipher.final()]).toString('utf8');
  } catch {
    throw new UnsealError('The value was altered.');
  }
}
