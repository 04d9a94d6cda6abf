import { requireCaller } from '../../auth/authorize.js';
import { enterProject } from '../../auth/enter-project.js';
import type { AppContext } from '../../context.js';
import { orNotFound, ValidationError } from '../../errors.js';
import type { ProjectInput, ProjectSettings } from '../../project-settings.js';
import { withEditedModels, type EditedModels } from '../configuration/edit-models.js';
import type { AddMemoriesInput } from '../memory/add-input.js';
import { previewMemories, type MemoryPreview } from '../memory/preview-memories.js';
import { searchMemories, type FoundMemory } from '../memory/search-memories.js';
import { readProjectChanges } from './project-input.js';

/** Settings that a search or an extraction reads. */
type PreviewedSettings = Pick<
  ProjectInput,
  'customCategories' | 'customInstructions' | 'agentCustomInstructions' | 'multilingual' | 'decay' | 'feedbackRanking'
>;

export interface PreviewProjectSettingsInput {
  readonly projectId: string;
  /** Absent settings stay as stored. */
  readonly settings: PreviewedSettings;
  /** Settings of the installation. Requires an admin. Default: as stored. */
  readonly models?: EditedModels | undefined;
  /** Query of the search. Default: no search. */
  readonly query?: string | null | undefined;
  /** Conversation of the dry run. Default: no dry run. */
  readonly conversation?: Omit<AddMemoriesInput, 'projectId'> | null | undefined;
}

/** A result with the stored and with the changed settings. */
interface BeforeAndAfter<Result> {
  readonly before: Result;
  readonly after: Result;
}

export interface ProjectSettingsPreview {
  /** Null without a query. */
  readonly search: BeforeAndAfter<readonly FoundMemory[]> | null;
  /** Null without a conversation. */
  readonly extraction: BeforeAndAfter<MemoryPreview> | null;
}

const topK = 10;

/**
 * Searches and extracts once with the stored settings of a project and once with changed ones. Admins can also change
 * the settings of the language model. Stores nothing.
 * @throws as `updateProject`, `updateConfiguration`, `searchMemories` and `previewMemories`
 */
export async function previewProjectSettings(
  ctx: AppContext,
  input: PreviewProjectSettingsInput,
): Promise<ProjectSettingsPreview> {
  requireCaller(ctx);
  const { projectId, models, query, conversation } = input;
  const changes = readProjectChanges(input.settings);
  if (query == null && conversation == null)
    throw new ValidationError({ query: ['`query` or `messages` must be given.'] });
  const scope = await enterProject(ctx, 'project:update', projectId);
  const project = orNotFound(await ctx.stores.projects.find(scope), 'Project');
  const editedCtx = models ? await withEditedModels(ctx, models) : ctx;
  const edited: ProjectSettings = { ...project, ...withoutExtras(changes) };
  const search = async (settings: ProjectSettings) =>
    (await searchMemories(ctx, { ...searchOf(projectId, query ?? ''), projectSettings: settings })).results;
  const extract = (within: AppContext, settings: ProjectSettings) =>
    previewMemories(within, { ...conversation, messages: conversation?.messages ?? [], projectId }, settings);
  return {
    search: query == null ? null : { before: await search(project), after: await search(edited) },
    extraction:
      conversation == null ? null : { before: await extract(ctx, project), after: await extract(editedCtx, edited) },
  };
}

const searchOf = (projectId: string, query: string) =>
  ({ projectId, query, topK, decay: true, recordHits: false }) as const;

function withoutExtras({ extraSettings: _unused, ...changes }: ReturnType<typeof readProjectChanges>) {
  return changes;
}
