import type { AppContext } from '../../context.js';
import { getChosenProject } from '../../resolvers/project/current-project.js';

/** Optional project id of a field or input. {@link inChosenProject} resolves it. */
export const projectOption = {
  description: "ID of the project. Default: the API key's project, or your default project.",
} as const;

/** Returns input with the id of its project, which is that of the credential if the input names none. */
export async function inChosenProject<Input extends { readonly projectId?: string | null | undefined }>(
  ctx: AppContext,
  input: Input,
): Promise<Omit<Input, 'projectId'> & { projectId: string }> {
  return { ...input, projectId: await getChosenProject(ctx, input.projectId) };
}
