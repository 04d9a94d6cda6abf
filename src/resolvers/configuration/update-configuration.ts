import { isDeepStrictEqual } from 'node:util';
import { requireAdmin } from '../../auth/authorize.js';
import { transact, type AppContext, type Services } from '../../context.js';
import { ConflictError } from '../../errors.js';
import { findAttempt } from '../idempotency/create-attempt.js';
import { changed, type ConfigurationChange } from './apply-change.js';
import { layerSettings, toPlainSettings, type LayeredConfiguration } from './layer-settings.js';
import { probeChange, probeEmbedder } from './probe-provider.js';
import { lookForMissing, settleEmbedder } from './serving-embedder.js';
import { seal, unseal, type StoredConfiguration } from './stored-configuration.js';
import { currentConfiguration, type ConfigurationView } from './configuration-view.js';
import { readConfiguration } from './get-configuration.js';

const maxAttempts = 3;

/**
 * Changes the configuration in every process. Each model that the change is about is called once first, so that what is stored works.
 * Another embedder takes over when all memories have vectors of it; until then search goes on with the former one.
 * @throws UnauthenticatedError; ForbiddenError for others than admins; ValidationError; UpstreamFailedError when a model does not answer;
 *   nothing is changed then. ConflictError when others keep changing it
 */
export async function updateConfiguration(ctx: AppContext, change: ConfigurationChange): Promise<ConfigurationView> {
  requireAdmin(ctx);
  // With an idempotency key the transaction of the first attempt stays open: no model may be waited for inside.
  const attempts = findAttempt(ctx) ? 1 : maxAttempts;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { stored, layered } = await currentConfiguration(ctx);
    const next = await probed(ctx, layered, changed(stored, layered, change));
    if (await store(ctx, stored, next)) {
      // Of a request with an idempotency key the transaction is still open: the announcement refreshes when it commits.
      if (!findAttempt(ctx)) await ctx.providers.refresh();
      return readConfiguration(ctx);
    }
  }
  throw new ConflictError('Another request is changing the configuration. Try again.');
}

/** Blocks of the configuration. */
export type ConfigurationSection = 'llm' | 'embedder' | 'customInstructions';

/** Brings blocks back to the environment. @throws as {@link updateConfiguration} */
export function resetConfiguration(
  ctx: AppContext,
  input: { sections: readonly ConfigurationSection[] },
): Promise<ConfigurationView> {
  return updateConfiguration(ctx, Object.fromEntries(input.sections.map((section) => [section, null])));
}

/** Notes the length of the vectors, which is part of their name, where only the model knows it. */
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

/** @returns false when another request changed it meanwhile */
async function store(ctx: AppContext, before: StoredConfiguration, next: StoredConfiguration): Promise<boolean> {
  return transact(ctx, async (unit) => {
    await unit.stores.settings.lock();
    const now = await unseal(
      (await unit.stores.settings.get(['config_overrides'])).config_overrides,
      ctx.sealer,
      () => undefined,
    );
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

/**
 * At the start of a process: the environment may name another embedder than the one whose vectors are searched, and memories may lack vectors.
 * Calls a provider only where the length of its vectors is not known.
 */
export async function settleConfiguration(services: Services): Promise<void> {
  const read = async (stores: Services['stores']) =>
    layerSettings(
      await unseal(
        (await stores.settings.get(['config_overrides'])).config_overrides,
        services.sealer,
        () => undefined,
      ),
      services.config,
    ).embedder;
  const embedder = await read(services.stores);
  const settings = toPlainSettings(embedder);
  const length = settings.dimensions ?? (await probeEmbedder(services, settings));
  await transact(services, async (unit) => {
    await unit.stores.settings.lock();
    await settleEmbedder(services, unit, {
      ...(await read(unit.stores)),
      dimensions: { value: length, source: embedder.dimensions.source },
    });
    if (settings.provider !== 'none' && (await unit.stores.reEmbedding.hasMemories()))
      await lookForMissing(services, unit);
  });
  await services.providers.refresh();
}
