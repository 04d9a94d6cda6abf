import { OutboundError, type Outbound } from './outbound/index.js';

export interface ProviderCalls {
  readonly outbound: Outbound;
  /** For one try of one call, everything together. */
  readonly timeoutMs: number;
  /** Tries after the first one, where the failure may be over soon. */
  readonly retries: number;
}

// A hundred vectors of four thousand numbers as JSON, three times over.
const maxResponseBytes = 32 * 1_048_576;

/** The guarded fetch in the form that provider packages take. Answers are read whole. @throws OutboundError; TypeError around one whose call may be repeated */
export function providerFetch({ outbound, timeoutMs }: Pick<ProviderCalls, 'outbound' | 'timeoutMs'>): typeof fetch {
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    if (typeof init.body !== 'string') throw new TypeError('Only JSON is sent to providers.');
    try {
      const {
        status,
        headers: received,
        body,
      } = await outbound.request({
        url,
        method: 'POST',
        headers: { ...headers, 'accept-encoding': 'identity' },
        body: init.body,
        timeoutMs,
        maxResponseBytes,
        signal: init.signal ?? undefined,
      });
      return new Response(new Uint8Array(body), { status, headers: received });
    } catch (error) {
      // In this form the provider packages know it for a failure of the network, and try again.
      if (error instanceof OutboundError && (error.failure === 'connect' || error.failure === 'dns'))
        throw new TypeError('fetch failed', { cause: error });
      throw error;
    }
  };
}
