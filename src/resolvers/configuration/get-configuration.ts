import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { embedderProviders, llmProviders } from '@memory-gateway/models';
import { currentConfiguration, toConfigurationView, type ConfigurationView } from './configuration-view.js';

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
