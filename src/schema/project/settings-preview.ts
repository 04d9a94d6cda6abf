import { fromSwitchFields, switchFields } from '../../project-settings.js';
import type { FoundMemory } from '../../resolvers/memory/search-memories.js';
import type { PreviewedMemory } from '../../resolvers/memory/preview-memories.js';
import {
  previewProjectSettings,
  type ProjectSettingsPreview,
} from '../../resolvers/project/preview-project-settings.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import { builder } from '../builder.js';
import { payloadOf } from '../shared/mutation-types.js';
import { CategoryInput, fromProjectCategories } from '../category.js';
import { LlmInput } from '../configuration/configuration-mutations.js';
import { withFieldNames } from '../../validate.js';
import { PreviewedMemoryType } from '../memory/memory-preview.js';
import { MessageInput } from '../memory/memory-mutations.js';
import { SearchHit } from '../memory/search-results.js';

interface Previews<Result> {
  readonly stored: readonly Result[];
  readonly edited: readonly Result[];
}

const SearchPreview = builder.objectRef<Previews<FoundMemory>>('SettingsSearchPreview').implement({
  description: 'The best ten results of a search with the stored and with the edited settings of a project.',
  fields: (t) => ({
    stored: t.expose('stored', { type: [SearchHit], description: 'Results with the stored settings, best first.' }),
    edited: t.expose('edited', { type: [SearchHit], description: 'Results with the edited settings, best first.' }),
  }),
});

const ExtractionPreview = builder.objectRef<Previews<PreviewedMemory>>('SettingsExtractionPreview').implement({
  description: 'Memories that a conversation would add with the stored and with the edited settings of a project.',
  fields: (t) => ({
    stored: t.expose('stored', { type: [PreviewedMemoryType], description: 'Memories with the stored settings.' }),
    edited: t.expose('edited', { type: [PreviewedMemoryType], description: 'Memories with the edited settings.' }),
  }),
});

const PreviewProjectSettingsInput = builder.inputType('PreviewProjectSettingsInput', {
  description:
    'Input for `previewProjectSettings`: edited settings, and a query, a conversation or both to try them. An absent setting stays as stored.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'ID of the project.' }),
    customInstructions: t.string({ description: 'Edited extraction instructions. Null: none.' }),
    agentCustomInstructions: t.string({
      description: 'Edited extraction instructions for memories that belong to an agent. Null: none.',
    }),
    customCategories: t.field({
      type: [CategoryInput],
      description: 'Edited categories. Null or empty: the built-in categories.',
    }),
    isMultilingual: t.boolean({
      description: 'Stores memories in their original language. Changes no preview.',
    }),
    hasDecay: t.boolean({ description: 'Ranks recently used memories higher in the search.' }),
    hasFeedbackRanking: t.boolean({ description: 'Lets feedback on memories move them up or down in the search.' }),
    llm: t.field({
      type: LlmInput,
      description: 'Edited settings of the language model of the installation. Requires the role ADMIN.',
    }),
    installationInstructions: t.string({
      description: 'Edited extraction instructions of the installation. Null: none. Requires the role ADMIN.',
    }),
    query: t.string({ description: 'Query to search with. Default: no search.' }),
    messages: t.field({
      type: [MessageInput],
      description: 'Conversation to extract memories from. Default: no extraction.',
    }),
    userId: t.string({ description: 'User of the conversation. `messages` need a user or an agent.' }),
    agentId: t.string({
      description: 'Agent of the conversation. `agentCustomInstructions` apply with an agent only.',
    }),
  }),
});

const PreviewProjectSettingsPayload = payloadOf<ProjectSettingsPreview>(
  'previewProjectSettings',
  (t) => ({
    search: t.field({
      type: SearchPreview,
      nullable: true,
      description: 'Results of the search. Null without `query`.',
      resolve: ({ search }) => search && { stored: search.before, edited: search.after },
    }),
    extraction: t.field({
      type: ExtractionPreview,
      nullable: true,
      description: 'Result of the dry run. Null without `messages`.',
      resolve: ({ extraction }) =>
        extraction && { stored: extraction.before.memories, edited: extraction.after.memories },
    }),
  }),
  'Nothing is stored.',
);

builder.queryField('previewProjectSettings', (t) =>
  t.field({
    type: PreviewProjectSettingsPayload,
    description: `Searches and extracts with stored and with edited settings of a project or of the language model. ${toRequirement('project:update')}`,
    args: t.inputArg(PreviewProjectSettingsInput, 'The settings, and what to try.'),
    resolve: (
      _root,
      { input: { id, query, messages, userId, agentId, llm, installationInstructions, ...settings } },
      ctx,
    ) =>
      withFieldNames({ ...switchFields, projectId: 'id' }, () =>
        previewProjectSettings(ctx, {
          projectId: id,
          settings: {
            ...settings,
            ...fromSwitchFields(settings),
            customCategories: fromProjectCategories(settings.customCategories),
          },
          models:
            llm === undefined && installationInstructions === undefined ? undefined : { llm, installationInstructions },
          query,
          conversation: messages && { messages, userId, agentId },
        }),
      ),
  }),
);
