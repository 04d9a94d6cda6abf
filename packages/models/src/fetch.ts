import { OutboundError, type Outbound } from '@memory-gateway/outbound';
import type { LlmSetting } from './settings.js';

export interface ProviderCalls {
  readonly outbound: Outbound;
  /** Limit of one attempt of one call, in milliseconds. */
  readonly timeoutMs: number;
  /** Retries after transient failures. */
  readonly retries: number;
  /**
   * Called after a response that the model made without some of its settings, which it does not support. What it throws is thrown by the
   * call.
   */
  readonly onIgnored?: (settings: readonly LlmSetting[]) => void;
}

// A hundred vectors of four thousand numbers as JSON need about a third of this.
const maxResponseBytes = 32 * 1_048_576;

/** Returns the guarded `fetch` for provider packages. @throws OutboundError; TypeError if a retry may help */
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
      // Provider packages treat this form as a network failure and retry.
      if (error instanceof OutboundError && (error.failure === 'connect' || error.failure === 'dns'))
        throw new TypeError('fetch failed', { cause: error });
      throw error;
    }
  };
}
