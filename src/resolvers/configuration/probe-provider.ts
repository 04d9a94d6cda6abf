import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AppContext, Services } from '../../context.js';
import { ValidationError } from '../../errors.js';
import {
  dimensionsMax,
  isRemoteEmbedder,
  loadPrompt,
  probeDimension,
  providerFailure,
  type ProviderCalls,
  createLlm,
  type EmbedderSettings,
  type LlmSettings,
} from '@memory-gateway/models';
import { toPlainSettings, type LayeredConfiguration } from './layer-settings.js';
import { providerCalls } from './create-providers.js';

/** Time limit of a probe in milliseconds, because the caller waits for it. */
const probeLimitMs = 20_000;

/**
 * Calls each changed model once before the change is stored.
 * @returns the vector length of the embedder, or null if it was not called
 * @throws UpstreamFailedError if a model fails; ValidationError for a forbidden URL or a wrong vector length
 */
export async function probeChange(
  ctx: AppContext,
  before: LayeredConfiguration,
  after: LayeredConfiguration,
): Promise<number | null> {
  const [llm, embedder] = [toPlainSettings(after.llm), toPlainSettings(after.embedder)];
  const isLlmNew = !isDeepStrictEqual(llm, toPlainSettings(before.llm));
  const isEmbedderNew = !isDeepStrictEqual(embedder, toPlainSettings(before.embedder));
  if (isLlmNew) await assertServerAllowed(ctx, 'llm', llm);
  if (isEmbedderNew) await assertServerAllowed(ctx, 'embedder', embedder);
  if (isLlmNew) await probeLlm(llm, probeCalls(ctx));
  return isEmbedderNew ? probeEmbedder(ctx, embedder) : null;
}

/** Returns the vector length of an embedding model by calling it. @throws as {@link probeChange} */
export async function probeEmbedder(
  services: Pick<Services, 'config' | 'outbound'>,
  settings: EmbedderSettings,
): Promise<number | null> {
  const { provider } = settings;
  if (!isRemoteEmbedder(provider)) return null;
  const length = await probeDimension({ ...settings, provider }, probeCalls(services));
  assertLength(settings, length);
  return length;
}

/** @throws ValidationError unless embeddings of this length can be searched, and the settings expect it */
export function assertLength({ dimensions }: EmbedderSettings, length: number): void {
  if (length > dimensionsMax)
    throw new ValidationError({
      'embedder.dimensions': [
        `The model answers vectors of ${length} numbers; ${dimensionsMax} is the most that can be searched.`,
      ],
    });
  if (dimensions !== null && length !== dimensions)
    throw new ValidationError({
      'embedder.dimensions': [`The model answers vectors of ${length} numbers, not of ${dimensions}.`],
    });
}

/** Call settings of a model that is tried: no retry, because the caller waits. */
export function probeCalls({ config, outbound }: Pick<Services, 'config' | 'outbound'>): ProviderCalls {
  const calls = providerCalls({ config, outbound });
  return { ...calls, retries: 0, timeoutMs: Math.min(calls.timeoutMs, probeLimitMs) };
}

/** @throws ValidationError for a forbidden URL, and for a provider without a key. */
export async function assertServerAllowed(
  ctx: AppContext,
  block: 'llm' | 'embedder',
  { provider, apiKey, baseUrl }: LlmSettings | EmbedderSettings,
): Promise<void> {
  if (provider === 'local' || provider === 'none') return;
  const problem = baseUrl === null ? null : await ctx.outbound.checkUrl(baseUrl);
  if (problem !== null) throw new ValidationError({ [`${block}.baseUrl`]: [problem] });
  if (apiKey === null && baseUrl === null)
    throw new ValidationError({
      [`${block}.apiKey`]: [
        `is required: neither is a key of ${provider} stored, nor is there one in the environment.`,
      ],
    });
}

const checkPrompt = loadPrompt('check-model.v1');
const Probe = z.object({ ok: z.boolean() });

/** Returns calls that refuse settings without effect on the model. @throws ValidationError after such a call, by field such as `llm.topP` */
export function refuseIgnored(calls: ProviderCalls, { provider, model }: LlmSettings): ProviderCalls {
  const problem = `has no effect, or another one, on ${provider}/${model}. Leave it unset for this model.`;
  return {
    ...calls,
    onIgnored: (names) => {
      throw new ValidationError(Object.fromEntries(names.map((name) => [`llm.${name}`, [problem]])));
    },
  };
}

// Extraction needs JSON of a given schema, so the probe asks for that.
async function probeLlm(settings: LlmSettings, calls: ProviderCalls): Promise<void> {
  const llm = createLlm(settings, refuseIgnored(calls, settings));
  if (!llm) return;
  const { ok } = await llm.generateObject(checkPrompt.fill({}), Probe);
  if (!ok) throw providerFailure('provider_bad_answer', llm);
}
