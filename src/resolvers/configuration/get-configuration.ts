import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import {
  defaultEmbedderModels,
  defaultLlmModels,
  embedderProviders,
  llmProviders,
} from '../../providers/known-providers.js';
import { currentConfiguration, toConfigurationView, type ConfigurationView } from './configuration-view.js';

/** Names of the models that run inside the server. They have no settings. */
export const builtInModels = { llm: defaultLlmModels.local, embedder: defaultEmbedderModels.local } as const;

/** Lists the supported providers. @throws UnauthenticatedError */
export function listBundledProviders(ctx: AppContext) {
  requireCaller(ctx);
  return { llm: llmProviders, embedder: embedderProviders };
}

/** Returns the configuration in force with the source of each value, without secrets. @throws UnauthenticatedError */
export async function readConfiguration(ctx: AppContext): Promise<ConfigurationView> {
  requireCaller(ctx);
  return toConfigurationView(ctx, (await currentConfiguration(ctx)).layered);
}
