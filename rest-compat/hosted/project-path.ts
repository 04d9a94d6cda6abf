import { z } from 'zod';
import { notFound } from '../../src/errors.js';
import { getProject } from '../../src/resolvers/project/get-project.js';
import { type OwnProject } from '../../src/resolvers/project/own-project.js';
import { getContext } from './plugin.js';

/** Path of a project, including its organization. */
export const projectPath = {
  path: '/api/v1/orgs/organizations/:org_id/projects/:project_id/',
  params: z.object({ org_id: z.string(), project_id: z.string() }),
};

/** Returns the project in the path. @throws NotFoundError if it is hidden or belongs to another organization */
export async function getPathProject(request: { params: { org_id: string; project_id: string } }): Promise<OwnProject> {
  const project = await getProject(getContext(request), request.params.project_id);
  if (project.organizationId !== request.params.org_id) throw notFound('Project');
  return project;
}
