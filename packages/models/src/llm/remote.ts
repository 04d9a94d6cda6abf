import { generateText, Output, type CallWarning, type LanguageModel, type ModelMessage } from 'ai';
import type { z } from 'zod';
import { UpstreamFailedError, ValidationError } from '@memory-gateway/errors';
import { addModelTokens, meterModel } from '@memory-gateway/meter';
import { remoteProviders, type RemoteProvider } from '../model-providers.js';
import {
  findCall,
  isTooLong,
  PartlyReadError,
  providerError,
  requireKey,
  TextTooLongError,
  UnusableAnswersError,
} from '../errors.js';
import { providerFetch, type ProviderCalls } from '../fetch.js';
import type { LlmSetting, LlmSettings } from '../settings.js';
import { readAnswer, WrongAnswerError, type ReadAnswer } from './answer.js';
import { llmFormats } from './formats.js';
import { withoutThoughts } from './loose-json.js';
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
      const isForeign = remoteProviders[provider].format === 'openai' && settings.baseUrl !== null;
      try {
        const { value, isCut } = await objectOf(ask(request), schema, { isForeign, hasSchema: true }).catch(
          (error: unknown) => {
            if (!(error instanceof WrongAnswerError) || request.signal?.aborted) throw error;
            if (error.answer.isCut) throw toTooLong(providerError(error, settings));
            // Where the schema had no effect on the first answer, it may have been the cause of its fault.
            const second = objectOf(ask(createRepairRequest(request, error)), schema, {
              isForeign,
              hasSchema: !isForeign,
            });
            return second.catch((fault: unknown) => {
              if (!(fault instanceof WrongAnswerError)) throw fault;
              const { message, reason, cause } = providerError(fault, settings);
              throw new UnusableAnswersError(message, { reason, cause });
            });
          },
        );
        if (isCut) request.onCut?.();
        return value;
      } catch (error) {
        throw failed(error, request, settings);
      }
    },
  };
}

/** A shorter text may have a shorter answer. */
function toTooLong({ message, reason, cause }: UpstreamFailedError): TextTooLongError {
  return new TextTooLongError(message, { reason, cause });
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

async function meteredText({ call, report }: Asked, schema?: z.ZodType<unknown>) {
  const result = await meterModel('language', () =>
    generateText(
      schema === undefined ? call : { ...call, output: { ...Output.object({ schema }), parseCompleteOutput } },
    ),
  );
  addModelTokens(result.totalUsage.totalTokens);
  report(result.warnings);
  return result;
}

/** The text is read here, in more forms than the package knows. */
const parseCompleteOutput = async (): Promise<null> => null;

interface Asking {
  /** Whether the server is another one than the provider's own. It may not support schemas. */
  readonly isForeign: boolean;
  readonly hasSchema: boolean;
}

async function objectOf<T>(
  asked: Asked,
  schema: z.ZodType<T>,
  { isForeign, hasSchema }: Asking,
): Promise<ReadAnswer<T>> {
  const answer = await meteredText(asked, hasSchema ? schema : undefined).catch((error: unknown) => {
    if (!isForeign || !hasSchema || !refusesSchema(error)) throw error;
    return meteredText(asked);
  });
  if (isForeign && isReadInPart(asked.length, answer.usage.inputTokens)) throw new PartlyReadError();
  return readAnswer(schema, answer);
}

/** Characters for each token of a request that was read in part. No text has so many: English has four to five. */
const charactersMax = 6.5;
/** Servers without counts report zero or another small number. A request that was cut to its context has at least half of that. */
const tokensMin = 1_000;

/** Whether a server left out a part of a request that is too long for its context, without a word, as Ollama does. */
function isReadInPart(length: number, tokens = 0): boolean {
  return tokens >= tokensMin && length > charactersMax * tokens;
}

/** Servers refuse a schema with 400 or 422, whatever they say; some fail at it with a status of their own fault. */
function refusesSchema(error: unknown): boolean {
  if (isTooLong(error)) return false;
  const { statusCode = 0, responseBody = '' } = findCall(error) ?? {};
  return (
    statusCode === 400 ||
    statusCode === 422 ||
    (statusCode >= 500 && /schema|grammar|response_format/i.test(responseBody))
  );
}

function requestOf(
  settings: LlmSettings,
  { model, request, calls }: { model: LanguageModel; request: LlmRequest; calls: ProviderCalls },
) {
  const { temperature, topP, maxTokens } = settings;
  // Many signs in a row, such as spaces, are one token.
  const { length } = `${request.system}${request.prompt}`.replace(/(.)\1{3,}/gsu, '$1');
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
  return { call, report, length };
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
