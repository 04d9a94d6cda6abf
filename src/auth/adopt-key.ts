import type { Services } from '../context.js';
import { RateLimitedError } from '../errors.js';
import type { StoredCredential } from '../stores/api-key/api-key-store.js';
import { hashApiKey, verifyApiKey } from './secrets.js';

/** Makes a key of another server one of ours. @returns null when it is none; RateLimitedError when too many wait for that */
export type AdoptKey = (secret: string, digest: Buffer) => Promise<StoredCredential | null>;

/** Checks that may wait: each takes some hundred milliseconds. */
const MOST_WAITING = 100;

/**
 * Keys that came from another server are stored with their bcrypt hash alone. At its first use such a key is checked against
 * the hashes of its prefix and gets its SHA-256 and a hash of ours; from then on it costs what every key costs. The checks
 * run one after another, so that wrong keys with a known prefix cannot use all of the processor.
 */
export function createAdoption({ stores }: Pick<Services, 'stores'>): AdoptKey {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function adopt(secret: string, digest: Buffer): Promise<StoredCredential | null> {
    for (const candidate of await stores.apiKeys.undigested(secret.slice(0, 12))) {
      if (!(await verifyApiKey(secret, candidate.keyHash))) continue;
      await stores.apiKeys.adopt(candidate.id, { digest, hash: await hashApiKey(secret) });
      // As it is now, also when another process was faster.
      return stores.apiKeys.credential(digest);
    }
    return null;
  }

  return async (secret, digest) => {
    if ((await stores.apiKeys.undigested(secret.slice(0, 12))).length === 0) return null;
    if (waiting >= MOST_WAITING) throw new RateLimitedError(1, 'Too many keys are being checked. Try again.');
    waiting += 1;
    const turn = last.then(() => adopt(secret, digest)).finally(() => (waiting -= 1));
    last = turn.catch(() => undefined);
    return turn;
  };
}
