import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { newId } from '../../src/ids.js';
import {
  connectDatabase,
  type Database,
  ensureTenantRole,
  holdTransaction,
  prepared,
  type Queryable,
} from '@memory-gateway/database';
import { TENANT_ROLE } from '../../packages/database/src/tenant-role.js';
import { emptyDatabase, testConnectionString, testDatabase } from '../setup/database.js';

const NAMES = prepared('SELECT name FROM projects ORDER BY name');

describe.runIf(inject('databases').kind === 'postgres')('the database as a tenant sees it', () => {
  let owner: Database;
  let tenant: Database;
  let one: Database;
  beforeAll(async () => {
    // One connection, so that a role that stayed would show.
    one = connectDatabase({
      kind: 'postgres',
      connectionString: testConnectionString(),
      maxConnections: 1,
      close: async () => undefined,
    });
  });
  afterAll(() => one.close());
  beforeEach(async () => {
    owner = await testDatabase();
    await emptyDatabase(owner);
    expect(await ensureTenantRole(owner)).toEqual({ isOn: true });
    const userId = newId();
    await owner.query(`INSERT INTO users (id, name, email, password_hash) VALUES ($1, 'ann', 'ann@example.com', 'x')`, [
      userId,
    ]);
    await owner.query(`INSERT INTO organizations (id, name) VALUES ('org_a', 'a'), ('org_b', 'b')`);
    await owner.query(
      `INSERT INTO projects (id, organization_id, name) VALUES ('proj_a', 'org_a', 'a'), ('proj_b', 'org_b', 'b')`,
    );
    await owner.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ('proj_a', $1, 'OWNER')`, [
      userId,
    ]);
    tenant = one.asTenant({ userId, keyProjectId: null });
  });

  const names = async (db: Pick<Queryable, 'query'>): Promise<string> =>
    (await db.query<{ name: string }>(NAMES)).map(({ name }) => name).join();
  const role = async (db: Pick<Queryable, 'query'>): Promise<unknown> =>
    (await db.query<{ role: string }>('SELECT current_user AS role'))[0]?.role;

  it('has the rows of the caller, and the connection has all again afterwards', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(await names(tenant)).toBe('a');
      expect(await names(one)).toBe('a,b,default-project');
    }
    expect(await role(tenant)).toBe(TENANT_ROLE);
    expect(await role(one)).toBe('postgres');
  });

  it('has no row outside of the project of the key', async () => {
    const [user] = await owner.query<{ id: string }>('SELECT id FROM users');
    const bound = one.asTenant({ userId: String(user?.id), keyProjectId: 'proj_b' });
    expect(await names(bound)).toBe('');
  });

  it('keeps values, errors and simultaneous statements apart', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_unused, index) =>
        index % 5 === 0
          ? tenant.query('SELECT 1 / $1::int AS n', [0]).catch((error: unknown) => String(error))
          : tenant.query('SELECT $1::int AS n, name FROM projects', [index]),
      ),
    );
    expect(answers).toEqual(
      answers.map((_unused, index) => (index % 5 === 0 ? 'error: division by zero' : [{ n: index, name: 'a' }])),
    );
  });

  it('returns to the role after an excursion, also when it fails', async () => {
    await tenant.transaction(async (tx) => {
      expect([await names(tx), await names(tx.asOwner), await names(tx)]).toEqual(['a', 'a,b,default-project', 'a']);
      expect(await tx.runAsOwner(names)).toBe('a,b,default-project');
      expect(await names(tx)).toBe('a');
      const failed = tx.runAsOwner(() => Promise.reject(new Error('No.')));
      await expect(failed).rejects.toThrow('No.');
      expect(await role(tx)).toBe(TENANT_ROLE);
      expect(await (await tx.prisma()).project.findMany({ select: { name: true } })).toEqual([{ name: 'a' }]);
    });
    expect(await names(one)).toBe('a,b,default-project');
  });

  it('sends the last statements of an excursion as the owner, and its own as the tenant', async () => {
    const rename = (from: string) => () => ({
      text: `UPDATE projects SET name = name || '!' WHERE name = $1`,
      values: [from],
    });
    await tenant.transaction(async (tx) => {
      await tx.runAsOwner(async (all) => all.queryLast(rename('b')));
      tx.queryLast(rename('default-project'));
      tx.queryLast(rename('a'));
    });
    expect(await names(one)).toBe('a!,b!,default-project');
  });

  it('shows rows that an excursion added', async () => {
    await tenant.transaction(async (tx) => {
      const [user] = await tx.query<{ id: string }>('SELECT id FROM users');
      await tx.runAsOwner((all) =>
        all.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ('proj_b', $1, 'READER')`, [
          user?.id,
        ]),
      );
      expect(await names(tx)).toBe('a,b');
    });
  });

  it('has the memberships of the moment in each unit of work', async () => {
    const [user] = await owner.query<{ id: string }>('SELECT id FROM users');
    const reads = ({ transaction }: Pick<Database, 'transaction'>) => transaction(names);
    const changes: readonly (readonly [statement: string, expected: string])[] = [
      [`INSERT INTO project_members (project_id, user_id, role) VALUES ('proj_b', $1, 'READER')`, 'a,b'],
      [`UPDATE project_members SET role = 'OWNER' WHERE user_id = $1`, 'a,b'],
      [`DELETE FROM project_members WHERE project_id = 'proj_a' AND user_id = $1`, 'b'],
      [`INSERT INTO organization_members (organization_id, user_id, role) VALUES ('org_a', $1, 'OWNER')`, 'a,b'],
      [
        `INSERT INTO projects (id, organization_id, name) SELECT 'proj_c', organization_id, 'c' FROM organization_members WHERE user_id = $1`,
        'a,b,c',
      ],
      [
        `UPDATE projects SET organization_id = 'org_b' WHERE id = 'proj_c' AND EXISTS (SELECT FROM users WHERE id = $1)`,
        'a,b',
      ],
      [`DELETE FROM organization_members WHERE user_id = $1`, 'b'],
      [`DELETE FROM projects WHERE id = 'proj_b' AND EXISTS (SELECT FROM users WHERE id = $1)`, ''],
    ];
    for (const read of [names, reads]) {
      for (const [statement, expected] of changes) {
        await names(tenant);
        await owner.transaction((tx) => tx.query(statement, [user?.id]));
        expect(await read(tenant), statement).toBe(expected);
      }
      expect(await owner.query('SELECT version FROM membership_versions')).toHaveLength(1);
      await owner.query('DELETE FROM users');
      expect(await owner.query('SELECT version FROM membership_versions')).toEqual([]);
      expect(await read(tenant)).toBe('');
      await owner.query(
        `INSERT INTO users (id, name, email, password_hash) VALUES ($1, 'ann', 'ann@example.com', 'x')`,
        [user?.id],
      );
      await owner.query(`INSERT INTO projects (id, organization_id, name) VALUES ('proj_b', 'org_b', 'b')`);
      await owner.query(`DELETE FROM projects WHERE id = 'proj_c'`);
      await owner.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ('proj_a', $1, 'OWNER')`, [
        user?.id,
      ]);
    }
  });

  it('forgets memberships that a transaction of its own took back', async () => {
    const [user] = await owner.query<{ id: string }>('SELECT id FROM users');
    const join = `INSERT INTO project_members (project_id, user_id, role) VALUES ('proj_b', $1, 'READER')`;
    const undone = tenant.transaction(async (tx) => {
      await tx.runAsOwner((all) => all.query(join, [user?.id]));
      expect(await names(tx)).toBe('a,b');
      throw new Error('No.');
    });
    await expect(undone).rejects.toThrow('No.');
    expect(await names(tenant)).toBe('a');
  });

  it('runs a statement again that met outdated memberships, once', async () => {
    const [user] = await owner.query<{ id: string }>('SELECT id FROM users');
    await names(tenant);
    await owner.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ('proj_b', $1, 'READER')`, [
      user?.id,
    ]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => names(tenant)));
    expect(answers).toEqual(Array.from({ length: 5 }, () => 'a,b'));
    await owner.query(`DELETE FROM project_members WHERE user_id = $1 AND project_id = 'proj_b'`, [user?.id]);
    // An error of the statement itself is returned.
    await expect(tenant.query('SELECT 1 / $1::int AS n FROM projects', [0])).rejects.toThrow('division by zero');
    await owner.query(`INSERT INTO project_members (project_id, user_id, role) VALUES ('proj_b', $1, 'OWNER')`, [
      user?.id,
    ]);
    const add = `INSERT INTO entities (project_id, type, name) VALUES ('proj_b', 'user', 'bob') RETURNING name`;
    expect(await tenant.execute(add)).toEqual([{ name: 'bob' }]);
    expect(await owner.query('SELECT name FROM entities')).toEqual([{ name: 'bob' }]);
  });

  it('refuses to write with a statement that reads, and stays ready', async () => {
    const add = `INSERT INTO entities (project_id, type, name) VALUES ('proj_a', 'user', 'bob')`;
    await expect(tenant.query(add)).rejects.toThrow('A statement that writes must be sent with `execute`.');
    expect(await owner.query('SELECT name FROM entities')).toEqual([]);
    await expect(one.ping()).resolves.toBeUndefined();
  });

  it('has all projects of a caller with many, whichever comes first', async () => {
    const [user] = await owner.query<{ id: string }>('SELECT id FROM users');
    await owner.query(
      `INSERT INTO projects (id, organization_id, name) SELECT 'proj_' || n, 'org_a', 'p' || n FROM generate_series(1, 300) AS n`,
    );
    const member = `INSERT INTO project_members (project_id, user_id, role) SELECT 'proj_' || n, $1, 'OWNER' FROM generate_series(1, 300) AS n`;
    await owner.query(member, [user?.id]);
    await owner.query(
      `INSERT INTO entities (project_id, type, name) SELECT id, 'user', id FROM projects WHERE id LIKE 'proj_%'`,
    );
    const seen = async () =>
      (await tenant.query<{ name: string }>('SELECT name FROM entities ORDER BY name')).map(({ name }) => name);
    const all = await seen();
    expect(all).toHaveLength(301);
    const projects = await names(tenant);
    expect(projects.split(',')).toHaveLength(301);
    for (const project of ['proj_300', 'proj_1', 'proj_1', 'proj_b', 'proj_30', 'proj_', '']) {
      tenant.expectProject(project);
      expect(await seen()).toEqual(all);
      expect(await names(tenant)).toBe(projects);
    }
    expect(await owner.query(`SELECT name FROM entities WHERE name = 'proj_b'`)).toHaveLength(1);
  });

  it('expects as many rows as without policies, so that it uses the same indexes', async () => {
    await owner.query(
      `INSERT INTO projects (id, organization_id, name) SELECT 'proj_' || n, 'org_b', 'p' || n FROM generate_series(1, 200) AS n`,
    );
    await owner.query(
      `INSERT INTO entities (project_id, type, name) SELECT id, 'user', n FROM projects, generate_series(1, 50) AS n WHERE id LIKE 'proj_%'`,
    );
    await owner.query('ANALYZE entities');
    const expectedRows = async (db: Database) => {
      const [row] = await db.query<{ 'QUERY PLAN': readonly { Plan: Record<string, number> }[] }>(
        `EXPLAIN (FORMAT JSON) SELECT name FROM entities WHERE project_id = 'proj_a'`,
      );
      return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
    };
    expect(await expectedRows(owner)).toBeGreaterThan(40);
    expect(await expectedRows(tenant)).toBeGreaterThan(0.9 * (await expectedRows(owner)));
  });

  it('keeps the role over savepoints of a held transaction', async () => {
    const held = holdTransaction(tenant);
    await held.database.transaction((tx) => tx.query(`UPDATE projects SET name = 'c' WHERE id = 'proj_a'`));
    const failed = held.database.asOwner.transaction(async (tx) => {
      expect(await names(tx)).toBe('b,c,default-project');
      await tx.query('SELECT 1 / 0');
    });
    await expect(failed).rejects.toThrow('division by zero');
    expect(await names(held.database)).toBe('c');
    expect(await names(held.database.asOwner)).toBe('b,c,default-project');
    await held.commit(async (last) => expect(await names(last)).toBe('c'));
    expect(await names(one)).toBe('b,c,default-project');
  });

  it('commits the last statements of a part without the role together with the others', async () => {
    const failed = tenant.transaction((tx) =>
      tx.runAsOwner(async (own) => {
        await own.execute(`UPDATE projects SET name = 'c' WHERE id = 'proj_b'`);
        own.queryLast(() => ({ text: 'SELECT 1 / 0', values: [] }));
      }),
    );
    await expect(failed).rejects.toThrow('division by zero');
    expect(await names(one)).toBe('a,b,default-project');
  });

  it('works with typed reads and without prepared statements', async () => {
    expect(await (await tenant.prisma()).project.findMany({ select: { name: true } })).toEqual([{ name: 'a' }]);
    const url = new URL(testConnectionString());
    url.searchParams.set('pgbouncer', 'true');
    const pooled = connectDatabase({ kind: 'postgres', connectionString: url.href, close: async () => undefined });
    const [user] = await owner.query<{ id: string }>('SELECT id FROM users');
    const view = pooled.asTenant({ userId: String(user?.id), keyProjectId: null });
    expect(await names(view)).toBe('a');
    expect(await view.transaction(names)).toBe('a');
    await pooled.close();
  });

  it('stays off for a user who may not create the role', async () => {
    await owner.query(
      `DO $$ BEGIN CREATE ROLE memory_gateway_test_plain LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    );
    const url = new URL(testConnectionString());
    url.username = 'memory_gateway_test_plain';
    const plain = connectDatabase({ kind: 'postgres', connectionString: url.href, close: async () => undefined });
    expect(await ensureTenantRole(plain)).toEqual({
      isOn: false,
      reason: expect.stringMatching(/permission denied|must be|must have/),
    });
    await plain.close();
  });
});
