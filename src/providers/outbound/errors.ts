/** Why a call to the outside failed. `http_status` is for callers that take a status for a failure; redirects always are one. */
export type OutboundFailure =
  'refused_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'too_large' | 'redirect' | 'http_status';

export interface OutboundResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the body was longer than what was asked for. */
  readonly isCut: boolean;
}

/** A call that did not end in an answer. The message is for the person who set the URL; it repeats neither path nor query. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  /** There is one for `redirect`. */
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
