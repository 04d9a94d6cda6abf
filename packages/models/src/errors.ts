import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { UpstreamFailedError, ValidationError } from '@memory-gateway/errors';
import { WrongAnswerError } from './llm/answer.js';
import { loggable } from './loggable.js';
import { OutboundError, readRetryAfter } from '@memory-gateway/outbound';

/** Classes of a failed call: `reason` of the error. See docs/errors.md. */
export type ProviderFailure =
  | 'provider_auth_failed'
  | 'provider_rate_limited'
  | 'provider_timeout'
  | 'provider_unavailable'
  | 'provider_bad_request'
  | 'provider_bad_answer';

export interface CalledModel {
  readonly provider: string;
  readonly model: string;
  /** API key of the call, which must not be logged. */
  readonly apiKey?: string | null;
}

/** Advice by class, which follows the name of the model. */
const advice: Readonly<Record<ProviderFailure, string>> = {
  provider_auth_failed: 'The provider rejected the credentials. Check the API key in the configuration.',
  provider_rate_limited:
    'The provider is limiting the rate of calls, or its quota is used up. Try again shortly, or look at the plan of the account.',
  provider_timeout:
    'The provider did not answer in time. Try again shortly; allow a slow model more time with PROVIDER_TIMEOUT_SECONDS.',
  provider_unavailable:
    'The provider is unreachable or has an error of its own. Try again shortly; check the base URL if it goes on.',
  provider_bad_request:
    'The provider refused the request. Check the name of the model and its settings in the configuration.',
  provider_bad_answer:
    'The provider answered something that cannot be used. Try again; choose another model if it goes on.',
};

const tooLongAdvice =
  'The request has more text than the model reads at once. Give the model a larger context, or choose another one.';

function adviceFor(reason: ProviderFailure, status: number | null): string {
  if (status !== 404) return advice[reason];
  return 'The provider refused the request. Check the name of the model and the base URL, which ends in /v1 for most servers, in the configuration.';
}

/** Converts a failed call to an error without text of the provider, which is safe for callers. Log its cause. */
export function providerError(error: unknown, { provider, model, apiKey = null }: CalledModel): UpstreamFailedError {
  if (error instanceof UpstreamFailedError) return error;
  const reason = error instanceof PartlyReadError ? 'provider_bad_request' : classify(error);
  const status = statusOf(error);
  const seconds = reason === 'provider_rate_limited' ? retryAfterOf(error) : null;
  const isLong = isTooLong(error);
  const note =
    error instanceof WrongAnswerError
      ? ` ${error.message}`
      : status === null
        ? ''
        : ` (The provider answered ${status}.)`;
  const message = `${provider}/${model}: ${isLong ? tooLongAdvice : adviceFor(reason, status)}${note}`;
  const details = { reason, cause: loggable(chain(error), apiKey) };
  if (isLong) return new TextTooLongError(message, details);
  return new UpstreamFailedError(message, { ...details, ...(seconds !== null && { retryAfterSeconds: seconds }) });
}

// Providers have no common code for this: `context_length_exceeded`, "prompt is too long: 210000 tokens", "maximum context length".
const tooLong = /context[ _](?:length|window|size)|too (?:long|large)|(?:max(?:imum)?|number of)[^.]{0,30}tokens/i;

/** A server read only a part of a request, and its model answered that part. */
export class PartlyReadError extends Error {
  override readonly name = 'PartlyReadError';
}

/** Servers of local models refuse a long text with 500, or with 413 in words of their own. */
export function isTooLong(error: unknown): boolean {
  if (error instanceof PartlyReadError) return true;
  const call = findCall(error);
  if (call?.statusCode === undefined || ![400, 413, 422, 500].includes(call.statusCode)) return false;
  return call.statusCode === 413 || tooLong.test(call.responseBody ?? '');
}

/** Creates the error of a failure that the server itself detected. */
export function providerFailure(
  reason: ProviderFailure,
  { provider, model }: CalledModel,
  detail = advice[reason],
): UpstreamFailedError {
  return new UpstreamFailedError(`${provider}/${model}: ${detail}`, { reason });
}

/** Fails early if a provider needs a key and has none. @throws UpstreamFailedError */
export function requireKey(settings: {
  provider: string;
  model: string;
  apiKey: string | null;
  baseUrl: string | null;
}): void {
  if (settings.apiKey !== null || settings.baseUrl !== null) return;
  throw providerFailure(
    'provider_auth_failed',
    settings,
    'There is no API key for this provider. Set one in the configuration or in the environment.',
  );
}

/** A language model gave two answers in a row that cannot be used: the second after it was told the faults of the first. */
export class UnusableAnswersError extends UpstreamFailedError {}

/** A request has more text than the model reads at once, or its answer is longer than the model may write. A shorter one may succeed. */
export class TextTooLongError extends UpstreamFailedError {}

const isOneOf = (error: unknown, ...reasons: readonly ProviderFailure[]): boolean =>
  error instanceof UpstreamFailedError && reasons.some((reason) => reason === error.reason);

/** Whether the call would fail the same way until the configuration or the input changes. */
export function isFinalFailure(error: unknown): boolean {
  if ([ValidationError, UnusableAnswersError, TextTooLongError].some((kind) => error instanceof kind)) return true;
  return isOneOf(error, 'provider_auth_failed', 'provider_bad_request');
}

/** Whether a call failed for a reason unrelated to its input. */
export function isOutage(error: unknown): boolean {
  return isOneOf(error, 'provider_auth_failed', 'provider_rate_limited', 'provider_timeout', 'provider_unavailable');
}

function classify(error: unknown): ProviderFailure {
  const [first] = chain(error).flatMap((link) => classifyOne(link) ?? []);
  return first ?? 'provider_bad_answer';
}

const badAnswers = [JSONParseError, TypeValidationError, InvalidResponseDataError];
// Name of an error of the package `ai`, which a server without a model does not load.
const retried = 'AI_RetryError';

function classifyOne(error: unknown): ProviderFailure | null {
  if (error instanceof OutboundError) return byOutbound(error);
  if (LoadAPIKeyError.isInstance(error)) return 'provider_auth_failed';
  if (APICallError.isInstance(error) && error.statusCode !== undefined)
    return byStatus(error.statusCode, error.responseBody ?? '');
  const { name } = error as { name?: string };
  if (error instanceof WrongAnswerError || badAnswers.some((kind) => kind.isInstance(error)))
    return 'provider_bad_answer';
  return name === 'TimeoutError' || name === 'AbortError' ? 'provider_timeout' : null;
}

function byOutbound({ failure }: OutboundError): ProviderFailure {
  if (failure === 'timeout') return 'provider_timeout';
  return failure === 'too_large' || failure === 'redirect' ? 'provider_bad_answer' : 'provider_unavailable';
}

function byStatus(status: number, body: string): ProviderFailure {
  // Google responds 400 to an unknown key.
  if (status === 401 || status === 403 || (status === 400 && body.includes('API_KEY_INVALID')))
    return 'provider_auth_failed';
  if (status === 429) return 'provider_rate_limited';
  if (status === 408 || status === 504) return 'provider_timeout';
  if (status >= 500) return 'provider_unavailable';
  return status >= 400 ? 'provider_bad_request' : 'provider_bad_answer';
}

function statusOf(error: unknown): number | null {
  const status = findCall(error)?.statusCode;
  return status !== undefined && status >= 400 ? status : null;
}

/** A later retry finds out whether the provider still refuses. */
const retryAfterMax = 3_600;

function retryAfterOf(error: unknown): number | null {
  const ms = readRetryAfter(findCall(error)?.responseHeaders?.['retry-after'], new Date());
  return ms === null ? null : Math.min(Math.ceil(ms / 1_000), retryAfterMax);
}

/** Returns the refusal of a call, also after retries. */
export function findCall(error: unknown): APICallError | undefined {
  return chain(error).find((link) => APICallError.isInstance(link));
}

function chain(error: unknown): unknown[] {
  const links: unknown[] = [];
  for (let link = error; typeof link === 'object' && link !== null && links.length < 8;) {
    links.push(link);
    const { name, lastError, cause } = link as { name?: string; lastError?: unknown; cause?: unknown };
    link = name === retried ? lastError : cause;
  }
  return links;
}
