import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, tenant, type Tenant } from '../helpers/context.js';

interface Members {
  totalCount?: number;
  edges: { cursor: string; node: { email: string; role: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}

const emails = Array.from({ length: 25 }, (_, index) => `member${String(index).padStart(2, '0')}@example.com`);

let app: TestApp;
let where: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  const { services } = app.app;
  const users = await Promise.all(emails.map((email) => person(services, email.split('@')[0] ?? '')));
  const members = users.map((user) => [user, 'READER'] as const);
  where = await tenant(services, members, members);
});
afterAll(() => app.close());

async function members(place: 'project' | 'organization', args: string): Promise<Members> {
  const id = place === 'project' ? where.projectId : where.organizationId;
  const query = `{ ${place}(id: "${id}") { members${args} { totalCount edges { cursor node { email role } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
  const { body } = await app
    .as(app.admin.apiKey)
    .rest<{ data: Record<string, { members: Members }> }>('POST', '/graphql', { query });
  const found = body.data[place];
  if (!found) throw new Error(JSON.stringify(body));
  return found.members;
}

const emailsOf = ({ edges }: Members) => edges.map(({ node }) => node.email);

describe.each(['project', 'organization'] as const)('the members of a %s', (place) => {
  it('come by e-mail, twenty at a time, with their number', async () => {
    const page = await members(place, '');
    expect(emailsOf(page)).toEqual(emails.slice(0, 20));
    expect(page.totalCount).toBe(25);
    expect(page.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  });

  it('can be paged through in both directions, also while a member is added in front', async () => {
    const first = await members(place, '(first: 10)');
    const second = await members(place, `(first: 10, after: "${first.pageInfo.endCursor}")`);
    const third = await members(place, `(first: 10, after: "${second.pageInfo.endCursor}")`);
    expect([first, second, third].flatMap(emailsOf)).toEqual(emails);
    expect(third.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const back = await members(place, `(last: 10, before: "${third.pageInfo.startCursor}")`);
    expect(emailsOf(back)).toEqual(emailsOf(second));
    expect(emailsOf(await members(place, '(last: 3)'))).toEqual(emails.slice(-3));
  });
});
