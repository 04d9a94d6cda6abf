import type { Logger } from 'pino';
import type { Sealer } from '../../auth/sealed.js';
import type { Config } from '../../config.js';
import type { Bus } from '../../events/types.js';
import {
  openLocalEmbedder,
  createRemoteEmbedder,
  type Embedder,
  type ProviderCalls,
  createLlm,
  type Llm,
  type LlmSettings,
  type Providers,
  type EmbedderSettings,
} from '@memory-gateway/models';
import type { Outbound } from '@memory-gateway/outbound';
import type { Stores } from '../../stores/create-stores.js';
import { layerSettings, toPlainSettings } from './layer-settings.js';
import { openSpace, getServingRecord, type Space } from './serving-embedder.js';
import { readStored } from './stored-configuration.js';

export interface ProvidersParts {
  readonly config: Config;
  readonly stores: Stores;
  readonly sealer: Sealer;
  readonly bus: Bus;
  readonly outbound: Outbound;
  readonly log: Logger;
}

interface State {
  readonly llm: Llm | null;
  readonly embedder: Embedder | null;
  readonly next: Embedder | null;
  readonly customInstructions: string | null;
}

/** Loads the providers and reloads them when any process changes the configuration. Calls no provider. */
export async function createProviders(parts: ProvidersParts): Promise<Providers> {
  const { bus, log } = parts;
  const open = opener(parts);
  let state = await load(parts, open);
  let last: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    // Reloads run one after another, so that the last one wins.
    last = last.catch(() => undefined).then(async () => void (state = await load(parts, open)));
    return last;
  };
  const unsubscribe = bus.subscribe('configurationChanged', () => {
    refresh().catch((error: unknown) =>
      log.warn({ err: error }, 'The configuration could not be read; the former one stays in force.'),
    );
  });
  return {
    llm: () => state.llm,
    embedder: () => state.embedder,
    nextEmbedder: () => state.next,
    customInstructions: () => state.customInstructions,
    refresh,
    async close() {
      unsubscribe();
      await last.catch(() => undefined);
      await open.close();
    },
  };
}

/** Returns the settings of the embedding model on this machine. */
export function localModel({ providers, embedderIdleMs }: Config): Parameters<typeof openLocalEmbedder>[0] {
  return { folder: providers.embedder.folder, idleMs: embedderIdleMs };
}

/** Returns how models of providers are called. */
export function providerCalls({ config, outbound }: { config: Config; outbound: Outbound }): ProviderCalls {
  const { timeoutMs, retries } = config.providers;
  return { outbound, timeoutMs, retries };
}

type Opener = ReturnType<typeof opener>;

async function load(parts: ProvidersParts, open: Opener): Promise<State> {
  const { stores, sealer, config, log } = parts;
  const warn = (block: string) =>
    log.warn(
      { block },
      'A stored key of a provider cannot be read: SEALING_SECRET, or JWT_SECRET in its place, is not what it was. Store the key again.',
    );
  const { llm, embedder, customInstructions } = layerSettings(await readStored(parts, warn), config);
  const off = embedder.provider.value === 'none';
  const { serving, next } = await getServingRecord(stores);
  const openOne = async (space: Space | null) =>
    space && !off
      ? open.embedder(space, await openSpace(space, { sealer, config, onUnreadable: () => warn('embedder') }))
      : null;
  return {
    llm: open.llm(toPlainSettings(llm)),
    embedder: await openOne(serving),
    next: await openOne(next),
    customInstructions: customInstructions.value,
  };
}

/** A change of the environment can give stored settings to a model that does not support them. */
function warnOnce(log: Logger, { provider, model }: LlmSettings): NonNullable<ProviderCalls['onIgnored']> {
  let isKnown = false;
  return (ignored) => {
    if (!isKnown) log.warn({ provider, model, ignored }, 'The language model ignores some of its stored settings.');
    isKnown = true;
  };
}

/** Creates models. An embedder is reused while its settings stay the same, so that running requests keep theirs. */
function opener(parts: ProvidersParts) {
  const calls = providerCalls(parts);
  const made = new Map<string, Embedder>();
  return {
    llm: (settings: Parameters<typeof createLlm>[0]) =>
      createLlm(settings, { ...calls, onIgnored: warnOnce(parts.log, settings) }),
    embedder({ dimension }: Space, settings: EmbedderSettings): Embedder | null {
      const { provider } = settings;
      if (provider === 'none') return null;
      const key = provider === 'local' ? `local/${settings.model}` : JSON.stringify([settings, dimension]);
      const embedder =
        made.get(key) ??
        (provider === 'local'
          ? openLocalEmbedder(localModel(parts.config), settings.model)
          : createRemoteEmbedder({ ...settings, provider, dimensions: dimension }, calls));
      if (!embedder) return null;
      made.set(key, embedder);
      return embedder;
    },
    close: () => Promise.all([...made.values()].map((embedder) => embedder.close())),
  };
}
