import { toErrorCode, fromWireErrors, GatewayError, type WireError } from './errors.js';
import { credentialHeaders, nameHeader, getEndpoint, type ClientOptions } from './options.js';

/** An operation as sent to the server. */
export interface Operation {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables?: Record<string, unknown> | undefined;
}

/** Sends a query or mutation and returns its data. @throws GatewayError; the abort reason of `signal` */
export async function send(options: ClientOptions, operation: Operation, signal?: AbortSignal): Promise<unknown> {
  const { status, requestId, text } = await post(options, operation, signal);
  const answer = readAnswer(text);
  if (answer.errors !== undefined && answer.errors.length > 0)
    throw fromWireErrors(answer.errors, { status, requestId });
  if (answer.data == null)
    throw new GatewayError(toErrorCode(status), `The server answered ${status} without data.`, { status, requestId });
  return answer.data;
}

interface Received {
  readonly status: number;
  readonly requestId: string | null;
  readonly text: string;
}

async function post(options: ClientOptions, operation: Operation, signal: AbortSignal | undefined): Promise<Received> {
  const headers: Record<string, string> = {
    accept: 'application/graphql-response+json, application/json',
    'content-type': 'application/json',
    ...nameHeader(options),
    ...(await credentialHeaders(options)),
  };
  // Read at each request, because tools may replace the global `fetch` after this module was loaded.
  const fetch = options.fetch ?? globalThis.fetch;
  try {
    const response = await fetch(getEndpoint(options).href, {
      method: 'POST',
      headers,
      body: JSON.stringify(operation),
      // A redirect could send the API key to another host.
      redirect: 'manual',
      ...(signal && { signal }),
    });
    if (response.type === 'opaqueredirect' || Math.floor(response.status / 100) === 3)
      throw redirected(response, options);
    // The connection may be lost in the middle of a response.
    const text = await response.text();
    return { status: response.status, requestId: response.headers.get('x-request-id'), text };
  } catch (error) {
    if (signal?.aborted || error instanceof GatewayError) throw error;
    throw new GatewayError('UNREACHABLE', `The server could not be reached: ${reasonOf(error).replace(/\.$/, '')}.`, {
      cause: error,
    });
  }
}

/** Browsers hide where a redirect leads. */
function redirected({ status, headers }: Response, options: ClientOptions): GatewayError {
  const location = headers.get('location');
  const target = location === null ? 'another address' : new URL(location, getEndpoint(options)).href;
  return new GatewayError('UNREACHABLE', `The server redirects to ${target}. Use that address.`, { status });
}

// Node's "fetch failed" error has the actual reason in its cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

function readAnswer(text: string): { data?: unknown; errors?: WireError[] } {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer === 'object' && answer !== null) return answer;
  } catch {
    // Not JSON: the response comes from a proxy.
  }
  return {};
}
