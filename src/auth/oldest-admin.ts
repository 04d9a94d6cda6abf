import type { Services } from '../context.js';
import type { UserRow } from '../stores/user-store.js';

/** Finds the user that requests with the shared admin key, or with authentication disabled, act as. */
export interface OldestAdmin {
  /** @returns the admin who was created first, or null if there is no admin */
  find(): Promise<UserRow | null>;
  close(): void;
}

const FRESH_MS = 5_000;

/** Caches the oldest admin for a few seconds, or until the bus announces a changed user. */
export function createOldestAdmin({ stores, bus, now }: Pick<Services, 'stores' | 'bus' | 'now'>): OldestAdmin {
  let kept: { readonly admin: UserRow; readonly readAt: number } | null = null;
  let changes = 0;
  const unsubscribe = bus.subscribe('credentialChanged', () => {
    changes += 1;
    kept = null;
  });
  return {
    async find() {
      if (kept && now().getTime() - kept.readAt < FRESH_MS) return kept.admin;
      const before = changes;
      const readAt = now().getTime();
      const admin = await stores.users.oldestAdmin();
      // A missing admin is not cached: the first admin must take effect at once.
      if (admin && changes === before) kept = { admin, readAt };
      return admin;
    },
    close: unsubscribe,
  };
}
