import { z } from 'zod';
import { notFound } from '../../src/errors.js';
import { getProject } from '../../src/resolvers/project/get-project.js';
import { type OwnProject } from '../../src/resolvers/project/own-project.js';
import { getContext } from './plugin.js';

/** The path of one project, which names its organization too. */
export const projectPath = {
  path: '/api/v1/orgs/organizations/:org_id/projects/:project_id/',
  params: z.object({ org_id: z.string(), project_id: z.string() }),
};

/** The project that a path names. @throws NotFoundError when it is hidden, or is not in the organization that the path names */
export async function getPathProject(request: { params: { org_id: string; project_id: string } }): Promise<OwnProject> {
  const project = await getProject(getContext(request), request.params.project_id);
  if (project.organizationId !== request.params.org_id) throw notFound('Project');
  return project;
}
