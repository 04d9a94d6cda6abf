import { z } from 'zod';
import { addMember } from '../../src/resolvers/member/add-member.js';
import { listMembers } from '../../src/resolvers/member/list-members.js';
import { removeMember } from '../../src/resolvers/member/remove-member.js';
import { setMemberRole } from '../../src/resolvers/member/set-member-role.js';
import { lowestRole, roleNames } from '../../src/roles.js';
import type { MemberRow } from '../../src/stores/member-store.js';
import { fieldErrorsBody, messageBody } from './errors.js';
import { describeRoute } from './route.js';
import { Message, optionalText, queryText } from './fields.js';
import { getContext, hostedPlugin, type RestScope } from './plugin.js';
import { getPathProject, projectPath } from './project-path.js';

const memberRole = z.string().meta({ description: 'Role of the member.', enum: [...roleNames] });

export const Member = z.object({ username: z.string(), role: memberRole, email: z.string() }).meta({ id: 'Member' });

export function toMember({ username, role, email }: MemberRow): z.infer<typeof Member> {
  return { username, role, email };
}

// The same response for addresses with and without an account.
const invited = 'Invitation created: membership begins when it is accepted';

const Members = z.object({ members: z.array(Member) });
const OrganizationMembers = z.object({ members: z.array(Member.extend({ user_id: z.string() })) });

// Clients send the address of the member to remove in the query or in the body.
const removal = { body: z.object({ email: optionalText() }), querystring: z.object({ email: queryText() }) };
const getRemovalEmail = ({ body, query }: { body: { email?: string | null }; query: { email?: string } }) => ({
  email: query.email ?? body.email ?? '',
});

export const memberRoutes = hostedPlugin((scope) => {
  organizationMembers(scope);
  projectMembers(scope);
});

function organizationMembers(scope: RestScope): void {
  const path = '/api/v1/orgs/organizations/:org_id/members/';
  const params = z.object({ org_id: z.string() });
  const body = z.object({ email: z.string(), role: memberRole });

  const list = describeRoute(
    'listOrganizationMembers',
    { 200: OrganizationMembers },
    { errors: messageBody, failures: [403, 404], params },
  );
  scope.get(path, list, async (request) => {
    const members = await listMembers(getContext(request), { organizationId: request.params.org_id });
    return { members: members.map((member) => ({ ...toMember(member), user_id: member.userId })) };
  });

  const add = describeRoute('addOrganizationMember', { 201: Message }, { errors: fieldErrorsBody, params, body });
  scope.post(path, add, async (request, reply) => {
    const input = { organizationId: request.params.org_id, ...request.body };
    const { member } = await addMember(getContext(request), input);
    return reply.code(201).send({ message: member ? 'Member added to the organization' : invited });
  });

  const change = describeRoute('updateOrganizationMember', { 200: Message }, { errors: fieldErrorsBody, params, body });
  scope.put(path, change, async (request) => {
    await setMemberRole(getContext(request), { organizationId: request.params.org_id, ...request.body });
    return { message: 'Role of the member updated' };
  });

  const remove = describeRoute(
    'removeOrganizationMember',
    { 200: Message },
    { errors: fieldErrorsBody, params, ...removal },
  );
  scope.delete(path, remove, async (request) => {
    await removeMember(getContext(request), {
      organizationId: request.params.org_id,
      ...getRemovalEmail(request),
    });
    return { message: 'Member removed from the organization' };
  });
}

function projectMembers(scope: RestScope): void {
  const path = `${projectPath.path}members/`;
  const { params } = projectPath;
  const body = z.object({ email: z.string(), role: memberRole });

  const list = describeRoute('listProjectMembers', { 200: Members }, { errors: messageBody, failures: [404], params });
  scope.get(path, list, async (request) => {
    const { id } = await getPathProject(request);
    return { members: (await listMembers(getContext(request), { projectId: id })).map(toMember) };
  });

  const add = describeRoute(
    'addProjectMember',
    { 200: Message },
    { errors: fieldErrorsBody, params, body: body.extend({ role: memberRole.default(lowestRole) }) },
  );
  scope.post(path, add, async (request) => {
    const input = { projectId: (await getPathProject(request)).id, ...request.body };
    const { member } = await addMember(getContext(request), input);
    return { message: member ? 'Member added to the project' : invited };
  });

  const change = describeRoute('updateProjectMember', { 200: Message }, { errors: fieldErrorsBody, params, body });
  scope.put(path, change, async (request) => {
    await setMemberRole(getContext(request), {
      projectId: (await getPathProject(request)).id,
      ...request.body,
    });
    return { message: 'Role of the member updated' };
  });

  const remove = describeRoute(
    'removeProjectMember',
    { 200: Message },
    { errors: fieldErrorsBody, params, ...removal },
  );
  scope.delete(path, remove, async (request) => {
    await removeMember(getContext(request), {
      projectId: (await getPathProject(request)).id,
      ...getRemovalEmail(request),
    });
    return { message: 'Member removed from the project' };
  });
}
