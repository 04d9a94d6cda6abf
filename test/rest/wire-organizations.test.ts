import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('rows 35 and 37, organizations', () => {
  it('are listed and read by members of a project inside, without those who belong to it', async () => {
    const { services } = test.app;
    const [ada, bob] = [await person(services, 'ada'), await person(services, 'bob')];
    const { organizationId } = await tenant(services, [[bob, 'READER']], [[ada, 'OWNER']]);
    const [owner, guest] = [test.as(await test.keyFor(ada)), test.as(await test.keyFor(bob))];
    const shown = { org_id: organizationId, is_owner: false, user_role: 'READER', members: [] };
    expect(await guest.rest('GET', '/api/v1/orgs/organizations/')).toMatchObject({ status: 200, body: [shown] });
    expect(await guest.rest('GET', `/api/v1/orgs/organizations/${organizationId}/`)).toMatchObject({
      status: 200,
      body: shown,
    });
    expect(await owner.rest('GET', `/api/v1/orgs/organizations/${organizationId}/`)).toMatchObject({
      body: { is_owner: true, members: [{ username: 'ada', role: 'OWNER' }] },
    });
    expect(await guest.rest('GET', `/api/v1/orgs/organizations/${organizationId}/members/`)).toMatchObject({
      status: 403,
      body: { message: expect.any(String) },
    });
  });
});
