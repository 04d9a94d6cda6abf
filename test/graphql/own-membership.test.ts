import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, tenant } from '../helpers/context.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('a member who leaves an organization and its project gets no error, and null for what is hidden now', async () => {
  const { services } = test.app;
  const [ada, bob] = [await person(services, 'ada'), await person(services, 'bob')];
  const owners = [
    [ada, 'OWNER'],
    [bob, 'OWNER'],
  ] as const;
  const { organizationId, projectId } = await tenant(services, owners, owners);
  const client = test.as(await test.keyFor(ada));
  const leave = async (noun: string, id: object) => {
    const name = `remove${noun}Member`;
    const query = `mutation ($input: Remove${noun}MemberInput!) { ${name}(input: $input) { __typename ... on Remove${noun}MemberPayload { removedMemberEmail ${noun.toLowerCase()} { name } } } }`;
    const variables = { input: { ...id, email: ada.email } };
    return (await client.rest('POST', '/graphql', { query, variables })).body;
  };
  const removed = { removedMemberEmail: ada.email };
  expect(await leave('Organization', { organizationId })).toEqual({
    data: {
      removeOrganizationMember: {
        __typename: 'RemoveOrganizationMemberPayload',
        ...removed,
        organization: { name: expect.any(String) },
      },
    },
  });
  expect(await leave('Project', { projectId })).toEqual({
    data: { removeProjectMember: { __typename: 'RemoveProjectMemberPayload', ...removed, project: null } },
  });
});
