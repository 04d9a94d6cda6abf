import type { Services } from '../context.js';
import type { UserRow } from '../stores/user/user-store.js';

/** Finds whom calls stand for that bring no key of their own. */
export interface OldestAdmin {
  /** @returns the admin who was there first; null before there is any */
  find(): Promise<UserRow | null>;
  close(): void;
}

const FRESH_MS = 5_000;

/** Remembers the oldest admin for some seconds; what the bus says about changed users takes effect at once. */
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
      // Nobody yet is asked for again each time: the first one is to be seen at once.
      if (admin && changes === before) kept = { admin, readAt };
      return admin;
    },
    close: unsubscribe,
  };
}
