import { useMemo } from 'react';
import { useViewer } from './session';

/** Values that the signed-in user keeps in this browser. Other users of the browser have values of their own. */
export interface OwnStorage {
  /** Returns the stored value, or null. */
  read(name: string): unknown;
  /** Stores a value if the browser has room and lets it. */
  write(name: string, value: unknown): void;
  remove(name: string): void;
}

/** What the user did and opened. Saved operations and views are not in this list. */
const removedAtSignOut = ['explorer-history', 'recent'];

/** Returns the storage of the signed-in user. */
export function useOwnStorage(): OwnStorage {
  const { user } = useViewer();
  return useMemo(() => openStorage(user?.id), [user?.id]);
}

/** Removes what must not outlast the session of the user: history, recent pages and the texts in the editor of the Explorer. */
export function forgetSession(userId: string | undefined): void {
  const storage = openStorage(userId);
  try {
    for (const name of removedAtSignOut) storage.remove(name);
    window.sessionStorage.clear();
  } catch {
    // A blocked storage has kept nothing.
  }
}

function openStorage(userId = 'no-user'): OwnStorage {
  const toKey = (name: string) => `memory-gateway-${userId}-${name}`;
  return {
    read(name) {
      try {
        return JSON.parse(window.localStorage.getItem(toKey(name)) ?? 'null') as unknown;
      } catch {
        return null;
      }
    },
    write(name, value) {
      // A full or blocked storage must not stop what the user does.
      try {
        window.localStorage.setItem(toKey(name), JSON.stringify(value));
      } catch {
        return;
      }
    },
    remove(name) {
      window.localStorage.removeItem(toKey(name));
    },
  };
}
