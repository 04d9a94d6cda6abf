import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { graphql } from 'graphql';
import { createAuthenticator } from '../../src/auth/authenticate.js';
import type { ProjectAccess } from '../../src/stores/access/access-rows.js';
import { createContext, type AppContext, type Services } from '../../src/context.js';
import { buildSchema } from '../../src/schema/index.js';
import { TENANT_ROLE } from '../../packages/database/src/tenant-role.js';
import { graphqlOperations, type GraphQLOperation } from './graphql-operations.js';
import { settleIsolation, type IsolationWorld } from './world.js';

/** Tables that the role may use although they have no policy. They hold no text of a tenant. */
const SHARED = ['embedders', 'idempotency_keys'];

/** Tables that the role may not read. */
const CLOSED = ['_prisma_migrations', 'imported_records', 'membership_versions', 'rate_limits', 'settings'];

interface Table {
  readonly name: string;
  readonly isSecured: boolean;
  readonly isGranted: boolean;
  readonly place: 'project_id' | 'organization_id' | null;
}

const TABLES = `
  SELECT c.relname AS name, c.relrowsecurity AS is_secured,
    has_table_privilege('${TENANT_ROLE}', c.oid, 'SELECT') AS is_granted,
    (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('project_id', 'organization_id') AND NOT a.attisdropped
     ORDER BY a.attname DESC LIMIT 1) AS place
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY c.relname`;

const PARTITIONS = `
  SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relispartition AND has_table_privilege('${TENANT_ROLE}', c.oid, 'SELECT')`;

const schema = buildSchema();

describe.runIf(inject('databases').kind === 'postgres')('row-level security', () => {
  let world: IsolationWorld;
  let services: Services;
  let tables: readonly Table[];
  beforeAll(async () => {
    world = await settleIsolation();
    services = world.test.app.services;
    tables = await services.database.query<Table>(TABLES);
  }, 60_000);
  afterAll(() => world.test.close());

  /** The context of the owner of the own tenant, behind the wall. */
  async function ownContext(): Promise<AppContext> {
    const authenticator = createAuthenticator(services);
    const { caller } = await authenticator.authenticate({ authorization: `Bearer ${world.keys.owner ?? ''}` });
    await authenticator.close();
    return createContext(services, { caller, requestId: 'row-security' });
  }

  it('covers each table, also one that is added later', async () => {
    const wrong = tables.filter(({ name, isSecured, isGranted }) => {
      if (CLOSED.includes(name)) return isSecured || isGranted;
      return SHARED.includes(name) ? isSecured || !isGranted : !isSecured || !isGranted;
    });
    expect(wrong).toEqual([]);
    expect(tables.length).toBeGreaterThan(35);
    expect(await services.database.query(PARTITIONS)).toEqual([]);
  });

  it('shows and changes no row of a foreign tenant, whatever the statement says', async () => {
    const { database } = await ownContext();
    const { project, organization } = world.ids.foreign;
    const seen: string[] = [];
    for (const { name, place } of tables.filter(({ isSecured }) => isSecured)) {
      const foreign = place === 'organization_id' ? organization : project;
      const where = place === null ? 'true' : `${place} = '${foreign}'`;
      const [all] = await services.database.query<{ rows: number }>(
        `SELECT count(*) AS rows FROM ${name} WHERE ${where}`,
      );
      if (all && all.rows > 0) seen.push(name);
      const rows = await database.query(`SELECT to_jsonb(t)::text AS row FROM ${name} t`);
      // Names and addresses of users are looked up across organizations, by their policy; requests are refused by the application.
      if (name !== 'users') expect(JSON.stringify(rows), name).not.toContain(world.canaries.foreign);
      if (place === null) continue;
      expect(await database.query(`SELECT FROM ${name} WHERE ${where}`), name).toEqual([]);
      await database.transaction(async (tx) => {
        expect(await tx.query(`DELETE FROM ${name} WHERE ${where} RETURNING 1`), name).toEqual([]);
      });
    }
    // The foreign tenant has rows to hide in most tables.
    expect(seen.length).toBeGreaterThan(20);
  });

  it('stores no row in a foreign tenant', async () => {
    const { database } = await ownContext();
    const { project, organization } = world.ids.foreign;
    const moved: string[] = [];
    for (const { name, place } of tables.filter(({ isSecured }) => isSecured)) {
      // A key or app of the caller's own opens only what the caller may enter.
      if (place === null || ['api_keys', 'connected_apps'].includes(name)) continue;
      const own = place === 'organization_id' ? world.ids.own.organization : world.ids.own.project;
      const move = `UPDATE ${name} SET ${place} = '${place === 'organization_id' ? organization : project}' WHERE ${place} = '${own}'`;
      const outcome = await database.execute(`${move} RETURNING 1`).then(
        (rows) => (rows.length === 0 ? 'nothing' : 'moved'),
        (error: unknown) => String(error),
      );
      moved.push(`${name}: ${outcome.replace(/.*violates row-level security.*/, 'refused')}`);
    }
    expect(moved.filter((line) => !/: (refused|nothing)$/.test(line))).toEqual([]);
    expect(moved.filter((line) => line.endsWith('refused')).length).toBeGreaterThan(15);
  });

  describe('holds without the checks of the application', () => {
    /** Grants every project and organization to the caller, as if `authorize` had been forgotten. */
    async function forgedContext(isWalled: boolean): Promise<AppContext> {
      const ctx = await ownContext();
      const { database, stores } = isWalled ? ctx : services;
      const [found] = await services.stores.access.projects([world.ids.foreign.project], {
        userId: null,
        keyProjectId: null,
      });
      if (!found) throw new Error('The foreign project is missing.');
      // Texts of the row itself are removed: `authorize` would have read it.
      const forged: ProjectAccess = {
        ...found,
        projectRole: 'OWNER',
        organizationRole: 'OWNER',
        project: { ...found.project, name: 'forged', description: null, customInstructions: null },
        organization: { ...found.organization, name: 'forged' },
      };
      const { organization } = world.ids.foreign;
      const place = {
        organizationId: organization,
        organizationRole: 'OWNER' as const,
        projectMember: true,
        keyProjectInside: false,
      };
      const access = {
        ...ctx.access,
        project: () => Promise.resolve(forged),
        organization: () => Promise.resolve(place),
        prime: () => undefined,
        forget: () => undefined,
      };
      return { ...ctx, database, stores, access };
    }

    async function run(operation: GraphQLOperation, isWalled: boolean): Promise<string> {
      const contextValue = await forgedContext(isWalled);
      const variableValues = operation.variables(world.ids.foreign);
      return JSON.stringify(await graphql({ schema, source: operation.document, variableValues, contextValue }));
    }

    it('in each query', { timeout: 60_000 }, async () => {
      const leaks: string[] = [];
      for (const operation of graphqlOperations(schema, 'query')) {
        if ((await run(operation, false)).includes(world.canaries.foreign)) leaks.push(operation.name);
        expect(await run(operation, true), operation.name).not.toContain(world.canaries.foreign);
      }
      // Without the policies, the same requests show texts of the foreign tenant.
      expect(leaks.length, leaks.join()).toBeGreaterThan(6);
    });

    it('in each mutation', { timeout: 60_000 }, async () => {
      const state = () =>
        services.database.query<{ name: string; rows: string }>(FOREIGN_STATE, [world.ids.foreign.project]);
      const before = await state();
      for (const operation of graphqlOperations(schema, 'mutation')) {
        await run(operation, true);
        expect(await state(), operation.name).toEqual(before);
      }
    });
  });

  // Of webhooks and deliveries, only what attempts do not change: the worker makes them meanwhile.
  const FOREIGN_STATE = `
    SELECT 'memories' AS name, md5(string_agg(to_jsonb(t)::text, ',' ORDER BY t.id)) AS rows FROM memories t WHERE project_id = $1
    UNION ALL SELECT 'history', md5(string_agg(to_jsonb(t)::text, ',' ORDER BY t.id)) FROM memory_history t WHERE project_id = $1
    UNION ALL SELECT 'entities', md5(string_agg(to_jsonb(t)::text, ',' ORDER BY t.id)) FROM entities t WHERE project_id = $1
    UNION ALL SELECT 'events', md5(string_agg(to_jsonb(t)::text, ',' ORDER BY t.id)) FROM events t WHERE project_id = $1
    UNION ALL SELECT 'exports', md5(string_agg(to_jsonb(t)::text, ',' ORDER BY t.id)) FROM exports t WHERE project_id = $1
    UNION ALL SELECT 'webhooks', md5(string_agg((to_jsonb(t) - '{failures,failing_since,paused_until}'::text[])::text, ',' ORDER BY t.id)) FROM webhooks t WHERE project_id = $1
    UNION ALL SELECT 'deliveries', md5(string_agg(concat_ws(' ', t.id, t.webhook_id, t.payload, t.replays), ',' ORDER BY t.id)) FROM webhook_deliveries t WHERE project_id = $1
    UNION ALL SELECT 'feedback', md5(string_agg(to_jsonb(t)::text, ',' ORDER BY t.id)) FROM feedback t WHERE project_id = $1
    UNION ALL SELECT 'links', md5(string_agg(to_jsonb(t)::text, ',' ORDER BY t.id)) FROM memory_links t WHERE project_id = $1
    UNION ALL SELECT 'members', md5(string_agg(to_jsonb(t)::text, ',' ORDER BY t.user_id)) FROM project_members t WHERE project_id = $1
    UNION ALL SELECT 'deletions', md5(string_agg(to_jsonb(t)::text, ',' ORDER BY t.id)) FROM deletions t WHERE project_id = $1
    UNION ALL SELECT 'invitations', md5(string_agg(to_jsonb(t)::text, ',' ORDER BY t.id)) FROM invitations t WHERE project_id = $1
    UNION ALL SELECT 'profiles', md5(string_agg(to_jsonb(t)::text, ',' ORDER BY t.entity_name)) FROM profiles t WHERE project_id = $1
    UNION ALL SELECT 'project', md5(to_jsonb(t)::text) FROM projects t WHERE id = $1`;
});
