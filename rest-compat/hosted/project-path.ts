import { z } from 'zod';
import { notFound, NotFoundError, nullFor } from '../../src/errors.js';
import { getRoleInOrganization } from '../../src/resolvers/organization/get-organization.js';
import { getProject } from '../../src/resolvers/project/get-project.js';
import { type OwnProject } from '../../src/resolvers/project/own-project.js';
import { getContext } from './plugin.js';

export const projectPath = {
  path: '/api/v1/orgs/organizations/:org_id/projects/:project_id/',
  params: z.object({ org_id: z.string(), project_id: z.string() }),
};

/** Returns the project in the path. @throws NotFoundError that names the organization if that is hidden, else the project */
export async function getPathProject(request: { params: { org_id: string; project_id: string } }): Promise<OwnProject> {
  const ctx = getContext(request);
  const { org_id: organizationId, project_id: id } = request.params;
  const project = await getProject(ctx, id).catch(nullFor(NotFoundError));
  if (project?.organizationId === organizationId) return project;
  await getRoleInOrganization(ctx, organizationId);
  throw notFound('Project');
}
