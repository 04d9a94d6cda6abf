import { requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { embedderProviders, llmProviders } from '../../providers/settings.js';
import { currentConfiguration, viewOf, type ConfigurationView } from './configuration-view.js';

/** What can be configured: the bundled providers. @throws UnauthenticatedError */
export function bundledProviders(ctx: AppContext) {
  requireCaller(ctx);
  return { llm: llmProviders, embedder: embedderProviders };
}

/** What is in force and where each value comes from, without secrets. @throws UnauthenticatedError */
export async function readConfiguration(ctx: AppContext): Promise<ConfigurationView> {
  requireCaller(ctx);
  return viewOf(ctx, (await currentConfiguration(ctx)).layered);
}
