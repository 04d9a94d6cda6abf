import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sealingKeyStore, type UnreadableSecrets } from '../stores/configuration/sealing-key.js';
import type { Queryable } from '@memory-gateway/database';

/** Encrypts secrets that the server must read again, such as webhook signing secrets. */
export interface Sealer {
  seal(text: string): Promise<Buffer>;
  /** @throws UnsealError if the value was sealed with another key, or altered */
  open(sealed: Uint8Array): Promise<string>;
  /** Returns a keyed 32-byte digest for comparing texts. Without the key, the digest reveals nothing about the text. */
  fingerprint(text: string): Promise<Buffer>;
  /** Counts the stored secrets that the current key cannot decrypt. */
  countUnreadable(): Promise<UnreadableSecrets>;
}

/** A sealed value cannot be decrypted, usually because SEALING_SECRET (or the JWT_SECRET used instead) has changed. */
class UnsealError extends Error {
  override readonly name = 'UnsealError';
}

export interface SealerOptions {
  /** SEALING_SECRET, else JWT_SECRET, else null. */
  readonly secret: string | null;
  /** Database of the sealed values. Without a secret, it also stores a random key, so that values survive a restart. */
  readonly database: Queryable;
}

// Layout: version, 4 bytes of the key id, nonce, tag, ciphertext.
const version = 1;
const [keyAt, nonceAt, tagAt, textAt] = [1, 5, 17, 33];

/** Creates a sealer: AES-256-GCM with a key derived from the secret by HKDF-SHA256. The first use derives the key. */
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
