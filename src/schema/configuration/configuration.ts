import { listBundledProviders, readConfiguration } from '../../resolvers/configuration/get-configuration.js';
import {
  type BlockView,
  type ConfigurationView,
  type ReEmbeddingView,
  type SettingView,
} from '../../resolvers/configuration/configuration-view.js';
import { llmProviders, toProviderList } from '@memory-gateway/models';
import { builder } from '../builder.js';
import { Event } from '../event.js';

const ConfigurationSource = builder.enumType('ConfigurationSource', {
  description: 'Source of a configuration value.',
  values: {
    STORED: { value: 'stored', description: 'The value was saved at run time. It overrides the environment.' },
    ENVIRONMENT: { value: 'environment', description: 'The value comes from an environment variable.' },
    DEFAULT: { value: 'default', description: 'The value is the default.' },
  } as const,
});

const ConfigurationSetting = builder.objectRef<SettingView>('ConfigurationSetting').implement({
  description: 'One setting of a model.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the setting, for example `model`.' }),
    value: t.exposeOrNull(
      'value',
      'JSON',
      'Value of the setting: a string or a number. Null if it is not set, and for every secret.',
    ),
    isSecret: t.exposeBoolean('isSecret', { description: 'Whether the value is secret and never returned.' }),
    isSet: t.exposeBoolean('isSet', { description: 'Whether the setting has a value.' }),
    source: t.expose('source', { type: ConfigurationSource, description: 'Source of the value.' }),
  }),
});

const ModelConfiguration = builder.objectRef<BlockView>('ModelConfiguration').implement({
  description: 'A model with its settings.',
  fields: (t) => ({
    provider: t.exposeString('provider', {
      description: `Provider of the model: ${toProviderList([...llmProviders, 'none'])}.`,
    }),
    model: t.exposeString('model', { description: 'Name of the model at the provider.' }),
    settings: t.expose('settings', {
      type: [ConfigurationSetting],
      description: 'All settings of the model, with their sources.',
    }),
  }),
});

const ReEmbedding = builder.objectRef<ReEmbeddingView>('ReEmbedding').implement({
  description:
    'A running computation of embeddings, for another embedding model or for memories without an embedding. Searches use the existing embeddings until it has finished.',
  fields: (t) => ({
    from: t.exposeString('from', {
      description: 'Embeddings that searches use now. `none`: searches match keywords only.',
    }),
    to: t.exposeString('to', {
      description: 'Embeddings that are being computed. Equal to `from` if only memories without an embedding get one.',
    }),
    event: t.exposeOrNull('event', Event, 'Event of the computation. Null if its project no longer exists.'),
  }),
});

export const Configuration = builder.objectRef<ConfigurationView>('Configuration').implement({
  description: 'The models and the extraction instructions of the installation.',
  fields: (t) => ({
    llm: t.expose('llm', { type: ModelConfiguration, description: 'Language model that extracts memories.' }),
    embedder: t.expose('embedder', {
      type: ModelConfiguration,
      description: 'Embedding model for search by meaning.',
    }),
    customInstructions: t.stringOrNull(
      'customInstructions',
      'Extraction instructions for projects and requests without their own. Null: none.',
    ),
    customInstructionsSource: t.expose('customInstructionsSource', {
      type: ConfigurationSource,
      description: 'Source of the extraction instructions.',
    }),
    reEmbedding: t.exposeOrNull(
      'reEmbedding',
      ReEmbedding,
      'Running computation of embeddings. Null if the embeddings of the configured model are complete.',
    ),
    llmProviders: t.stringList({
      description: 'Supported providers of language models.',
      resolve: (_root, _args, ctx) => [...listBundledProviders(ctx).llm],
    }),
    embedderProviders: t.stringList({
      description: 'Supported providers of embedding models.',
      resolve: (_root, _args, ctx) => [...listBundledProviders(ctx).embedder],
    }),
  }),
});

builder.queryField('configuration', (t) =>
  t.field({
    type: Configuration,
    description: 'Returns the models and instructions of the installation, without secrets. Requires the role ADMIN.',
    resolve: (_root, _args, ctx) => readConfiguration(ctx),
  }),
);
