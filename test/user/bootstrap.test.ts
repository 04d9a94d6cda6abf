import { beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../src/auth/authenticate.js';
import { verifyPassword } from '@memory-gateway/credentials';
import { bootstrap } from '../../src/commands/bootstrap.js';
import { runBootstrapCommand } from '../helpers/run-command.js';
import { createFirstAdmin, insertFirstAdmin, prepareFirstAdmin } from '../../src/resolvers/user/create-first-admin.js';
import { createContext } from '../../src/context.js';
import { transact } from '../../src/unit-of-work/transact.js';
import { viewer } from '../../src/resolvers/viewer/get-viewer.js';
import { defaultTenant, lingering, people, person, testServices, type TestServices } from '../helpers/context.js';

let services: TestServices;

beforeEach(async () => {
  services = await testServices();
});

describe('bootstrap', () => {
  it('creates an admin who owns the default organization and project, and a key that works', async () => {
    const made = await bootstrap(services, {});
    const { organizationId, projectId } = await defaultTenant(services);
    expect(made).toEqual({
      email: 'admin@example.com',
      password: expect.any(String) as string,
      apiKey: expect.any(String) as string,
      orgId: organizationId,
      projectId,
    });
    const [user] = await services.database.query<{ passwordHash: string; role: string }>(
      'SELECT password_hash, role FROM users',
    );
    expect(user?.role).toBe('admin');
    expect(await verifyPassword(made.password, user?.passwordHash ?? '')).toBe(true);

    const authenticator = createAuthenticator(services);
    const { caller } = await authenticator.authenticate({ apiKey: made.apiKey });
    const seen = await viewer(createContext(services, { caller, requestId: 'test' }));
    await authenticator.close();
    expect(seen).toMatchObject({
      isAdmin: true,
      organization: { id: organizationId, role: 'OWNER' },
      project: { id: projectId, role: 'OWNER' },
    });
    const owners = await services.database.query(
      `SELECT role FROM project_members UNION ALL SELECT role FROM organization_members`,
    );
    expect(owners).toEqual([{ role: 'OWNER' }, { role: 'OWNER' }]);
    expect(await services.database.query('SELECT label FROM api_keys')).toEqual([{ label: 'bootstrap' }]);
  });

  it('takes what the operator chose', async () => {
    const made = await bootstrap(services, { email: ' Ada@Example.org', password: 'correct horse', name: 'Ada' });
    expect([made.email, made.password]).toEqual(['ada@example.org', 'correct horse']);
  });

  it('creates one admin, however many try at once', async () => {
    const attempts = ['a', 'b', 'c'].map((name) =>
      createFirstAdmin(services, { name, email: `${name}@example.com`, password: 'password of many' }),
    );
    const outcomes = await Promise.allSettled([...attempts, bootstrap(services)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409 });
    expect(await services.stores.users.count()).toBe(1);
  });

  it('creates one admin, even if all who try have found none', async () => {
    const slow = lingering(services, /role = 'admin'/);
    const admins = [];
    for (const name of ['a', 'b', 'c'])
      admins.push(
        await prepareFirstAdmin(services, { name, email: `${name}@example.com`, password: 'password of many' }),
      );
    const outcomes = await Promise.allSettled(
      admins.map((admin) => transact(slow, (unit) => insertFirstAdmin(unit, admin))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await services.stores.users.count()).toBe(1);
  });

  it('leaves nothing behind when there is an admin', async () => {
    await people(services);
    await expect(bootstrap(services)).rejects.toMatchObject({ status: 409 });
    expect(await services.database.query('SELECT id FROM api_keys')).toEqual([]);
  });

  it('does not take over the address of a user', async () => {
    await person(services, 'ada');
    await expect(bootstrap(services, { email: 'ada@example.com' })).rejects.toMatchObject({ status: 409 });
  });

  it('reports every invalid value at once', async () => {
    const refused = createFirstAdmin(services, { name: '', email: 'x', password: 'short' });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      fields: { name: [expect.any(String)], email: [expect.any(String)], password: [expect.any(String)] },
    });
  });
});

describe('the command line of bootstrap', () => {
  async function run(
    ...argv: string[]
  ): Promise<{ code: number | null; stdout: string; stderr: string; opened: number; closed: number }> {
    const result = { stdout: '', stderr: '', opened: 0, closed: 0 };
    const io = {
      stdout: { write: (text: string) => (result.stdout += text) },
      stderr: { write: (text: string) => (result.stderr += text) },
    };
    const open = async () => {
      result.opened += 1;
      return { services, close: async () => void (result.closed += 1) };
    };
    const code = await runBootstrapCommand(argv, io, open, {
      apiUrl: 'http://localhost:8888',
      dashboardUrl: 'http://localhost:3000',
    });
    return { code, ...result };
  }

  it('prints one JSON object alone', async () => {
    const { code, stdout, stderr, closed } = await run(
      '--json',
      '--email',
      'ada@example.com',
      '--password',
      'correct horse',
      '--name',
      'Ada',
    );
    expect([code, stderr, closed]).toEqual([0, '', 1]);
    const { organizationId, projectId } = await defaultTenant(services);
    expect(JSON.parse(stdout)).toEqual({
      api_url: 'http://localhost:8888',
      dashboard_url: 'http://localhost:3000',
      email: 'ada@example.com',
      password: 'correct horse',
      api_key: expect.stringMatching(/^m0sk_/) as string,
      org_id: organizationId,
      project_id: projectId,
    });
  });

  it('prints lines for people', async () => {
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toMatch(/Email +admin@example\.com\n/);
    expect(stdout).toMatch(/API key +m0sk_\S+\n/);
    expect(stdout).toMatch(/Database +(embedded, \/|Postgres, )\S+\n/);
  });

  it('says that no server answers at its port yet', async () => {
    const io = { stdout: { write: (text: string) => void (printed += text) }, stderr: { write: () => undefined } };
    let printed = '';
    const urls = { apiUrl: 'http://127.0.0.1:1', dashboardUrl: 'http://localhost:3000' };
    expect(await runBootstrapCommand([], io, async () => ({ services, close: async () => undefined }), urls)).toBe(0);
    expect(printed).toContain(
      '\nNo server answers at http://127.0.0.1:1 yet. Start one in this folder: memory-gateway serve\n',
    );
  });

  it('ends with 1 and a reason when there is an admin, and when a value is bad', async () => {
    expect(await run('--password', 'short')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^--password: /) as string,
      opened: 0,
    });
    await run();
    expect(await run('--json')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('An admin exists already; registration is closed.\n'),
      closed: 1,
    });
  });

  it.each([['--unknown'], ['stray'], ['--email']])('ends with 2 and names its help given %s', async (argument) => {
    const { code, stdout, stderr, opened } = await run(argument);
    expect([code, stdout, opened]).toEqual([2, '', 0]);
    expect(stderr).toContain('See memory-gateway bootstrap --help.');
  });

  it('explains itself', async () => {
    expect(await run('--help')).toMatchObject({
      code: 0,
      opened: 0,
      stderr: '',
      stdout: expect.stringContaining('--password') as string,
    });
  });
});
