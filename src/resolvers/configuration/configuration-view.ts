import { authorize } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { ForbiddenError, NotFoundError, nullFor } from '../../errors.js';
import type { EmbedderSettings, LlmSettings } from '@memory-gateway/models';
import type { EventRow } from '../../stores/event-store.js';
import { layerSettings, type Layered, type LayeredConfiguration, type Source } from './layer-settings.js';
import { noSpace, getServingRecord } from './serving-embedder.js';
import { readStored, type StoredConfiguration } from './stored-configuration.js';

export interface SettingView {
  /** `model`, `apiKey`, ... */
  readonly name: string;
  /** Null if the setting is not set or is a secret. */
  readonly value: string | number | null;
  readonly isSecret: boolean;
  readonly isSet: boolean;
  readonly source: Source;
}

export interface BlockView {
  readonly provider: string;
  readonly model: string;
  readonly settings: readonly SettingView[];
}

/** Progress of a re-embedding: for a new embedder, or for memories that lack a vector. */
export interface ReEmbeddingView {
  /** Searched vector space (`none`: full-text search only) and new one. If equal, missing vectors are computed. */
  readonly from: string;
  readonly to: string;
  /** Null if its project was deleted. */
  readonly event: EventRow | null;
}

/** The configuration in force, without secrets. */
export interface ConfigurationView {
  readonly llm: BlockView;
  readonly embedder: BlockView;
  readonly customInstructions: string | null;
  readonly customInstructionsSource: Source;
  /** Null if all memories have vectors of the configured embedder. */
  readonly reEmbedding: ReEmbeddingView | null;
}

export interface Current {
  readonly stored: StoredConfiguration;
  readonly layered: LayeredConfiguration;
}

/** Reads the stored configuration and the merged one for this request. */
export async function currentConfiguration(ctx: AppContext): Promise<Current> {
  const stored = await readStored(ctx);
  return { stored, layered: layerSettings(stored, ctx.config) };
}

/** Converts the configuration to a view without secrets. */
export async function toConfigurationView(
  ctx: AppContext,
  { llm, embedder, customInstructions }: LayeredConfiguration,
): Promise<ConfigurationView> {
  return {
    llm: blockView(llm),
    embedder: blockView(embedder),
    customInstructions: customInstructions.value,
    customInstructionsSource: customInstructions.source,
    reEmbedding: await reEmbeddingView(ctx),
  };
}

function blockView(block: Layered<LlmSettings> | Layered<EmbedderSettings>): BlockView {
  const settings = Object.entries(block).map(([name, { value, source }]): SettingView => {
    const isSecret = name === 'apiKey';
    return { name, isSecret, isSet: value !== null, source, value: isSecret ? null : value };
  });
  return { provider: block.provider.value, model: block.model.value, settings };
}

async function reEmbeddingView(ctx: AppContext): Promise<ReEmbeddingView | null> {
  const { serving, next, eventId } = await getServingRecord(ctx.stores);
  const target = next ?? serving;
  if (!target || eventId === null) return null;
  return {
    from: serving?.id ?? noSpace,
    to: target.id,
    event: await readableEvent(ctx, eventId),
  };
}

/** Returns the re-embedding event of the default project, or null if the caller may not read that project. */
async function readableEvent(ctx: AppContext, eventId: string): Promise<EventRow | null> {
  const home = await ctx.stores.reEmbedding.home();
  if (!home) return null;
  const scope = await authorize(ctx, 'memory:read', home.projectId).catch(nullFor(NotFoundError, ForbiddenError));
  return scope && ctx.stores.events.get(scope, eventId);
}
