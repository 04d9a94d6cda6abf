import type { Services, View } from '../context.js';
import { createStores } from '../stores/create-stores.js';
import type { Database, Replica, Tenant } from '@memory-gateway/database';
import type { Caller } from './caller.js';

// A view takes some 30 kB, and the ids of the projects of its caller.
const MOST_VIEWS = 1_000;

/**
 * Returns a function that gives a request a view of the database behind row-level security. Admins have none. Requests with the
 * same reach share a view.
 */
export function createTenantWall(database: Database, replica: Replica | null): NonNullable<Services['tenantWall']> {
  const views = new Map<string, View & Pick<Services, 'replica'>>();
  const createView = (tenant: Tenant) => {
    const own = database.asTenant(tenant);
    return { ...toView(own), replica: replica && toView(replica.readsOf(own, tenant)) };
  };
  return ({ user, key, isAdmin }: Caller) => {
    if (isAdmin || !user) return null;
    const keyProjectId = key?.projectId ?? null;
    const name = `${user.id} ${keyProjectId ?? ''}`;
    const view = views.get(name) ?? createView({ userId: user.id, keyProjectId });
    // A Map iterates in insertion order, so its first entry is the least recently used one.
    views.delete(name);
    views.set(name, view);
    if (views.size > MOST_VIEWS) views.delete(views.keys().next().value ?? '');
    return view;
  };
}

export function toView(database: Database): View {
  return { database, stores: createStores(database, database) };
}
