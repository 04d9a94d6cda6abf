/** Code of an error of the server. */
type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMITED'
  | 'QUERY_TOO_COMPLEX'
  | 'UPSTREAM_FAILED'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** Code of a failed request: a code of the server, or `UNREACHABLE` without a response. */
export type GatewayErrorCode = ErrorCode | 'UNREACHABLE';

/** Details of a {@link GatewayError}. */
export interface GatewayErrorDetails {
  /** HTTP status. 0 without one, as on a WebSocket. */
  readonly status?: number;
  /** Id of the request in the server's logs. */
  readonly requestId?: string | null;
  /** Error messages by input field. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Seconds to wait before a retry. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A request that was rejected, failed, or not received. Branch on `code`, show `message`, report `requestId`. */
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

/** An error of a GraphQL response. */
export interface WireError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Converts the first error of a response to a {@link GatewayError}. @param transport status and id of the response */
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

/** Returns the error code for a response without one, such as a proxy's. */
export function toErrorCode(status: number): ErrorCode {
  // Cloudflare responds 520 to 524 when the server sent no valid response, refused the connection, or did not answer in time.
  return status >= 520 && status <= 524 ? 'UNAVAILABLE' : (statusCodes[status] ?? 'INTERNAL');
}

/** Converts a WebSocket failure to an error: a close event, a network error, or errors of the operation. */
export function fromSocketFailure(failure: unknown): GatewayError {
  if (failure instanceof GatewayError) return failure;
  if (Array.isArray(failure)) return fromWireErrors(failure as WireError[]);
  const { code, reason, message } = (failure ?? {}) as { code?: unknown; reason?: unknown; message?: unknown };
  // 4401 and 4403: the server rejected the credential, at the start or at a later check.
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
