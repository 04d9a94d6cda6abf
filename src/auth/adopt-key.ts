import type { Services } from '../context.js';
import { RateLimitedError } from '../errors.js';
import type { StoredCredential } from '../stores/api-key-store.js';
import { hashApiKey, verifyApiKey } from '@memory-gateway/credentials';

/** Converts an imported key to a native one. Null for an unknown key. @throws RateLimitedError if the queue is full */
export type AdoptKey = (secret: string, digest: Buffer) => Promise<StoredCredential | null>;

/** Maximum number of queued checks. Each check takes a few hundred milliseconds. */
const MOST_WAITING = 100;

/**
 * Creates the check of imported API keys, which are stored with their bcrypt hash only.
 * The first use compares the key with the hashes of its prefix, then stores its SHA-256 digest and a new hash. Checks
 * run one at a time, so that wrong keys with a known prefix cannot occupy the CPU.
 */
export function createAdoption({ stores }: Pick<Services, 'stores'>): AdoptKey {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function adopt(secret: string, digest: Buffer): Promise<StoredCredential | null> {
    for (const candidate of await stores.apiKeys.undigested(secret.slice(0, 12))) {
      if (!(await verifyApiKey(secret, candidate.keyHash))) continue;
      await stores.apiKeys.adopt(candidate.id, { digest, hash: await hashApiKey(secret) });
      // Reads the credential again, because another process may have adopted the key first.
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
