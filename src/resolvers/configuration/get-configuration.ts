import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import {
  defaultEmbedderModels,
  defaultLlmModels,
  embedderProviders,
  llmProviders,
} from '../../providers/known-providers.js';
import { currentConfiguration, toConfigurationView, type ConfigurationView } from './configuration-view.js';

/** Names of the models that run inside the server and have no settings. */
export const builtInModels = { llm: defaultLlmModels.local, embedder: defaultEmbedderModels.local } as const;

/** What can be configured: the bundled providers. @throws UnauthenticatedError */
export function listBundledProviders(ctx: AppContext) {
  requireCaller(ctx);
  return { llm: llmProviders, embedder: embedderProviders };
}

/** What is in force and where each value comes from, without secrets. @throws UnauthenticatedError */
export async function readConfiguration(ctx: AppContext): Promise<ConfigurationView> {
  requireCaller(ctx);
  return toConfigurationView(ctx, (await currentConfiguration(ctx)).layered);
}
