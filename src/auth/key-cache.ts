import type { Services } from '../context.js';
import type { StoredCredential } from '../stores/api-key-store.js';
import { createAdoption } from './adopt-key.js';
import { getDigest, verifyApiKey } from '@memory-gateway/credentials';

export interface KeyCache {
  /** @returns the key with its owner, or null if the key is unknown, revoked or expired */
  find(secret: string): Promise<StoredCredential | null>;
  close(): Promise<void>;
}

interface Entry {
  /** Hash that the secret matched. If the stored hash changes, the secret is checked again. */
  readonly hash: string;
  /** Null forces the next request to read the key again. */
  credential: StoredCredential | null;
  readAt: number;
  touchedAt: number;
}

const MOST_ENTRIES = 10_000;
const FRESH_MS = 5_000;
const TOUCH_EVERY_MS = 60_000;

/** Caches verified API keys for a few seconds, or until the bus announces a change, to save bcrypt runs. */
export function createKeyCache(services: Pick<Services, 'stores' | 'bus' | 'now' | 'log'>): KeyCache {
  const entries = new Map<string, Entry>();
  const reading = new Map<string, Promise<Entry | null>>();
  const touching = new Set<Promise<void>>();
  const adopt = createAdoption(services);
  let changes = 0;

  const unsubscribe = services.bus.subscribe('credentialChanged', ({ keyId, userId }) => {
    changes += 1;
    // A pending read may predate the change, so later requests must not share its result.
    reading.clear();
    for (const entry of entries.values()) {
      // Without ids, any credential may have changed: a project was deleted, or messages were missed.
      const isAny = keyId === undefined && userId === undefined;
      if (entry.credential && (isAny || entry.credential.id === keyId || entry.credential.userId === userId))
        entry.credential = null;
    }
  });

  async function read(secret: string, digest: Buffer): Promise<Entry | null> {
    const before = changes;
    const name = digest.toString('hex');
    const credential = (await services.stores.apiKeys.credential(digest)) ?? (await adopt(secret, digest));
    const known = entries.get(name);
    const isVerified =
      credential && (known?.hash === credential.keyHash || (await verifyApiKey(secret, credential.keyHash)));
    if (!isVerified) {
      entries.delete(name);
      return null;
    }
    const entry = {
      hash: credential.keyHash,
      credential,
      readAt: services.now().getTime(),
      touchedAt: known?.touchedAt ?? 0,
    };
    keep(entries, name, changes === before ? entry : { ...entry, credential: null });
    return entry;
  }

  function readOnce(secret: string, digest: Buffer): Promise<Entry | null> {
    const name = digest.toString('hex');
    const running = reading.get(name);
    if (running) return running;
    const started = read(secret, digest).finally(() => {
      if (reading.get(name) === started) reading.delete(name);
    });
    reading.set(name, started);
    return started;
  }

  function touch(name: string, id: string): void {
    const now = services.now();
    const entry = entries.get(name);
    if (!entry || now.getTime() - entry.touchedAt < TOUCH_EVERY_MS) return;
    entry.touchedAt = now.getTime();
    const write = services.stores.apiKeys
      .touch(id, now)
      .catch((error: unknown) =>
        services.log.warn({ err: error, keyId: id }, 'The last use of an API key could not be noted.'),
      )
      .finally(() => touching.delete(write));
    touching.add(write);
  }

  return {
    async find(secret) {
      const digest = getDigest(secret);
      const name = digest.toString('hex');
      const kept = entries.get(name);
      const isFresh = kept?.credential && services.now().getTime() - kept.readAt < FRESH_MS;
      const credential = (isFresh ? kept : await readOnce(secret, digest))?.credential;
      if (!credential || credential.revokedAt || (credential.expiresAt && credential.expiresAt <= services.now()))
        return null;
      const current = entries.get(name);
      if (current) keep(entries, name, current);
      touch(name, credential.id);
      return credential;
    },
    async close() {
      unsubscribe();
      await Promise.all(touching);
    },
  };
}

// A Map iterates in insertion order, so its first entry is the least recently used one.
function keep(entries: Map<string, Entry>, name: string, entry: Entry): void {
  entries.delete(name);
  entries.set(name, entry);
  if (entries.size > MOST_ENTRIES) entries.delete(entries.keys().next().value ?? '');
}
