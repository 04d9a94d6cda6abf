import {
  APICallError,
  generateText,
  NoObjectGeneratedError,
  Output,
  type CallWarning,
  type LanguageModel,
  type ModelMessage,
} from 'ai';
import type { z } from 'zod';
import { UpstreamFailedError, ValidationError } from '@memory-gateway/errors';
import { addModelTokens, meterModel } from '@memory-gateway/meter';
import { remoteProviders, type RemoteProvider } from '../model-providers.js';
import { providerError, requireKey, UnusableAnswersError } from '../errors.js';
import { providerFetch, type ProviderCalls } from '../fetch.js';
import type { LlmSetting, LlmSettings } from '../settings.js';
import { llmFormats } from './formats.js';
import { parseLooseJson, withoutThoughts } from './loose-json.js';
import { createRepairRequest } from './repair-prompt.js';
import type { Llm, LlmRequest } from './types.js';

export interface RemoteLlmSettings extends LlmSettings {
  readonly provider: RemoteProvider;
}

/** Creates a model of a provider. Connects on the first request. */
export function createRemoteLlm(settings: RemoteLlmSettings, calls: ProviderCalls): Llm {
  const { provider } = settings;
  const named = { provider, model: settings.model };
  // Stops the package from printing ignored request options to the console; the server logs JSON lines.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const model = createModel(provider, settings, providerFetch(calls));
  const ask = (request: LlmRequest) => requestOf(settings, { model, request, calls });
  return {
    ...named,
    async generateText(request) {
      requireKey(settings);
      try {
        return withoutThoughts((await meteredText(ask(request))).text);
      } catch (error) {
        throw failed(error, request, settings);
      }
    },
    async generateObject<T>(request: LlmRequest, schema: z.ZodType<T>): Promise<T> {
      requireKey(settings);
      try {
        const isForeign = remoteProviders[provider].format === 'openai' && settings.baseUrl !== null;
        const first = ask(request);
        return await objectOf(first, schema, isForeign).catch((error: unknown) => {
          const repair = createRepairRequest(request, { error, schema });
          if (repair === null || request.signal?.aborted) throw error;
          return objectOf(ask(repair), schema, isForeign).catch((second: unknown) => {
            if (!NoObjectGeneratedError.isInstance(second)) throw second;
            const { message, reason, cause } = providerError(second, settings);
            throw new UnusableAnswersError(message, { reason, cause });
          });
        });
      } catch (error) {
        throw failed(error, request, settings);
      }
    },
  };
}

// Many private servers need no key, but the packages require one.
function createModel(
  provider: RemoteProvider,
  { model, apiKey, baseUrl }: LlmSettings,
  fetch: typeof globalThis.fetch,
): LanguageModel {
  const { format, baseUrl: ownServer } = remoteProviders[provider];
  return llmFormats[format]({ model, apiKey: apiKey ?? 'none', baseURL: baseUrl ?? ownServer, fetch });
}

type Asked = ReturnType<typeof requestOf>;

async function meteredText({ call, report }: Asked) {
  const result = await meterModel('language', () => generateText(call));
  addModelTokens(result.totalUsage.totalTokens);
  report(result.warnings);
  return result;
}

async function meteredObject<T>({ call, report }: Asked, schema: z.ZodType<T>) {
  try {
    const result = await meterModel('language', () => generateText({ ...call, output: Output.object({ schema }) }));
    addModelTokens(result.totalUsage.totalTokens);
    report(result.warnings);
    return result;
  } catch (error) {
    // A response with the wrong shape costs tokens too.
    if (NoObjectGeneratedError.isInstance(error)) addModelTokens(error.usage?.totalTokens);
    throw error;
  }
}

async function objectOf<T>(asked: Asked, schema: z.ZodType<T>, isForeign: boolean): Promise<T> {
  try {
    return (await meteredObject(asked, schema)).output;
  } catch (error) {
    // Some models surround JSON with other text.
    if (NoObjectGeneratedError.isInstance(error) && error.text) return read(schema, error.text, error);
    // Other servers than the provider's own may not support schemas.
    const refuses = APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);
    if (!isForeign || !refuses) throw error;
    return read(schema, (await meteredText(asked)).text, error);
  }
}

function read<T>(schema: z.ZodType<T>, text: string, error: unknown): T {
  const found = schema.safeParse(parseLooseJson(text));
  if (!found.success)
    throw NoObjectGeneratedError.isInstance(error)
      ? error
      : new NoObjectGeneratedError({ message: 'No object.', text, ...unknownCall });
  return found.data;
}

const unknownUsage = {
  inputTokens: undefined,
  outputTokens: undefined,
  totalTokens: undefined,
  inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined },
  outputTokenDetails: { textTokens: undefined, reasoningTokens: undefined },
};
const unknownCall = {
  response: { id: '', timestamp: new Date(0), modelId: '' },
  usage: unknownUsage,
  finishReason: 'stop' as const,
};

function requestOf(
  settings: LlmSettings,
  { model, request, calls }: { model: LanguageModel; request: LlmRequest; calls: ProviderCalls },
) {
  const { temperature, topP, maxTokens } = settings;
  const call = {
    model,
    system: request.system,
    prompt: toPrompt(request),
    maxRetries: calls.retries,
    abortSignal: request.signal,
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { topP }),
    ...(maxTokens !== null && { maxOutputTokens: maxTokens }),
  };
  const report = (warnings: readonly CallWarning[] | undefined): void => {
    const ignored = findIgnoredSettings(settings, warnings);
    if (ignored.length > 0) calls.onIgnored?.(ignored);
  };
  return { call, report };
}

/** Names of the settings in the package that calls the providers. */
const features: Readonly<Record<LlmSetting, string>> = {
  temperature: 'temperature',
  topP: 'topP',
  maxTokens: 'maxOutputTokens',
};

/**
 * Returns the settings that a call had, and that its model did not get as they are. The package leaves out what a model does not support, such
 * as the temperature of a reasoning model, and lowers a value above the limit of the model.
 */
function findIgnoredSettings(settings: LlmSettings, warnings: readonly CallWarning[] = []): readonly LlmSetting[] {
  const unsupported = new Set(warnings.flatMap((warning) => (warning.type === 'unsupported' ? [warning.feature] : [])));
  return (Object.keys(features) as LlmSetting[]).filter(
    (name) => settings[name] !== null && unsupported.has(features[name]),
  );
}

/** Sends files as bytes: given a URL, the SDK could fetch it without the guards of the outbound client. */
function toPrompt({ prompt, files = [] }: LlmRequest): string | ModelMessage[] {
  if (files.length === 0) return prompt;
  const parts = files.flatMap(({ data, mediaType, title = 'File:' }, index) => [
    { type: 'text' as const, text: title },
    mediaType === 'application/pdf'
      ? { type: 'file' as const, data, mediaType, filename: `file-${index + 1}.pdf` }
      : { type: 'image' as const, image: data, mediaType },
  ]);
  return [{ role: 'user', content: [...parts, { type: 'text', text: prompt }] }];
}

/** An abort by the caller is not a failure of the provider. */
function failed(error: unknown, { signal, files = [] }: LlmRequest, settings: LlmSettings): unknown {
  if (signal?.aborted) return signal.reason;
  // What `onIgnored` throws.
  if (error instanceof ValidationError) return error;
  const { provider, model, apiKey } = settings;
  const failure = providerError(error, { provider, model, apiKey });
  if (failure.reason !== 'provider_bad_request' || files.length === 0) return failure;
  return new UpstreamFailedError(`${failure.message} The request had files: use a model that reads images and PDFs.`, {
    reason: failure.reason,
    cause: failure.cause,
  });
}
