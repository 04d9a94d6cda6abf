import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AppContext, Services } from '../../context.js';
import { ValidationError } from '../../errors.js';
import { probeDimension } from '../../providers/embedder/remote.js';
import { providerFailure } from '../../providers/errors.js';
import type { ProviderCalls } from '../../providers/fetch.js';
import { createLlm } from '../../providers/llm/index.js';
import { dimensionsMax } from '../../providers/known-providers.js';
import type { EmbedderSettings, LlmSettings } from '../../providers/settings.js';
import { toPlainSettings, type LayeredConfiguration } from './layer-settings.js';
import { providerCalls } from './create-providers.js';

/** How long a probe may take: a caller waits for it. */
const probeLimitMs = 20_000;

/**
 * Calls the models that a change is about, once each, before anything is stored.
 * @returns the length of the vectors of the embedder, where it was asked
 * @throws UpstreamFailedError as the model fails; ValidationError for a URL that must not be called, and for vectors of another length
 */
export async function probeChange(
  ctx: AppContext,
  before: LayeredConfiguration,
  after: LayeredConfiguration,
): Promise<number | null> {
  const [llm, embedder] = [toPlainSettings(after.llm), toPlainSettings(after.embedder)];
  const isLlmNew = !isDeepStrictEqual(llm, toPlainSettings(before.llm));
  const isEmbedderNew = !isDeepStrictEqual(embedder, toPlainSettings(before.embedder));
  if (isLlmNew) await checkServer(ctx, 'llm', llm);
  if (isEmbedderNew) await checkServer(ctx, 'embedder', embedder);
  if (isLlmNew) await probeLlm(llm, probeCalls(ctx));
  return isEmbedderNew ? probeEmbedder(ctx, embedder) : null;
}

/** Asks an embedding model how long its vectors are. @throws as {@link probeChange} */
export async function probeEmbedder(
  services: Pick<Services, 'config' | 'outbound'>,
  settings: EmbedderSettings,
): Promise<number | null> {
  const { provider, dimensions } = settings;
  if (provider !== 'openai' && provider !== 'gemini') return null;
  const length = await probeDimension({ ...settings, provider }, probeCalls(services));
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
  return length;
}

function probeCalls({ config, outbound }: Pick<Services, 'config' | 'outbound'>): ProviderCalls {
  const calls = providerCalls({ config, outbound });
  return { ...calls, retries: 0, timeoutMs: Math.min(calls.timeoutMs, probeLimitMs) };
}

async function checkServer(
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
        `It is required: neither is a key of ${provider} stored, nor is there one in the environment.`,
      ],
    });
}

const Probe = z.object({ ok: z.boolean() });

// What extraction needs: JSON of a given shape.
async function probeLlm(settings: LlmSettings, calls: ProviderCalls): Promise<void> {
  const llm = createLlm(settings, calls);
  if (!llm) return;
  const { ok } = await llm.generateObject(
    {
      system: 'You are asked whether you can be reached.',
      prompt: 'Answer with the JSON {"ok": true} and nothing else.',
    },
    Probe,
  );
  if (!ok) throw providerFailure('provider_bad_answer', llm);
}
