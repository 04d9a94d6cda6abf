import type { PrismaReads } from './prisma-client.js';
import { runWith, statementsWith, type Executor } from './run-statement.js';
import { createTenantMemberships } from './tenant-memberships.js';
import { createTenantReads } from './tenant-reads.js';
import { runTransaction, type Connections, type TransactionTenant } from './transaction.js';
import type { Turns } from './turns.js';
import type { Database, Tenant } from './types.js';

export interface Access extends Connections {
  readonly retries: number;
  /** Of transactions that write, of all callers. */
  readonly turns: Turns;
}

/** Returns the tenant of transactions. Without `isPrepared`, nothing has a name. */
export function toTransactionTenant(
  tenant: Tenant,
  { nameOf, isPrepared }: { nameOf: Executor['nameOf']; isPrepared: boolean },
): TransactionTenant {
  return {
    memberships: createTenantMemberships(tenant, { isPrepared }),
    // A plan belongs to a role: under one name, a connection would plan a statement again each time that the role changes.
    nameOf(text) {
      const name = nameOf(text);
      return name && `${name}_tenant`;
    },
  };
}

/** Returns the ways to run statements: one at a time, and in transactions. */
export function accessAs(access: Access): Pick<Database, 'query' | 'execute' | 'transaction' | 'readTransaction'> {
  const { pool, health, nameOf, tenant, retries, turns } = access;
  const readTransaction: Database['transaction'] = (work) => runTransaction(access, work, retries);
  const transaction: Database['transaction'] = (work) => turns.run(() => readTransaction(work));
  if (!tenant) return { ...statementsWith(pool, { health, nameOf }), transaction, readTransaction };
  return {
    query: runWith(createTenantReads(pool, tenant.memberships), { health, nameOf: tenant.nameOf }, 'read'),
    execute: (text, values) => transaction((tx) => tx.execute(text, values)),
    transaction,
    readTransaction,
  };
}

/** Returns the database as a tenant sees it. Prisma reads run in transactions of their own. */
export function createTenantView(owner: Database, access: Access & { readonly tenant: TransactionTenant }): Database {
  const inside = accessAs(access);
  return {
    ...owner,
    ...inside,
    prisma: () => Promise.resolve(createReads(inside.readTransaction)),
    asOwner: owner,
    expectProject: (projectId) => access.tenant.memberships.expectProject(projectId),
  };
}

type Read = (args: unknown) => Promise<unknown>;

// The client on the pool merges reads of one moment into one statement, also reads of different callers.
function createReads(readTransaction: Database['readTransaction']): PrismaReads {
  const modelOf = (model: string) =>
    new Proxy(
      {},
      {
        get: (_target, method: string) => (args: unknown) =>
          readTransaction(async (tx) => {
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
