import {
  resetConfiguration,
  updateConfiguration,
  type ConfigurationSection,
} from '../../resolvers/configuration/update-configuration.js';
import {
  generateInstructions,
  type ProposedInstructions,
} from '../../resolvers/configuration/generate-instructions.js';
import { embedderProviders, llmProviders, toProviderList } from '@memory-gateway/models';
import { ConflictError, ValidationError } from '../../errors.js';
import { builder } from '../builder.js';
import { inputOf, objectPayload, payloadOf } from '../shared/mutation-types.js';
import { Configuration } from './configuration.js';

export const LlmInput = builder.inputType('LlmConfigurationInput', {
  description:
    'Settings of the language model. An absent field stays unchanged; null restores the environment. Changing the provider clears the others.',
  fields: (t) => ({
    provider: t.string({ description: `Provider of the language model: ${toProviderList(llmProviders)}.` }),
    model: t.string({ description: 'Name of the language model at the provider.' }),
    apiKey: t.string({
      description:
        'API key of the language model, stored encrypted and never returned. `[redacted]` keeps the stored key.',
    }),
    baseUrl: t.string({
      description: 'URL of another server with the API of the provider. It requires its own API key, or none.',
    }),
    temperature: t.float({ description: 'Sampling temperature, 0 to 2.' }),
    maxTokens: t.int({ description: 'Maximum number of tokens of a response.' }),
    topP: t.float({ description: 'Nucleus sampling (top p), 0 to 1.' }),
  }),
});

export const EmbedderInput = builder.inputType('EmbedderConfigurationInput', {
  description:
    'Settings of the embedding model. An absent field stays unchanged; null restores the environment. Changing the provider clears the others.',
  fields: (t) => ({
    provider: t.string({ description: `Provider of the embedding model: ${toProviderList(embedderProviders)}.` }),
    model: t.string({ description: 'Name of the embedding model at the provider.' }),
    apiKey: t.string({
      description:
        'API key of the embedding model, stored encrypted. Default: the key of the language model of the same provider. `[redacted]` keeps the stored key.',
    }),
    baseUrl: t.string({
      description:
        'URL of another server with the embedding API of the provider. It requires its own API key, or none.',
    }),
    dimensions: t.int({
      description: 'Dimensions of the embeddings, 1 to 4,000. Default: the dimensions that the model returns.',
    }),
  }),
});

const UpdateConfigurationInput = inputOf(
  'updateConfiguration',
  (t) => ({
    llm: t.field({ type: LlmInput, description: 'New settings of the language model.' }),
    embedder: t.field({ type: EmbedderInput, description: 'New settings of the embedding model.' }),
    customInstructions: t.string({ description: 'New extraction instructions, at most 20,000 characters.' }),
  }),
  'An absent field stays unchanged; null restores the environment.',
);

const ConfigurationSectionType = builder.enumType('ConfigurationSection', {
  description: 'A section of the configuration.',
  values: {
    LLM: { value: 'llm', description: 'Settings of the language model.' },
    EMBEDDER: { value: 'embedder', description: 'Settings of the embedding model.' },
    CUSTOM_INSTRUCTIONS: { value: 'customInstructions', description: 'Extraction instructions of the installation.' },
  } satisfies Record<string, { value: ConfigurationSection; description: string }>,
});

const ResetConfigurationInput = inputOf('resetConfiguration', (t) => ({
  sections: t.field({
    type: [ConfigurationSectionType],
    required: true,
    description: 'Sections to restore from the environment.',
  }),
}));

const GenerateInstructionsInput = inputOf('generateInstructions', (t) => ({
  useCase: t.string({
    required: true,
    description: 'Describes what the memories are used for, at most 4,000 characters.',
  }),
}));

const GeneratedInstructions = payloadOf<ProposedInstructions>(
  'generateInstructions',
  (t) => ({
    customInstructions: t.exposeString('customInstructions', { description: 'Suggested extraction instructions.' }),
    testMessage: t.exposeString('testMessage', { description: 'A sample message for testing the instructions.' }),
  }),
  'The server has stored nothing.',
);

builder.mutationFields((t) => ({
  updateConfiguration: t.field({
    type: objectPayload('updateConfiguration', ['configuration', Configuration], 'The configuration after the change.'),
    description:
      'Changes the models or instructions in every process. The server first calls each changed model once; if the call fails, nothing changes and the error is UPSTREAM_FAILED. Requires the role ADMIN.',
    ...t.change(UpdateConfigurationInput, 'The settings to change.', [ConflictError]),
    resolve: (_root, { input }, ctx) => updateConfiguration(ctx, input),
  }),
  resetConfiguration: t.field({
    type: objectPayload(
      'resetConfiguration',
      ['configuration', Configuration],
      'The configuration with the restored sections.',
    ),
    description: 'Restores sections of the configuration from the environment. Requires the role ADMIN.',
    ...t.change(ResetConfigurationInput, 'The sections to restore.', [ConflictError]),
    resolve: (_root, { input }, ctx) => resetConfiguration(ctx, input),
  }),
  generateInstructions: t.field({
    type: GeneratedInstructions,
    errors: { types: [ValidationError] },
    description: 'Suggests extraction instructions for a use case with the configured language model. Stores nothing.',
    args: t.inputArg(GenerateInstructionsInput, 'Your use case.'),
    resolve: (_root, { input }, ctx) => generateInstructions(ctx, input),
  }),
}));
