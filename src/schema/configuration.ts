import { bundledProviders, readConfiguration } from '../resolvers/configuration/get-configuration.js';
import {
  resetConfiguration,
  updateConfiguration,
  type ConfigurationSection,
} from '../resolvers/configuration/update-configuration.js';
import type {
  BlockView,
  ConfigurationView,
  ReEmbeddingView,
  SettingView,
} from '../resolvers/configuration/configuration-view.js';
import { generateInstructions, type ProposedInstructions } from '../resolvers/configuration/generate-instructions.js';
import { builder } from './builder.js';
import { mutationErrors } from './errors.js';
import { Event } from './event.js';

const ConfigurationSource = builder.enumType('ConfigurationSource', {
  description: 'Where a value of the configuration comes from.',
  values: {
    STORED: { value: 'stored', description: 'It was stored at run time. That goes before all else.' },
    ENVIRONMENT: { value: 'environment', description: 'It comes from an environment variable.' },
    DEFAULT: { value: 'default', description: 'Nobody has set it.' },
  } as const,
});

const ConfigurationSetting = builder.objectRef<SettingView>('ConfigurationSetting').implement({
  description: 'One value of the configuration.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name, such as `model`.' }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Its value: text or a number. Null when it is not set, and for every secret.',
      resolve: ({ value }) => value,
    }),
    isSecret: t.exposeBoolean('isSecret', { description: 'Whether it is never shown.' }),
    isSet: t.exposeBoolean('isSet', { description: 'Whether it has a value.' }),
    source: t.field({
      type: ConfigurationSource,
      description: 'Where it comes from.',
      resolve: ({ source }) => source,
    }),
  }),
});

const ModelConfiguration = builder.objectRef<BlockView>('ModelConfiguration').implement({
  description: 'A model and how it is called.',
  fields: (t) => ({
    provider: t.exposeString('provider', {
      description: 'Who makes it: `openai`, `anthropic`, `gemini`, `local`, or `none`.',
    }),
    model: t.exposeString('model', { description: 'Its name, as the provider knows it.' }),
    settings: t.field({
      type: [ConfigurationSetting],
      description: 'All settings, with their sources.',
      resolve: ({ settings }) => [...settings],
    }),
  }),
});

const ReEmbedding = builder.objectRef<ReEmbeddingView>('ReEmbedding').implement({
  description:
    'Vectors are being made: of another embedding model, or for memories that lack one. Search goes on with those that are there, until all are.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The vectors that are searched. `none`: search goes by words alone.' }),
    to: t.exposeString('to', {
      description: 'The vectors that are being made. Equal to `from`: memories without a vector get one.',
    }),
    event: t.expose('event', {
      type: Event,
      nullable: true,
      description: 'How far they are. Null when the project that it was kept in is gone.',
    }),
  }),
});

const Configuration = builder.objectRef<ConfigurationView>('Configuration').implement({
  description: 'The models of the installation.',
  fields: (t) => ({
    llm: t.expose('llm', { type: ModelConfiguration, description: 'The language model that extracts memories.' }),
    embedder: t.expose('embedder', {
      type: ModelConfiguration,
      description: 'The embedding model for search by meaning.',
    }),
    customInstructions: t.exposeString('customInstructions', {
      nullable: true,
      description: 'What extraction is told where neither project nor call says otherwise.',
    }),
    customInstructionsSource: t.field({
      type: ConfigurationSource,
      description: 'Where they come from.',
      resolve: ({ customInstructionsSource: source }) => source,
    }),
    reEmbedding: t.expose('reEmbedding', {
      type: ReEmbedding,
      nullable: true,
      description: 'Null when the vectors of the configured model are the ones that are searched, and complete.',
    }),
    llmProviders: t.stringList({
      description: 'Providers of language models that are bundled.',
      resolve: (_root, _args, ctx) => [...bundledProviders(ctx).llm],
    }),
    embedderProviders: t.stringList({
      description: 'Providers of embedding models that are bundled.',
      resolve: (_root, _args, ctx) => [...bundledProviders(ctx).embedder],
    }),
  }),
});

builder.queryField('configuration', (t) =>
  t.field({
    type: Configuration,
    description: 'The models of the installation, without secrets.',
    authScopes: { signedIn: true },
    resolve: (_root, _args, ctx) => readConfiguration(ctx),
  }),
);

const LlmInput = builder.inputType('LlmConfigurationInput', {
  description:
    'A language model. What is left out stays, null goes back to the environment. Another provider begins with nothing but what is given.',
  fields: (t) => ({
    provider: t.string({ description: '`openai`, `anthropic`, `gemini` or `local`.' }),
    model: t.string({ description: 'Name of the model.' }),
    apiKey: t.string({ description: 'Key. It is encrypted and never shown again; `[redacted]` leaves it as it is.' }),
    baseUrl: t.string({
      description: 'Another server that speaks like the provider. It needs a key of its own, or none.',
    }),
    temperature: t.float({ description: '0 to 2.' }),
    maxTokens: t.int({ description: 'Most tokens of an answer.' }),
    topP: t.float({ description: '0 to 1.' }),
  }),
});

const EmbedderInput = builder.inputType('EmbedderConfigurationInput', {
  description:
    'An embedding model. What is left out stays, null goes back to the environment. Another provider begins with nothing but what is given.',
  fields: (t) => ({
    provider: t.string({ description: '`openai`, `gemini` or `local`.' }),
    model: t.string({ description: 'Name of the model.' }),
    apiKey: t.string({
      description:
        'Key; without one, that of the language model of the same provider. `[redacted]` leaves it as it is.',
    }),
    baseUrl: t.string({
      description: 'Another server that speaks like the provider. It needs a key of its own, or none.',
    }),
    dimensions: t.int({ description: 'Length of the vectors, 1 to 4,000; left out: what the model answers.' }),
  }),
});

const UpdateConfigurationInput = builder.inputType('UpdateConfigurationInput', {
  description: 'What to change. Null brings a whole block back to the environment.',
  fields: (t) => ({
    llm: t.field({ type: LlmInput, description: 'The language model.' }),
    embedder: t.field({ type: EmbedderInput, description: 'The embedding model.' }),
    customInstructions: t.string({ description: 'At most 20,000 characters.' }),
  }),
});

const ConfigurationSectionType = builder.enumType('ConfigurationSection', {
  description: 'A block of the configuration.',
  values: {
    LLM: { value: 'llm', description: 'The language model.' },
    EMBEDDER: { value: 'embedder', description: 'The embedding model.' },
    CUSTOM_INSTRUCTIONS: { value: 'customInstructions', description: 'The instructions.' },
  } satisfies Record<string, { value: ConfigurationSection; description: string }>,
});

const ResetConfigurationInput = builder.inputType('ResetConfigurationInput', {
  description: 'What to bring back to the environment.',
  fields: (t) => ({
    sections: t.field({ type: [ConfigurationSectionType], required: true, description: 'The blocks.' }),
  }),
});

const ConfigurationPayload = builder.objectRef<ConfigurationView>('ConfigurationPayload').implement({
  description: 'The configuration after the change.',
  fields: (t) => ({
    configuration: t.field({ type: Configuration, description: 'The configuration.', resolve: (view) => view }),
  }),
});

const GenerateInstructionsInput = builder.inputType('GenerateInstructionsInput', {
  description: 'What memories are to be used for.',
  fields: (t) => ({ useCase: t.string({ required: true, description: 'In a few words, at most 4,000 characters.' }) }),
});

const GeneratedInstructions = builder.objectRef<ProposedInstructions>('GenerateInstructionsPayload').implement({
  description: 'A proposal. Nothing was stored.',
  fields: (t) => ({
    customInstructions: t.exposeString('customInstructions', { description: 'Instructions for extraction.' }),
    testMessage: t.exposeString('testMessage', { description: 'A message to try them with.' }),
  }),
});

builder.mutationFields((t) => ({
  updateConfiguration: t.field({
    type: ConfigurationPayload,
    errors: mutationErrors,
    description:
      'Changes models, in every process. Each changed model is called once first; where that fails, nothing is changed and the error has UPSTREAM_FAILED. For admins.',
    args: { input: t.arg({ type: UpdateConfigurationInput, required: true, description: 'The changes.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => updateConfiguration(ctx, input),
  }),
  resetConfiguration: t.field({
    type: ConfigurationPayload,
    errors: mutationErrors,
    description: 'Brings blocks back to what the environment says. For admins.',
    args: { input: t.arg({ type: ResetConfigurationInput, required: true, description: 'Which ones.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => resetConfiguration(ctx, input),
  }),
  generateInstructions: t.field({
    type: GeneratedInstructions,
    errors: mutationErrors,
    description: 'Proposes instructions for a use case with the language model in force, and stores nothing.',
    args: { input: t.arg({ type: GenerateInstructionsInput, required: true, description: 'The use case.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => generateInstructions(ctx, input),
  }),
}));
