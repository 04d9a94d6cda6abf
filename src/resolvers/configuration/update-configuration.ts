import { isDeepStrictEqual } from 'node:util';
import { requireAdmin } from '../../auth/authorize.js';
import type { AppContext, Services } from '../../context.js';
import { transact } from '../../unit-of-work/transact.js';
import { ConflictError } from '../../errors.js';
import { findAttempt } from '../idempotency/create-attempt.js';
import { changed, type ConfigurationChange } from './apply-change.js';
import { layerSettings, toPlainSettings, type LayeredConfiguration } from './layer-settings.js';
import { probeChange, probeEmbedder } from './probe-provider.js';
import { lookForMissing, settleEmbedder } from './serving-embedder.js';
import { readStored, seal, type StoredConfiguration } from './stored-configuration.js';
import { currentConfiguration, type ConfigurationView } from './configuration-view.js';
import { readConfiguration } from './get-configuration.js';

const maxAttempts = 3;

/**
 * Changes the configuration in every process, after one successful call of each changed model. A new embedder takes
 * over once all memories have its vectors; until then, searches use the current one.
 * @throws ForbiddenError for non-admins; ValidationError
 * @throws UpstreamFailedError if a model does not respond; ConflictError after repeated concurrent changes
 */
export async function updateConfiguration(ctx: AppContext, change: ConfigurationChange): Promise<ConfigurationView> {
  requireAdmin(ctx);
  // With an idempotency key, the first attempt's transaction stays open, and must not wait for a model again.
  const attempts = findAttempt(ctx) ? 1 : maxAttempts;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { stored, layered } = await currentConfiguration(ctx);
    const next = await probed(ctx, layered, changed(stored, layered, change));
    if (await store(ctx, stored, next)) {
      // With an idempotency key, the transaction is still open. The announcement refreshes the providers at its commit.
      if (!findAttempt(ctx)) await ctx.providers.refresh();
      return readConfiguration(ctx);
    }
  }
  throw new ConflictError('Another request is changing the configuration. Try again.');
}

export type ConfigurationSection = 'llm' | 'embedder' | 'customInstructions';

/** Resets blocks to the values of the environment. @throws as {@link updateConfiguration} */
export function resetConfiguration(
  ctx: AppContext,
  input: { sections: readonly ConfigurationSection[] },
): Promise<ConfigurationView> {
  return updateConfiguration(ctx, Object.fromEntries(input.sections.map((section) => [section, null])));
}

/** Probes the changed models and stores the vector length (part of the space's name) if only the model knows it. */
async function probed(
  ctx: AppContext,
  before: LayeredConfiguration,
  next: StoredConfiguration,
): Promise<StoredConfiguration> {
  const after = layerSettings(next, ctx.config);
  const dimensions = await probeChange(ctx, before, after);
  if (dimensions === null || after.embedder.dimensions.value === dimensions || !next.embedder) return next;
  return { ...next, embedder: { ...next.embedder, dimensions } };
}

/** @returns false if another request changed the configuration in the meantime */
async function store(ctx: AppContext, before: StoredConfiguration, next: StoredConfiguration): Promise<boolean> {
  return transact(ctx, async (unit) => {
    await unit.stores.settings.lock();
    const now = await readStored({ stores: unit.stores, sealer: ctx.sealer });
    if (!isDeepStrictEqual(now, before)) return false;
    if (!isDeepStrictEqual(next, before)) {
      if (Object.keys(next).length === 0) await unit.stores.settings.remove('config_overrides');
      else await unit.stores.settings.put('config_overrides', await seal(next, ctx.sealer), ctx.now());
      await unit.announce('configurationChanged', { part: 'providers' });
      await unit.audit({ action: 'configuration.update', targetId: 'configuration', before, after: next });
    }
    await settleEmbedder(ctx, unit, layerSettings(next, ctx.config).embedder);
    return true;
  });
}

/** Starts a re-embedding at server start if the environment names a new embedder or memories lack vectors. */
export async function settleConfiguration(services: Services): Promise<void> {
  const read = async (stores: Services['stores']) =>
    layerSettings(await readStored({ stores, sealer: services.sealer }), services.config).embedder;
  const embedder = await read(services.stores);
  const settings = toPlainSettings(embedder);
  const length = settings.dimensions ?? (await probeEmbedder(services, settings));
  await transact(services, async (unit) => {
    await unit.stores.settings.lock();
    await settleEmbedder(services, unit, {
      ...(await read(unit.stores)),
      dimensions: { value: length, source: embedder.dimensions.source },
    });
    if (settings.provider !== 'none' && (await unit.stores.reEmbedding.hasMemories())) await lookForMissing(unit);
  });
  await services.providers.refresh();
}
