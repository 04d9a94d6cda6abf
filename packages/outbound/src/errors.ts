/** Why a request failed. `http_status` is for callers that treat a status as a failure; redirects always fail. */
export type OutboundFailure =
  | 'refused_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'redirect'
  | 'http_status';

export interface OutboundResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the body was truncated at the requested length. */
  readonly isCut: boolean;
}

/** A request without a usable response. The message is for the person who set the URL, and omits path and query. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  /** The response of a `redirect`. */
  readonly response: OutboundResponse | null;

  constructor(
    readonly failure: OutboundFailure,
    message: string,
    details: { response?: OutboundResponse; cause?: unknown } = {},
  ) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.response = details.response ?? null;
  }
}
