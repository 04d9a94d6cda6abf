import { z } from 'zod';
import type { AppContext } from '../../src/context.js';
import { ForbiddenError, nullFor } from '../../src/errors.js';
import { listMembers } from '../../src/resolvers/member/list-members.js';
import { createOrganization } from '../../src/resolvers/organization/create-organization.js';
import { getOrganization } from '../../src/resolvers/organization/get-organization.js';
import { listOrganizations } from '../../src/resolvers/organization/list-organizations.js';
import { type OwnOrganization } from '../../src/resolvers/organization/own-organization.js';
import { fieldErrorsBody, messageBody } from './errors.js';
import { describeRoute } from './route.js';
import { readEveryRow } from '../shared/read-every-row.js';
import { getContext, hostedPlugin } from './plugin.js';
import { Member, toMember } from './members.js';

const root = '/api/v1/orgs/organizations/';

export const Organization = z
  .object({
    org_id: z.string(),
    name: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    members: z.array(Member).describe('Empty for those who are members of a project inside alone.'),
    is_default: z.boolean(),
    byok_enabled: z.boolean(),
    invitations: z.array(z.never()),
    owner_pricing_plan: z.string().nullable(),
    is_owner: z.boolean(),
    user_role: z.string(),
  })
  .meta({ id: 'Organization' });

export const organizationRoutes = hostedPlugin((scope) => {
  const list = describeRoute(
    'listOrganizations',
    { 200: z.array(Organization) },
    { errors: messageBody, failures: [] },
  );
  scope.get(root, list, async (request) => {
    const ctx = getContext(request);
    const organizations = await readEveryRow((page) => listOrganizations(ctx, page));
    const answer: z.infer<typeof Organization>[] = [];
    for (const organization of organizations) answer.push(await toOrganization(ctx, organization));
    return answer;
  });

  const create = describeRoute(
    'createOrganization',
    { 201: z.object({ message: z.string(), org_id: z.string() }) },
    { errors: fieldErrorsBody, failures: [400, 403], body: z.object({ name: z.string() }) },
  );
  scope.post(root, create, async (request, reply) => {
    const { id } = await createOrganization(getContext(request), request.body);
    return reply.code(201).send({ message: 'Organization created successfully', org_id: id });
  });

  const read = describeRoute(
    'getOrganization',
    { 200: Organization },
    { errors: messageBody, failures: [404], params: z.object({ org_id: z.string() }) },
  );
  scope.get(`${root}:org_id/`, read, async (request) => {
    const ctx = getContext(request);
    return toOrganization(ctx, await getOrganization(ctx, request.params.org_id));
  });
});

async function toOrganization(ctx: AppContext, organization: OwnOrganization): Promise<z.infer<typeof Organization>> {
  const { id, name, isDefault, role, createdAt, updatedAt } = organization;
  // A member of a single project can see the organization, but not its members.
  const members = await listMembers(ctx, { organizationId: id }).catch(nullFor(ForbiddenError));
  return {
    org_id: id,
    name,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    members: members?.map(toMember) ?? [],
    is_default: isDefault,
    // Features of the hosted service that do not exist here.
    byok_enabled: false,
    invitations: [],
    owner_pricing_plan: null,
    is_owner: role === 'OWNER',
    user_role: role,
  };
}
