import type { Services } from '../context.js';
import { createStores } from '../stores/create-stores.js';
import type { Database } from '../stores/database/open-database.js';
import type { Caller } from './caller.js';

/** Returns a function that gives a request a view of the database behind row-level security. Admins have none. */
export function createTenantWall(database: Database): NonNullable<Services['tenantWall']> {
  return ({ user, key, isAdmin }: Caller) => {
    if (isAdmin || !user) return null;
    const view = database.asTenant({ userId: user.id, keyProjectId: key?.projectId ?? null });
    return { database: view, stores: createStores(view, view) };
  };
}
