import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { anonymous, type Caller } from '../../src/auth/caller.js';
import { createApiKey } from '../../src/resolvers/api-key/create-api-key.js';
import { findApiKey } from '../../src/resolvers/api-key/get-api-key.js';
import { listApiKeys } from '../../src/resolvers/api-key/list-api-keys.js';
import { revokeApiKey } from '../../src/resolvers/api-key/revoke-api-key.js';
import {
  adminKey,
  as,
  people,
  tenant,
  testServices,
  withKey,
  type People,
  type TestServices,
} from '../helpers/context.js';

let services: TestServices;
let cast: People;

beforeEach(async () => {
  services = await testServices();
  cast = await people(services);
});

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);

describe('createApiKey', () => {
  it('shows the secret once and stores none of it', async () => {
    const { projectId } = await tenant(services, [[cast.ada, 'READER']]);
    const expiresAt = inDays(1);
    const { key, secret } = await createApiKey(as(services, cast.ada), {
      label: ' laptop ',
      projectId,
      readOnly: true,
      expiresAt,
    });
    expect(key).toEqual({
      id: expect.any(String) as string,
      keyPrefix: secret.slice(0, 12),
      label: 'laptop',
      createdBy: cast.ada.id,
      projectId,
      readOnly: true,
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
      createdAt: expect.any(Date) as Date,
    });
    const stored = JSON.stringify(await services.database.query('SELECT * FROM api_keys'));
    expect(stored).not.toContain(secret.slice(12));
  });

  it('reports invalid labels and expiry times', async () => {
    const attempt = (input: Partial<Parameters<typeof createApiKey>[1]>) =>
      createApiKey(as(services, cast.ada), { label: 'x', ...input });
    for (const label of ['', ' ', 'x'.repeat(256), '\u0000'])
      await expect(attempt({ label })).rejects.toMatchObject({ status: 400, fields: { label: [expect.any(String)] } });
    for (const expiresAt of [inDays(-1), new Date(Number.NaN), new Date(8.64e15)]) {
      await expect(attempt({ expiresAt })).rejects.toMatchObject({
        status: 400,
        fields: { expiresAt: [expect.any(String)] },
      });
    }
  });

  it('restricts keys only to projects that the caller can see', async () => {
    const { projectId } = await tenant(services, [[cast.ada, 'OWNER']]);
    for (const id of [projectId, 'proj_none']) {
      await expect(createApiKey(as(services, cast.eve), { label: 'x', projectId: id })).rejects.toMatchObject({
        status: 404,
        message: 'Project not found.',
      });
    }
  });

  it('does not let a key create a key with more access', async () => {
    const one = await tenant(services, [[cast.ada, 'OWNER']]);
    const two = await tenant(services, [[cast.ada, 'OWNER']]);
    const bound = as(services, withKey(cast.ada, { projectId: one.projectId }));
    expect((await createApiKey(bound, { label: 'x' })).key.projectId).toBe(one.projectId);
    await expect(createApiKey(bound, { label: 'x', projectId: two.projectId })).rejects.toMatchObject({ status: 404 });
    await expect(
      createApiKey(as(services, withKey(cast.ada, { readOnly: true })), { label: 'x', readOnly: true }),
    ).rejects.toMatchObject({ status: 403 });
  });

  it('does not let a key create a key that expires later', async () => {
    const { key } = await createApiKey(as(services, cast.ada), { label: 'short', expiresAt: inDays(1) });
    const ctx = as(services, withKey(cast.ada, { id: key.id }));
    expect((await createApiKey(ctx, { label: 'child' })).key.expiresAt).toEqual(key.expiresAt);
    await expect(createApiKey(ctx, { label: 'child', expiresAt: inDays(2) })).rejects.toMatchObject({
      status: 400,
      fields: { expiresAt: [expect.any(String)] },
    });
  });

  it('needs a user to own the key', async () => {
    const disabled: Caller = { ...adminKey, mode: 'disabled' };
    for (const caller of [adminKey, disabled]) {
      await expect(createApiKey(as(services, caller), { label: 'x' })).rejects.toMatchObject({
        status: 403,
        message: expect.stringMatching(/first admin/) as string,
      });
    }
    expect((await createApiKey(as(services, { ...adminKey, user: cast.root }), { label: 'x' })).key.createdBy).toBe(
      cast.root.id,
    );
    await expect(createApiKey(as(services, anonymous), { label: 'x' })).rejects.toMatchObject({ status: 401 });
  });
});

describe('listApiKeys', () => {
  it('shows own keys that are not revoked, newest first', async () => {
    const ctx = as(services, cast.ada);
    const made = [];
    for (const label of ['one', 'two', 'three']) made.push((await createApiKey(ctx, { label })).key);
    await createApiKey(as(services, cast.bob), { label: 'of bob' });
    await revokeApiKey(ctx, { id: made[1]?.id ?? '' });
    const page = await listApiKeys(ctx, {});
    expect(page.rows.map(({ label }) => label)).toEqual(['three', 'one']);
    expect(await page.total()).toBe(2);
    const second = await listApiKeys(ctx, { first: 1, after: page.cursors[0] });
    expect(second.rows.map(({ label }) => label)).toEqual(['one']);
    expect(Object.keys(page.rows[0] ?? {})).not.toEqual(expect.arrayContaining(['keyHash']));
  });

  it('shows a restricted key only the keys of its project', async () => {
    const { projectId } = await tenant(services, [[cast.ada, 'OWNER']]);
    await createApiKey(as(services, cast.ada), { label: 'everywhere' });
    await createApiKey(as(services, cast.ada), { label: 'bound', projectId });
    const { rows } = await listApiKeys(as(services, withKey(cast.ada, { projectId })), {});
    expect(rows.map(({ label }) => label)).toEqual(['bound']);
  });
});

describe('revokeApiKey', () => {
  it('revokes the key once and notifies every process', async () => {
    const { key } = await createApiKey(as(services, cast.ada), { label: 'x' });
    const revoked = await revokeApiKey(as(services, cast.ada), { id: key.id });
    expect(revoked).toEqual({ ...key, revokedAt: expect.any(Date) as Date });
    expect(services.bus.told).toEqual([{ topic: 'credentialChanged', message: { keyId: key.id } }]);
    await expect(revokeApiKey(as(services, cast.ada), { id: key.id })).rejects.toMatchObject({ status: 409 });
  });

  it('responds the same for a foreign, an unknown and a malformed id', async () => {
    const { key } = await createApiKey(as(services, cast.ada), { label: 'x' });
    for (const id of [key.id, randomUUID(), 'no id', '']) {
      await expect(revokeApiKey(as(services, cast.eve), { id })).rejects.toMatchObject({
        status: 404,
        message: 'API key not found.',
      });
      await expect(findApiKey(as(services, cast.eve), { id })).rejects.toMatchObject({
        status: 404,
        message: 'API key not found.',
      });
    }
  });

  it('lets admins revoke every key, but not with a restricted or read-only key', async () => {
    const { projectId } = await tenant(services, [[cast.ada, 'OWNER']]);
    const { key } = await createApiKey(as(services, cast.ada), { label: 'x' });
    await expect(revokeApiKey(as(services, withKey(cast.root, { projectId })), { id: key.id })).rejects.toMatchObject({
      status: 404,
    });
    await expect(
      revokeApiKey(as(services, withKey(cast.root, { readOnly: true })), { id: key.id }),
    ).rejects.toMatchObject({ status: 403 });
    expect((await revokeApiKey(as(services, cast.root), { id: key.id })).revokedAt).toBeInstanceOf(Date);
  });

  it('lets a restricted key revoke keys of its project only', async () => {
    const { projectId } = await tenant(services, [[cast.ada, 'OWNER']]);
    const everywhere = await createApiKey(as(services, cast.ada), { label: 'everywhere' });
    const bound = await createApiKey(as(services, cast.ada), { label: 'bound', projectId });
    const ctx = as(services, withKey(cast.ada, { projectId }));
    await expect(revokeApiKey(ctx, { id: everywhere.key.id })).rejects.toMatchObject({ status: 404 });
    expect((await revokeApiKey(ctx, { id: bound.key.id })).label).toBe('bound');
  });
});
