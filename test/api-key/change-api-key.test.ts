import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, project } from '../helpers/context.js';
import type { CallerUser } from '../../src/auth/caller.js';

interface Key {
  readonly id: string;
  readonly label: string;
  readonly projectId: string | null;
  readonly isReadOnly: boolean;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}
interface Changed {
  readonly code?: string;
  readonly fields?: readonly { readonly field: string; readonly messages: readonly string[] }[];
  readonly secret?: string;
  readonly apiKey?: Key;
  readonly previousApiKey?: Key;
}

const parts = 'id label projectId isReadOnly expiresAt revokedAt';
const errors = '... on Error { code message } ... on ValidationError { fields { field messages } }';

let test: TestApp;
let ann: CallerUser;
let projectId: string;
let root: string;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await test.reset();
  ann = await person(test.app.services, 'ann');
  projectId = await project(test.app.services, test.admin.orgId, [[ann, 'READER']]);
  root = await test.keyFor(ann);
});
afterAll(() => test.close());

async function run(secret: string, field: string, input: object): Promise<Changed> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const selection = {
    createApiKey: `secret apiKey { ${parts} }`,
    updateApiKey: `apiKey { ${parts} }`,
    rotateApiKey: `secret apiKey { ${parts} } previousApiKey { ${parts} }`,
  }[field];
  const query = `mutation ($input: ${type}Input!) { ${field}(input: $input) { ... on ${type}Payload { ${selection} } ${errors} } }`;
  const { body } = await test
    .as(secret)
    .rest<{ data: Record<string, Changed> }>('POST', '/graphql', { query, variables: { input } });
  return body.data[field] ?? {};
}

const create = (input: object = {}, secret = root) => run(secret, 'createApiKey', { label: 'worker', ...input });
const works = async (secret: string | undefined) =>
  (await test.as(secret ?? '').rest('GET', '/v1/ping/')).status === 200;
const inDays = (days: number): Date => new Date(test.app.services.now().getTime() + days * 86_400_000);
const dayMs = 86_400_000;

describe('rotateApiKey', () => {
  it('makes a key with the same label, project and permissions, and lets the old one work during the overlap', async () => {
    const old = await create({ projectId, isReadOnly: true });
    const rotated = await run(root, 'rotateApiKey', { id: old.apiKey?.id });
    const same = { label: 'worker', projectId, isReadOnly: true, revokedAt: null };
    expect(rotated.apiKey).toMatchObject({ ...same, expiresAt: null });
    expect(rotated.previousApiKey).toMatchObject({ ...same, id: old.apiKey?.id });
    const left = Date.parse(rotated.previousApiKey?.expiresAt ?? '') - Date.now();
    expect(Math.abs(left - dayMs)).toBeLessThan(60_000);
    expect([await works(old.secret), await works(rotated.secret)]).toEqual([true, true]);
    const audited = await test.app.services.database.query<{ action: string }>(
      'SELECT action FROM audit_logs WHERE target_id = ANY ($1) ORDER BY id DESC LIMIT 2',
      [[old.apiKey?.id, rotated.apiKey?.id]],
    );
    expect(audited.map(({ action }) => action)).toEqual(['api_key.create', 'api_key.rotate']);
  });

  it('revokes the old key at once without an overlap', async () => {
    const old = await create();
    expect(await works(old.secret)).toBe(true);
    const rotated = await run(root, 'rotateApiKey', { id: old.apiKey?.id, overlapSeconds: 0 });
    expect([await works(old.secret), await works(rotated.secret)]).toEqual([false, true]);
    expect(await run(root, 'rotateApiKey', { id: old.apiKey?.id })).toMatchObject({ code: 'CONFLICT' });
  });

  it('gives the new key the length of life of the old one, and never extends the old one', async () => {
    const expiresAt = inDays(0.5).toISOString();
    const old = await create({ expiresAt });
    const rotated = await run(root, 'rotateApiKey', { id: old.apiKey?.id, overlapSeconds: 7 * 86_400 });
    expect(rotated.previousApiKey?.expiresAt).toBe(expiresAt);
    expect(Math.abs(Date.parse(rotated.apiKey?.expiresAt ?? '') - inDays(0.5).getTime())).toBeLessThan(60_000);
  });

  it('never gives a key more than the key that asks for it', async () => {
    const short = await create({ label: 'short', expiresAt: inDays(2).toISOString() });
    const endless = await create({ label: 'endless' });
    const rotated = await run(short.secret ?? '', 'rotateApiKey', { id: endless.apiKey?.id });
    expect(rotated.apiKey?.expiresAt).toBe(short.apiKey?.expiresAt);
    const bound = await create({ label: 'bound', projectId });
    expect(await run(bound.secret ?? '', 'rotateApiKey', { id: endless.apiKey?.id })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('refuses admins, other users, read-only keys and an overlap out of range', async () => {
    const { apiKey } = await create();
    const attempt = (secret: string, input: object = {}) => run(secret, 'rotateApiKey', { id: apiKey?.id, ...input });
    expect(await attempt(test.admin.apiKey)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await attempt(await test.keyFor(await person(test.app.services, 'bob')))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await attempt(await test.keyFor(ann, { readOnly: true }))).toMatchObject({ code: 'FORBIDDEN' });
    for (const overlapSeconds of [-1, 30 * 86_400 + 1])
      expect(await attempt(root, { overlapSeconds })).toMatchObject({
        fields: [
          {
            field: 'input.overlapSeconds',
            messages: ['`overlapSeconds` must be a whole number from 0 to 2592000.'],
          },
        ],
      });
  });
});

describe('updateApiKey', () => {
  it('records the label that each of several changes at the same time replaced', async () => {
    const { apiKey } = await create();
    const labels = ['one', 'two', 'three', 'four'];
    await Promise.all(labels.map((label) => run(root, 'updateApiKey', { id: apiKey?.id, label })));
    const rows = await test.app.services.database.query<{ changes: string }>(
      "SELECT changes FROM audit_logs WHERE action = 'api_key.update' AND target_id = $1",
      [apiKey?.id],
    );
    const replaced = rows.map(({ changes }) => (JSON.parse(changes) as { label: [string, string] }).label[0]);
    expect(new Set(replaced).size).toBe(labels.length);
  });

  it('changes what is given, at once and in every process, and keeps the rest', async () => {
    const { apiKey, secret } = await create({ expiresAt: inDays(1).toISOString() });
    const search = async (id: string) =>
      (
        await test
          .as(secret ?? '')
          .rest('POST', '/graphql', { query: `{ memories(projectId: "${id}") { totalCount } }` })
      ).body as { errors?: { extensions: { code: string } }[] };
    const other = await project(test.app.services, test.admin.orgId, [[ann, 'OWNER']]);
    expect(await search(other)).not.toHaveProperty('errors');
    const bound = await run(root, 'updateApiKey', { id: apiKey?.id, projectId });
    expect(bound.apiKey).toEqual({ ...apiKey, projectId });
    expect((await search(other)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    const renamed = await run(root, 'updateApiKey', {
      id: apiKey?.id,
      label: ' night ',
      projectId: null,
      expiresAt: null,
    });
    expect(renamed.apiKey).toEqual({ ...apiKey, label: 'night', projectId: null, expiresAt: null });
    expect(await search(other)).not.toHaveProperty('errors');
  });

  it('is in the audit logs of both projects when a key moves from one to the other, or to all projects', async () => {
    const other = await project(test.app.services, test.admin.orgId, [[ann, 'READER']]);
    const { apiKey } = await create({ projectId });
    const rows = async (of: string) => {
      const query = `{ auditLogs(projectId: "${of}", first: 2) { nodes { action targetId changes } } }`;
      const { body } = await test.as(test.admin.apiKey).rest<{ data: object }>('POST', '/graphql', { query });
      return body.data;
    };
    const update = (changes: object) => ({ action: 'api_key.update', targetId: apiKey?.id, changes });
    const moved = update({ projectId: [projectId, other] });
    await run(root, 'updateApiKey', { id: apiKey?.id, projectId: other });
    expect(await rows(projectId)).toEqual({
      auditLogs: { nodes: [moved, expect.objectContaining({ action: 'api_key.create' })] },
    });
    expect(await rows(other)).toEqual({ auditLogs: { nodes: [moved] } });
    await run(root, 'updateApiKey', { id: apiKey?.id, projectId: null });
    expect(await rows(other)).toEqual({ auditLogs: { nodes: [update({ projectId: [other, null] }), moved] } });
  });

  it('never gives a key more than the key that asks for it, and reports invalid values by field', async () => {
    const { apiKey, secret = '' } = await create({ projectId, expiresAt: inDays(2).toISOString() });
    const widened = await run(secret, 'updateApiKey', { id: apiKey?.id, projectId: null, expiresAt: null });
    expect(widened.apiKey).toEqual(apiKey);
    const later = { id: apiKey?.id, expiresAt: inDays(3).toISOString() };
    expect(await run(secret, 'updateApiKey', later)).toMatchObject({ fields: [{ field: 'input.expiresAt' }] });
    expect(await run(root, 'updateApiKey', { id: apiKey?.id, label: ' ' })).toMatchObject({
      fields: [{ field: 'input.label' }],
    });
    expect(await run(root, 'updateApiKey', { id: apiKey?.id, projectId: 'proj_none' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await run(test.admin.apiKey, 'updateApiKey', { id: apiKey?.id, label: 'x' })).toMatchObject({
      code: 'FORBIDDEN',
    });
    await test.as(root).rest('DELETE', `/api-keys/${apiKey?.id}`);
    expect(await run(root, 'updateApiKey', { id: apiKey?.id, label: 'x' })).toMatchObject({ code: 'CONFLICT' });
  });
});
