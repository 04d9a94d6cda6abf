import { isDeepStrictEqual } from 'node:util';
import { requireAdmin, requireCaller } from '../../auth/authorize.js';
import type { AppContext } from '../../context.js';
import { UpstreamFailedError, ValidationError } from '../../errors.js';
import {
  isRemoteEmbedder,
  openLocalEmbedder,
  loadEmbed,
  vectorSpace,
  type EmbedderSettings,
} from '@memory-gateway/models';
import { collectFieldErrors, findTextError } from '../../validate.js';
import { changed, type EmbedderChange } from './apply-change.js';
import { currentConfiguration } from './configuration-view.js';
import { layerSettings, toPlainSettings } from './layer-settings.js';
import { assertLength, assertServerAllowed, probeCalls } from './probe-provider.js';
import { localModel } from './create-providers.js';
import { getCosine } from '@memory-gateway/extraction';

export interface PreviewEmbeddingsInput {
  /** Edited settings of the embedding model. Absent ones stay as stored. */
  readonly embedder?: EmbedderChange | null | undefined;
  readonly texts: readonly string[];
}

/** How alike two texts are, by their positions in the input. */
export interface TextSimilarity {
  readonly first: number;
  readonly second: number;
  /** Cosine of the angle between the two embeddings. */
  readonly similarity: number;
}

export interface EmbeddingTrial {
  /** Provider, model and dimensions, such as `openai/text-embedding-3-small@1536`. */
  readonly model: string;
  readonly dimensions: number;
  readonly latencyMs: number;
  readonly similarities: readonly TextSimilarity[];
}

export interface EmbeddingsPreview {
  /** Null if the settings are unchanged, no model is stored, or the stored model fails. */
  readonly stored: EmbeddingTrial | null;
  readonly edited: EmbeddingTrial;
}

const [textsMin, textsMax, charactersMax] = [2, 5, 2_000];

/**
 * Embeds a few texts with the stored and with edited settings of the embedding model. Stores nothing.
 * @throws ForbiddenError for non-admins; ValidationError by field; UpstreamFailedError if the edited model fails
 */
export async function previewEmbeddings(ctx: AppContext, input: PreviewEmbeddingsInput): Promise<EmbeddingsPreview> {
  requireCaller(ctx);
  const texts = readTexts(input.texts);
  requireAdmin(ctx);
  const { stored, layered } = await currentConfiguration(ctx);
  const next = changed(stored, layered, { embedder: input.embedder });
  const [before, after] = [
    toPlainSettings(layered.embedder),
    toPlainSettings(layerSettings(next, ctx.config).embedder),
  ];
  if (after.provider === 'none') throw new ValidationError({ 'embedder.provider': ['must name a provider.'] });
  await assertServerAllowed(ctx, 'embedder', after);
  const edited = await embedTexts(ctx, after, texts);
  const isSame = isDeepStrictEqual(before, after);
  return { edited, stored: isSame || before.provider === 'none' ? null : await tryStored(ctx, before, texts) };
}

function readTexts(given: readonly string[]): string[] {
  const found = collectFieldErrors();
  const texts = given.map((text) => text.trim());
  if (texts.length < textsMin || texts.length > textsMax)
    found.add('texts', `must have ${textsMin} to ${textsMax} texts.`);
  texts.forEach((text, index) => {
    if (text === '') found.add(`texts.${index}`, 'must not be blank.');
    found.add(`texts.${index}`, findTextError(text, charactersMax));
  });
  found.throwIfAny();
  return texts;
}

/** The stored model is for comparison only, so its failure must not hide the result of the edited one. */
async function tryStored(
  ctx: AppContext,
  settings: EmbedderSettings,
  texts: readonly string[],
): Promise<EmbeddingTrial | null> {
  try {
    return await embedTexts(ctx, settings, texts);
  } catch (error) {
    if (error instanceof UpstreamFailedError || error instanceof ValidationError) return null;
    throw error;
  }
}

async function embedTexts(
  ctx: AppContext,
  settings: EmbedderSettings,
  texts: readonly string[],
): Promise<EmbeddingTrial> {
  const { vectors, latencyMs } = await embed(ctx, settings, texts);
  const dimensions = vectors[0]?.length ?? 0;
  if (isRemoteEmbedder(settings.provider)) assertLength(settings, dimensions);
  return { model: vectorSpace(settings, dimensions), dimensions, latencyMs, similarities: compare(vectors) };
}

async function embed(ctx: AppContext, settings: EmbedderSettings, texts: readonly string[]) {
  const { provider } = settings;
  if (isRemoteEmbedder(provider)) {
    // Loads the package of the provider first, so that the latency is that of the call.
    const call = await loadEmbed({ ...settings, provider }, probeCalls(ctx));
    return measure(() => call(texts, {}));
  }
  const local = openLocalEmbedder(localModel(ctx.config), settings.model);
  if (!local) throw new ValidationError({ 'embedder.model': ['No model of this name is on this server.'] });
  try {
    await local.ready();
    return await measure(() => local.embed(texts));
  } finally {
    await local.close();
  }
}

async function measure(work: () => Promise<readonly Float32Array[]>) {
  const begin = performance.now();
  const vectors = await work();
  return { vectors, latencyMs: Math.round(performance.now() - begin) };
}

function compare(vectors: readonly Float32Array[]): TextSimilarity[] {
  return vectors.flatMap((vector, first) =>
    vectors
      .slice(first + 1)
      .map((other, at) => ({ first, second: first + 1 + at, similarity: getCosine(vector, other) })),
  );
}
