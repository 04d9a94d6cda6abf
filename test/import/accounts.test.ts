import { createHash } from 'node:crypto';
import bcrypt from 'bcrypt';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuthenticator } from '../../src/auth/authenticate.js';
import { anonymous } from '../../src/auth/caller.js';
import { transact } from '../../src/unit-of-work/transact.js';
import { login } from '../../src/resolvers/session/log-in.js';
import { as, testServices, type TestServices } from '../helpers/context.js';
import { originalKey, originalUser, startOriginalServer, type OriginalServer } from './original-server.js';
import { useFullHashCost } from '../setup/cheap-hashes.js';
import { runImport, type ImportOptions } from './run-import.js';

let original: OriginalServer;
let services: TestServices;

// The cost of a hash shows which one was compared: 4 for the other server's, 10 for this server's.
let useCheapHashes: () => void;
beforeAll(async () => {
  useCheapHashes = useFullHashCost();
  original = await startOriginalServer();
});
afterAll(async () => {
  useCheapHashes();
  await original.stop();
});
beforeEach(async () => {
  services = await testServices();
  await original.fill({ users: [], apiKeys: [], memories: [] });
});

const run = (options: ImportOptions = {}) => runImport({ services, original }, options);
const rows = <Row>(text: string) => services.database.query<Row>(text);
const signIn = (email: string, password: string) => login(as(services, anonymous), { email, password });

describe('users from another server', () => {
  it('keep id, name, role and dates, and own the default project as they did all memories there', async () => {
    const ada = await originalUser('Ada@Example.org', 'a long password', {
      lastLoginAt: new Date('2026-04-01T00:00:00Z'),
    });
    const bob = await originalUser('bob@example.org', 'another password', { name: '', role: 'member' });
    await original.fill({ users: [ada, bob] });
    expect((await run()).users).toEqual({ found: 2, imported: 2, merged: 0, known: 0, skipped: 0 });
    const { id, createdAt, lastLoginAt } = ada;
    expect(await services.stores.users.find(id)).toMatchObject({
      id,
      name: 'Ada',
      email: 'ada@example.org',
      role: 'admin',
      createdAt,
      lastLoginAt,
    });
    expect(await services.stores.users.find(bob.id)).toMatchObject({ name: 'bob', role: 'member' });
    expect(await rows('SELECT role FROM project_members')).toEqual([{ role: 'OWNER' }, { role: 'OWNER' }]);
    expect(await rows('SELECT user_id FROM organization_members')).toEqual([{ userId: id }]);
  });

  it('sign in with their password, which is hashed again then', async () => {
    const ada = await originalUser('ada@example.org', 'a long password');
    await original.fill({ users: [ada] });
    await run();
    await expect(signIn('ada@example.org', 'a wrong password')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await services.stores.users.withSecrets('ada@example.org'))?.passwordHash).toBe(
      `imported:${ada.passwordHash}`,
    );
    expect((await signIn('ada@example.org', 'a long password')).user.id).toBe(ada.id);
    expect((await services.stores.users.withSecrets('ada@example.org'))?.passwordHash).toMatch(/^\$2b\$10\$/);
    expect((await signIn('ada@example.org', 'a long password')).user.id).toBe(ada.id);
  });

  it('sign in with a password beyond 72 bytes, of which the other server never saw the end; ours counts all of it', async () => {
    const long = 'x'.repeat(100);
    const ada = await originalUser('ada@example.org', long.slice(0, 72));
    await original.fill({ users: [ada] });
    await run();
    await signIn('ada@example.org', long);
    await expect(signIn('ada@example.org', `${long.slice(0, 99)}y`)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('cannot be told from unknown ones by the time that a wrong password takes', async () => {
    const bob = await originalUser('bob@example.org', 'another password', { role: 'member' });
    await original.fill({ users: [await originalUser('ada@example.org', 'a long password'), bob] });
    await run();
    await signIn('ada@example.org', 'a long password');
    const compare = vi.spyOn(bcrypt, 'compare');
    const costs: string[][] = [];
    for (const email of ['ada@example.org', 'bob@example.org', 'nobody@example.org']) {
      compare.mockClear();
      await expect(signIn(email, 'a wrong password')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      costs.push(compare.mock.calls.map(([, hash]) => hash.slice(0, 7)).sort());
    }
    compare.mockRestore();
    expect(costs).toEqual([
      ['$2b$04$', '$2b$10$'],
      ['$2b$04$', '$2b$10$'],
      ['$2b$04$', '$2b$10$'],
    ]);
  });

  it('become the user here who has their address; password and role here stay', async () => {
    const ada = await originalUser('ada@example.org', 'a long password');
    const { key, row } = await originalKey(ada.id);
    const here = {
      id: '0190a000-0000-7000-8000-000000000001',
      name: 'Ada here',
      email: 'ada@example.org',
      passwordHash: 'x',
      role: 'member',
      now: new Date(),
    } as const;
    await transact(services, ({ stores }) => stores.users.insert(here));
    await original.fill({ users: [ada], apiKeys: [row] });
    expect((await run()).users).toMatchObject({ imported: 1, merged: 1 });
    expect(await services.stores.users.withSecrets('ada@example.org')).toMatchObject({
      id: here.id,
      name: 'Ada here',
      passwordHash: 'x',
      role: 'member',
    });
    const authenticator = createAuthenticator(services);
    expect((await authenticator.authenticate({ apiKey: key })).caller.user?.id).toBe(here.id);
    await authenticator.close();
  });

  it('are left out with a reason when they cannot be users here', async () => {
    const plain = await originalUser('plain@example.org', 'x', { passwordHash: 'plain text', role: 'member' });
    const odd = await originalUser('no address', 'x', { role: 'member', createdAt: new Date('2026-03-02T10:00:00Z') });
    await original.fill({ users: [plain, odd], apiKeys: [(await originalKey(plain.id)).row] });
    const report = await run();
    expect(report).toMatchObject({ users: { found: 2, imported: 0, skipped: 2 }, apiKeys: { found: 1, skipped: 1 } });
    expect(report.skipped.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('bcrypt'),
      expect.stringContaining('not valid'),
      expect.stringContaining('owner'),
    ]);
    expect(JSON.stringify(report)).not.toContain('plain text');
  });
});

describe('API keys from another server', () => {
  it('work as they are: bcrypt of the other server once, then what every key costs', async () => {
    const ada = await originalUser('ada@example.org', 'a long password');
    const { key, row } = await originalKey(ada.id);
    await original.fill({ users: [ada], apiKeys: [row] });
    expect((await run()).apiKeys).toEqual({ found: 1, imported: 1, known: 0, skipped: 0 });
    const compare = vi.spyOn(bcrypt, 'compare');
    const usesOf = async (times: number) => {
      compare.mockClear();
      const authenticator = createAuthenticator(services);
      for (let use = 0; use < times; use += 1)
        expect((await authenticator.authenticate({ authorization: `Token ${key}` })).caller.key?.id).toBe(row.id);
      await authenticator.close();
      return compare.mock.calls.map(([, hash]) => hash.slice(0, 7));
    };
    expect(await usesOf(3)).toEqual(['$2b$04$', '$2b$10$']);
    // Another process, or this one after a restart, finds it like any key.
    expect(await usesOf(3)).toEqual(['$2b$10$']);
    compare.mockRestore();
    const digest = createHash('sha256').update(key).digest();
    expect(await rows('SELECT key_digest, label FROM api_keys')).toEqual([{ keyDigest: digest, label: 'ci' }]);
  });

  it('that share a prefix are told apart, and a wrong one is refused', async () => {
    const ada = await originalUser('ada@example.org', 'a long password');
    const [first, second] = [await originalKey(ada.id), await originalKey(ada.id)];
    const twin = `${first.key.slice(0, 12)}${second.key.slice(12)}`;
    await original.fill({
      users: [ada],
      apiKeys: [first.row, { ...second.row, keyPrefix: first.row.keyPrefix, keyHash: await bcrypt.hash(twin, 4) }],
    });
    await run();
    const authenticator = createAuthenticator(services);
    const wrong = `${first.key.slice(0, 12)}${'x'.repeat(36)}`;
    await expect(authenticator.authenticate({ apiKey: wrong })).rejects.toMatchObject({ message: 'Invalid API key.' });
    expect((await authenticator.authenticate({ apiKey: twin })).caller.key?.id).toBe(second.row.id);
    expect((await authenticator.authenticate({ apiKey: first.key })).caller.key?.id).toBe(first.row.id);
    await authenticator.close();
  });

  it('first used by many calls at once and by two processes become one key', async () => {
    const ada = await originalUser('ada@example.org', 'a long password');
    const { key, row } = await originalKey(ada.id);
    await original.fill({ users: [ada], apiKeys: [row] });
    await run();
    const processes = [createAuthenticator(services), createAuthenticator(services)];
    const calls = processes.flatMap((one) => Array.from({ length: 5 }, () => one.authenticate({ apiKey: key })));
    expect(new Set((await Promise.all(calls)).map(({ caller }) => caller.key?.id))).toEqual(new Set([row.id]));
    await Promise.all(processes.map((one) => one.close()));
  });

  it('that were revoked there stay so', async () => {
    const ada = await originalUser('ada@example.org', 'a long password');
    const { key, row } = await originalKey(ada.id, { revokedAt: new Date('2026-05-01T00:00:00Z') });
    await original.fill({ users: [ada], apiKeys: [row] });
    expect((await run()).apiKeys.imported).toBe(1);
    const authenticator = createAuthenticator(services);
    await expect(authenticator.authenticate({ apiKey: key })).rejects.toMatchObject({ message: 'Invalid API key.' });
    await authenticator.close();
  });
});
