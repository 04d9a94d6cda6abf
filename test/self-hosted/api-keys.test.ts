import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { people } from '../helpers/context.js';
import { flatClient, type FlatCall } from './flat-client.js';

let test: TestApp;
let call: FlatCall;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  call = flatClient(test.app, { 'x-api-key': test.admin.apiKey });
});

interface KeyBody {
  readonly id: string;
  readonly key: string;
  readonly key_prefix: string;
  readonly label: string;
}

describe('1.5 /api-keys', () => {
  it('POST answers 201 with the key, once, in its fixed form', async () => {
    const { status, body } = await call<KeyBody>('POST /api-keys', { label: 'ci' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.any(String),
      key: expect.stringMatching(/^m0sk_[\w-]{43}$/),
      label: 'ci',
      created_at: expect.stringMatching(/Z$/),
    });
    expect(body.key_prefix).toBe(body.key.slice(0, 12));
    const listed = await call('GET /api-keys');
    expect(JSON.stringify(listed.body)).not.toContain(body.key);
    expect((await flatClient(test.app, { 'x-api-key': body.key })('GET /auth/me')).status).toBe(200);
  });

  it('POST takes a blank label, refuses one beyond 255 characters with 400, and none with 422', async () => {
    expect((await call('POST /api-keys', { label: '' })).status).toBe(201);
    expect((await call('POST /api-keys', { label: 'x'.repeat(256) })).status).toBe(400);
    expect((await call('POST /api-keys', {})).status).toBe(422);
  });

  it('POST binds a key to a project, makes it read-only and lets it expire', async () => {
    const { projectId } = test.admin;
    const { body } = await call<KeyBody>('POST /api-keys', {
      label: 'reader',
      project_id: projectId,
      read_only: true,
      expires_at: '2999-01-01T00:00:00Z',
    });
    expect(body).toMatchObject({ project_id: projectId, read_only: true, expires_at: '2999-01-01T00:00:00.000Z' });
    const reader = flatClient(test.app, { 'x-api-key': body.key });
    expect((await reader('GET /memories?user_id=ada')).status).toBe(200);
    expect(
      (await reader('POST /memories', { user_id: 'ada', infer: false, messages: [{ role: 'user', content: 'x' }] }))
        .status,
    ).toBe(403);
    expect((await reader('POST /api-keys', { label: 'more' })).status).toBe(403);
  });

  it('GET answers a bare list of the own keys that are not revoked, newest first', async () => {
    await call('POST /api-keys', { label: 'second' });
    const { body: third } = await call<KeyBody>('POST /api-keys', { label: 'third' });
    await call(`DELETE /api-keys/${third.id}`);
    const { status, body } = await call<Record<string, unknown>[]>('GET /api-keys');
    expect(status).toBe(200);
    expect(body.map(({ label }) => label)).toEqual(['second', 'bootstrap']);
    expect(body[0]).toMatchObject({
      id: expect.any(String),
      key_prefix: expect.stringMatching(/^m0sk_.{7}$/),
      created_at: expect.any(String),
      last_used_at: null,
    });
  });

  it('DELETE ends a key at once; again it is 400', async () => {
    const { body } = await call<KeyBody>('POST /api-keys', { label: 'short' });
    const other = flatClient(test.app, { 'x-api-key': body.key });
    expect((await other('GET /auth/me')).status).toBe(200);
    expect(await call(`DELETE /api-keys/${body.id}`)).toMatchObject({
      status: 200,
      body: { message: 'API key revoked.' },
    });
    expect((await other('GET /auth/me')).status).toBe(401);
    expect(await call(`DELETE /api-keys/${body.id}`)).toMatchObject({
      status: 400,
      body: { detail: expect.any(String) },
    });
  });

  it("DELETE answers 404 for an unknown key, for an invalid id, and for another user's key", async () => {
    const { ada } = await people(test.app.services);
    const secret = await test.keyFor(ada);
    const own = await flatClient(test.app, { 'x-api-key': secret })<{ id: string }[]>('GET /api-keys');
    for (const id of [randomUUID(), 'not-an-id', own.body[0]?.id]) {
      expect(await call(`DELETE /api-keys/${id}`)).toMatchObject({
        status: 404,
        body: { detail: 'API key not found.' },
      });
    }
  });

  it('needs a user: 401 without a credential', async () => {
    for (const route of ['GET /api-keys', 'POST /api-keys', `DELETE /api-keys/${randomUUID()}`])
      expect((await flatClient(test.app)(route)).status).toBe(401);
  });
});
