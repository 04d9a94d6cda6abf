import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';

let test: TestApp;
let bob: CallerUser;
let key: string;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  bob = await person(test.app.services, 'bob');
  key = await test.keyFor(bob);
});

interface Body {
  readonly data: Readonly<Record<string, Record<string, unknown>>> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

async function ask(caller: string | null, query: string, variables: object = {}): Promise<Body> {
  const { body } = await test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: caller === null ? {} : { authorization: `Bearer ${caller}` },
    payload: { query, variables },
  });
  return JSON.parse(body) as Body;
}

const accept = (caller: string | null, input: object, idempotencyKey: string | null = null) =>
  ask(
    caller,
    `mutation ($input: AcceptInvitationInput!, $idempotencyKey: String) {
      acceptInvitation(input: $input, idempotencyKey: $idempotencyKey) {
        __typename
        ... on AcceptInvitationPayload { user { email } session { accessToken } organization { name } project { name } }
        ... on Error { code message }
        ... on ValidationError { fields { field messages } }
      }
    }`,
    { input, idempotencyKey },
  );

/** Invites Bob to an organization. @returns the ID as he sees it */
async function invite(): Promise<string> {
  const ada = await person(test.app.services, 'ada');
  const { organizationId } = await tenant(test.app.services, [], [[ada, 'OWNER']]);
  const invitation = `mutation { addOrganizationMember(input: { organizationId: "${organizationId}", email: "${bob.email}", role: READER }) {
    ... on AddOrganizationMemberPayload { invitation { id } } } }`;
  await ask(await test.keyFor(ada), invitation);
  const { data } = await ask(key, '{ viewer { invitations { nodes { id organizationName } } } }');
  const [received] = (data!['viewer']!['invitations'] as { nodes: { id: string }[] }).nodes;
  return received?.id ?? '';
}

/** Invites a person without a user. @returns the token of the link */
async function createLink(): Promise<string> {
  const { data } = await ask(
    test.admin.apiKey,
    'mutation { createInvitation(input: { email: "guest@example.org" }) { ... on CreateInvitationPayload { token } } }',
  );
  return String(data?.['createInvitation']?.['token']);
}

const guest = { name: 'Guest', password: 'a long password' };

describe('acceptInvitation', () => {
  it('creates no user from a link whose inviter is no longer an admin', async () => {
    const token = await createLink();
    const { database } = test.app.services;
    await database.query("UPDATE users SET role = 'member' WHERE email = $1", [test.admin.email]);
    expect(await accept(null, { link: { token, ...guest } })).toEqual({
      data: {
        acceptInvitation: {
          __typename: 'NotFoundError',
          code: 'NOT_FOUND',
          message: 'This invitation is not valid, or no longer.',
        },
      },
    });
    expect(await database.query("SELECT email FROM users WHERE email = 'guest@example.org'")).toEqual([]);
  });

  it('makes a signed-in user a member by the ID of a received invitation, and starts no session', async () => {
    const id = await invite();
    expect(id).toMatch(/^rinv_/);
    expect(await accept(key, { id })).toEqual({
      data: {
        acceptInvitation: {
          __typename: 'AcceptInvitationPayload',
          user: { email: bob.email },
          session: null,
          organization: { name: expect.any(String) },
          project: null,
        },
      },
    });
    expect((await accept(key, { id })).data?.['acceptInvitation']).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('creates the user of a link and signs the user in, without a credential', async () => {
    const token = await createLink();
    const { data } = await accept(null, { link: { token, ...guest } });
    expect(data?.['acceptInvitation']).toEqual({
      __typename: 'AcceptInvitationPayload',
      user: { email: 'guest@example.org' },
      session: { accessToken: expect.any(String) },
      organization: null,
      project: null,
    });
    const { accessToken } = data!['acceptInvitation']!['session'] as { accessToken: string };
    expect((await ask(accessToken, '{ viewer { user { name } } }')).data).toEqual({
      viewer: { user: { name: 'Guest' } },
    });
  });

  it('leaves a link as it is on a server that cannot start sessions', async () => {
    const token = await createLink();
    const { auth } = test.app.services.config;
    const { jwtSecret } = auth;
    Object.assign(auth, { jwtSecret: null });
    try {
      const { errors } = await accept(null, { link: { token, ...guest } });
      expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL' } }]);
    } finally {
      Object.assign(auth, { jwtSecret });
    }
    expect((await accept(null, { link: { token, ...guest } })).data?.['acceptInvitation']).toMatchObject({
      user: { email: 'guest@example.org' },
      session: { accessToken: expect.any(String) },
    });
  });

  it('names the fields of a link by their full path', async () => {
    const { data } = await accept(null, { link: { token: await createLink(), name: '', password: 'short' } });
    const { fields } = data!['acceptInvitation'] as { fields: { field: string; messages: string[] }[] };
    expect(fields.map(({ field }) => field).sort()).toEqual(['input.link.name', 'input.link.password']);
    expect(fields.find(({ field }) => field === 'input.link.name')?.messages[0]).toContain('`link.name`');
  });

  it('refuses the ID of an invitation without a credential', async () => {
    const { errors } = await accept(null, { id: await invite() });
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it.each([{}, { id: 'x', link: { token: 'x', ...guest } }, { id: null }])(
    'takes exactly one of an ID and a link: %j',
    async (input) => {
      const { data, errors } = await accept(key, input);
      expect(data ?? null).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    },
  );

  it('is repeated safely with an idempotency key for an ID, and stores no tokens for a link', async () => {
    const id = await invite();
    const first = await accept(key, { id }, 'accept-once');
    expect(await accept(key, { id }, 'accept-once')).toEqual(first);
    const link = { token: await createLink(), ...guest };
    expect((await accept(key, { link }, 'accept-link')).data?.['acceptInvitation']).toMatchObject({
      session: { accessToken: expect.any(String) },
    });
    expect((await accept(key, { link }, 'accept-link')).data?.['acceptInvitation']).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await test.app.services.database.query('SELECT key FROM idempotency_keys')).toEqual([
      { key: 'accept-once' },
    ]);
  });
});
