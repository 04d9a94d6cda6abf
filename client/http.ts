import { toErrorCode, fromWireErrors, GatewayError, type WireError } from './errors.js';
import { credentialHeaders, nameHeader, getEndpoint, type ClientOptions } from './options.js';

/** One operation, as it goes over the wire. */
export interface Operation {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables?: Record<string, unknown> | undefined;
}

/**
 * Sends one query or mutation and gives back its data.
 * @throws GatewayError; what `signal` was aborted with
 */
export async function send(options: ClientOptions, operation: Operation, signal?: AbortSignal): Promise<unknown> {
  const response = await post(options, operation, signal);
  const requestId = response.headers.get('x-request-id');
  const { status } = response;
  const answer = await readAnswer(response);
  if (answer.errors !== undefined && answer.errors.length > 0)
    throw fromWireErrors(answer.errors, { status, requestId });
  if (answer.data == null)
    throw new GatewayError(toErrorCode(status), `The server answered ${status} without data.`, { status, requestId });
  return answer.data;
}

async function post(options: ClientOptions, operation: Operation, signal: AbortSignal | undefined): Promise<Response> {
  const headers: Record<string, string> = {
    accept: 'application/graphql-response+json, application/json',
    'content-type': 'application/json',
    ...nameHeader(options),
    ...(await credentialHeaders(options)),
  };
  // Looked up at each call: tools that replace the global one do so after this module was loaded.
  const fetch = options.fetch ?? globalThis.fetch;
  try {
    return await fetch(getEndpoint(options).href, {
      method: 'POST',
      headers,
      body: JSON.stringify(operation),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new GatewayError('UNREACHABLE', `The server could not be reached: ${reasonOf(error)}.`, { cause: error });
  }
}

// Node hides the reason in the cause of a bare "fetch failed".
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

async function readAnswer(response: Response): Promise<{ data?: unknown; errors?: WireError[] }> {
  const text = await response.text();
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === 'object' && answer !== null) return answer;
  } catch {
    // Not JSON: something between here and the server has answered.
  }
  return {};
}
