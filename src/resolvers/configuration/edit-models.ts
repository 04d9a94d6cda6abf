import { isDeepStrictEqual } from 'node:util';
import { requireAdmin } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { ValidationError } from '../../errors.js';
import { createLlm } from '@memory-gateway/models';
import { changed, type LlmChange } from './apply-change.js';
import { currentConfiguration } from './configuration-view.js';
import { providerCalls } from './create-providers.js';
import { layerSettings, toPlainSettings } from './layer-settings.js';
import { assertServerAllowed, refuseIgnored } from './probe-provider.js';

/** Edited settings of the installation that an extraction reads. Absent ones stay as stored. */
export interface EditedModels {
  readonly llm?: LlmChange | null | undefined;
  readonly installationInstructions?: string | null | undefined;
}

/**
 * Returns a context whose extractions use edited settings of the installation. Stores nothing.
 * @throws ForbiddenError for non-admins; ValidationError by field, such as `llm.apiKey`
 */
export async function withEditedModels(ctx: AppContext, { llm, installationInstructions }: EditedModels) {
  requireAdmin(ctx);
  const { stored, layered } = await currentConfiguration(ctx);
  const next = tryChange(() => changed(stored, layered, { llm, customInstructions: installationInstructions }));
  const after = layerSettings(next, ctx.config);
  const instructions = after.customInstructions.value;
  const edited = { ...ctx, providers: { ...ctx.providers, customInstructions: () => instructions } };
  const settings = toPlainSettings(after.llm);
  if (isDeepStrictEqual(settings, toPlainSettings(layered.llm))) return edited;
  await assertServerAllowed(ctx, 'llm', settings);
  const model = createLlm(settings, refuseIgnored({ ...providerCalls(ctx), retries: 0 }, settings));
  return { ...edited, llm: () => model };
}

/** The configuration and the project both have custom instructions, so that this input names those of the installation. */
function tryChange<Result>(change: () => Result): Result {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw error.rename((field) => (field === 'customInstructions' ? 'installationInstructions' : field));
  }
}
