import type { Database } from './types.js';
import type { PrismaReads } from './prisma-client.js';
import { queryWith, type Executor } from './run-statement.js';
import { createTenantReach } from './tenant-reach.js';
import type { Tenant } from './tenant-statement.js';
import { runTransaction, type Connections, type TenantSteps } from './transaction.js';

export type Access = Connections & { readonly retries: number };

/** Returns what a tenant's units of work send. Without names, nothing is prepared. */
export function toTenantSteps(tenant: Tenant, nameOf: Executor['nameOf'], isPrepared: boolean): TenantSteps {
  const reach = createTenantReach(tenant);
  return {
    reach,
    enter: () => reach.enter(),
    single() {
      const { step, isOutdated } = reach.enter();
      return { before: [step], after: [], isPrepared, isOutdated };
    },
    asOwner: () => ({ before: [reach.leave], after: [reach.resume], isPrepared }),
    // A plan belongs to a role: under one name, a connection would plan a statement again each time that the role changes.
    nameOf(text) {
      const name = nameOf(text);
      return name && `${name}_tenant`;
    },
  };
}

/** Returns the two ways to run statements: one at a time, and in transactions. */
export function accessAs(access: Access): Pick<Database, 'query' | 'transaction'> {
  const { pool, health, nameOf, tenant, retries } = access;
  return {
    query: queryWith(pool, tenant ? { health, nameOf: tenant.nameOf, escort: tenant.single } : { health, nameOf }),
    transaction: (work) => runTransaction(access, work, retries),
  };
}

/** Returns the database as a tenant sees it. Prisma reads run in transactions of their own. */
export function createTenantView(owner: Database, access: Access & { readonly tenant: TenantSteps }): Database {
  const inside = accessAs(access);
  return {
    ...owner,
    ...inside,
    prisma: () => Promise.resolve(createReads(inside.transaction)),
    asOwner: owner,
    focus: (projectId) => access.tenant.reach.focus(projectId),
  };
}

type Read = (args: unknown) => Promise<unknown>;

// The client on the pool merges reads of one moment into one statement, also reads of different callers.
function createReads(transaction: Database['transaction']): PrismaReads {
  const modelOf = (model: string) =>
    new Proxy(
      {},
      {
        get: (_target, method: string) => (args: unknown) =>
          transaction(async (tx) => {
            // By name, because the proxy knows model and method as texts only.
            const models = (await tx.prisma()) as unknown as Record<string, Record<string, Read>>;
            return models[model]?.[method]?.(args);
          }),
      },
    );
  // Without `then`, so that a promise can resolve to it.
  return new Proxy(
    {},
    {
      get: (_target, model) => (typeof model === 'string' && model !== 'then' ? modelOf(model) : undefined),
    },
  ) as PrismaReads;
}
