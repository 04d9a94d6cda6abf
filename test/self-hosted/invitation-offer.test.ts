import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { people, project, tenant } from '../helpers/context.js';
import { flatClient, graphql, type FlatCall } from './flat-client.js';

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

const offerQuery = `query ($token: String!) {
  invitationOffer(token: $token) { email inviterName organizationName projectName role userRole expiresAt }
}`;
/** Reads an invitation by its token, without any credential. */
const readOffer = (token: string, stranger = flatClient(test.app)) =>
  graphql<{ invitationOffer: Record<string, unknown> | null }>(stranger, offerQuery, { token });

interface Invited {
  readonly token: string;
  readonly id: string;
  readonly expires_at: string;
}
const invite = async (more = {}) =>
  (await call<Invited>('POST /invitations', { email: 'guest@example.org', ...more })).body;
const query = (text: string, values: unknown[] = []) => test.app.services.database.query(text, values);

describe('an invitation, read by its token before signing in', () => {
  it('says what it offers, where, and who sent it', async () => {
    const { ada } = await people(test.app.services);
    const home = await tenant(test.app.services, [[ada, 'OWNER']]);
    await query('UPDATE organizations SET name = $2 WHERE id = $1', [home.organizationId, 'Violin makers']);
    const projectId = await project(test.app.services, home.organizationId, [[ada, 'OWNER']]);
    await query('UPDATE projects SET name = $2 WHERE id = $1', [projectId, 'Workshop']);
    const { token, expires_at: expiresAt } = await invite({ project_id: projectId, role: 'OWNER' });
    const offer = {
      email: 'guest@example.org',
      inviterName: 'Admin',
      organizationName: 'Violin makers',
      projectName: 'Workshop',
      role: 'OWNER',
      userRole: 'MEMBER',
      expiresAt,
    };
    expect(await readOffer(token)).toEqual({ data: { invitationOffer: offer } });
    await query('UPDATE projects SET deleted_at = now() WHERE id = $1', [projectId]);
    expect(await readOffer(token)).toEqual({
      data: { invitationOffer: { ...offer, organizationName: null, projectName: null } },
    });
  });

  it('gives nothing to a user who takes its address: the link is needed, and it makes no one else a user', async () => {
    const { ada } = await people(test.app.services);
    const { token } = await invite();
    const taker = flatClient(test.app, { 'x-api-key': await test.keyFor(ada) });
    expect((await taker('PATCH /auth/me', { email: 'guest@example.org' })).status).toBe(200);
    const seen = await graphql<object>(
      taker,
      '{ viewer { invitations { nodes { id } } } projects { nodes { id } } organizations { nodes { id } } }',
    );
    const none = { nodes: [] };
    expect(seen).toEqual({ data: { viewer: { invitations: none }, projects: none, organizations: none } });
    const link = { token, name: 'Guest', password: 'a long password of a guest' };
    const refused = await flatClient(test.app)<{ detail: string }>('POST /auth/accept-invitation', link);
    expect([refused.status, refused.body.detail]).toEqual([409, 'A user with this email address exists already.']);
    // The address is free again: the link still creates its user.
    expect((await taker('PATCH /auth/me', { email: ada.email })).status).toBe(200);
    expect((await flatClient(test.app)('POST /auth/accept-invitation', link)).status).toBe(200);
  });

  it('says nothing without a valid token: one error for unknown, replaced, revoked, expired and used ones', async () => {
    const [replaced, revoked] = [await invite(), await invite()];
    await call(`DELETE /invitations/${revoked.id}`);
    const expired = await invite();
    await query("UPDATE invitations SET expires_at = now() - interval '1 second'");
    const used = await invite();
    const person = { token: used.token, name: 'Guest', password: 'a long enough secret' };
    expect((await call('POST /auth/accept-invitation', person)).status).toBe(200);
    const orphaned = [
      await invite({ email: 'second@example.org', user_role: 'admin' }),
      await invite({ email: 'third@example.org', role: 'OWNER' }),
    ];
    await query("UPDATE users SET role = 'member' WHERE email = $1", [test.admin.email]);
    const tokens = [replaced, revoked, expired, used, ...orphaned].map(({ token }) => token);
    for (const token of [...tokens, 'made-up', '', used.id])
      expect(await readOffer(token), token).toEqual({
        data: { invitationOffer: null },
        errors: [
          expect.objectContaining({
            message: 'This invitation is not valid, or no longer.',
            path: ['invitationOffer'],
            extensions: expect.objectContaining({ code: 'NOT_FOUND' }) as unknown,
          }),
        ],
      });
  });

  it('is read 30 times a minute by one address', async () => {
    const stranger = flatClient(test.app);
    const codes = [];
    for (let count = 0; count < 31; count += 1)
      codes.push((await readOffer(`guess ${count}`, stranger)).errors?.[0]?.extensions.code);
    expect(new Set(codes.slice(0, 30))).toEqual(new Set(['NOT_FOUND']));
    expect(codes[30]).toBe('RATE_LIMITED');
  });
});

it('lists of invitations name the user who invited', async () => {
  await invite();
  const owner = '{ invitations { nodes { email invitedByUser { name email } } } viewer { user { id } } }';
  const { data } = await graphql<{ invitations: unknown; viewer: { user: { id: string } } }>(call, owner);
  expect(data.invitations).toEqual({
    nodes: [{ email: 'guest@example.org', invitedByUser: { name: 'Admin', email: test.admin.email } }],
  });
  expect((await call('GET /invitations')).body).toMatchObject([
    { email: 'guest@example.org', invited_by: data.viewer.user.id },
  ]);
});
