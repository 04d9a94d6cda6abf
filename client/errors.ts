import type { ErrorCode } from './generated/graphql.js';

/** Reason of a failed call: one of the server's codes, or `UNREACHABLE` when no answer of the server came back. */
export type GatewayErrorCode = ErrorCode | 'UNREACHABLE';

/** What a {@link GatewayError} carries beside its code and message. */
export interface GatewayErrorDetails {
  /** HTTP status; 0 when there was none, as on a WebSocket. */
  readonly status?: number;
  /** Id under which the server has logged the call. */
  readonly requestId?: string | null;
  /** Complaints by input field. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** When the same call is worth repeating, in seconds from now. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A call that was refused, failed, or did not get through. Branch on `code`, show `message`, quote `requestId`. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly status: number;
  readonly requestId: string | null;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly retryAfterSeconds: number | null;

  constructor(
    readonly code: GatewayErrorCode,
    message: string,
    details: GatewayErrorDetails = {},
  ) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.status = details.status ?? 0;
    this.requestId = details.requestId ?? null;
    this.fields = details.fields ?? {};
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** An error as GraphQL answers carry it. */
export interface WireError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Makes the first of the errors in an answer into a {@link GatewayError}. `transport` says what the answer itself told. */
export function fromWireErrors(
  errors: readonly WireError[],
  transport: Pick<GatewayErrorDetails, 'status' | 'requestId'> = {},
): GatewayError {
  const [first] = errors;
  const { code, fields, requestId, retryAfterSeconds } = (first?.extensions ?? {}) as WireExtensions;
  const details = {
    ...transport,
    requestId: requestId ?? transport.requestId ?? null,
    ...(fields && { fields }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
  return new GatewayError(code ?? toErrorCode(transport.status ?? 500), first?.message ?? 'The call failed.', details);
}

interface WireExtensions {
  readonly code?: ErrorCode;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
}

const statusCodes: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'BAD_USER_INPUT',
  429: 'RATE_LIMITED',
  502: 'UPSTREAM_FAILED',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

/** The code for an answer that carries none, such as one of a proxy in between. */
export function toErrorCode(status: number): ErrorCode {
  return statusCodes[status] ?? 'INTERNAL';
}

/** The error for a WebSocket that failed: its close event, a network error, or errors of the operation. */
export function fromSocketFailure(failure: unknown): GatewayError {
  if (failure instanceof GatewayError) return failure;
  if (Array.isArray(failure)) return fromWireErrors(failure as WireError[]);
  const { code, reason, message } = (failure ?? {}) as { code?: unknown; reason?: unknown; message?: unknown };
  // 4401 and 4403: the server refused the credential, at the start or when it was looked at again.
  if (code === 4401 || code === 4403)
    return new GatewayError('UNAUTHENTICATED', textOr(reason, 'The credential was refused.'), { cause: failure });
  return new GatewayError(
    'UNREACHABLE',
    `The connection was lost: ${textOr(reason, textOr(message, 'no reason given'))}.`,
    { cause: failure },
  );
}

const textOr = (text: unknown, otherwise: string): string =>
  typeof text === 'string' && text !== '' ? text : otherwise;
