import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { RateLimitError } from './client.js';
import { clientApp } from './client-app.js';

const callsPerMinute = 40;
const app = clientApp({ http: { ...loadConfig({ API_PORT: '0', DASHBOARD_PORT: '0' }).http, callsPerMinute } });

describe('a server that limits calls', () => {
  it('section 1.8: answers 429 to the unmodified mem0ai client until the minute is over, and serves other clients', async () => {
    const { client: other } = await app.withNewKey();
    const results = await Promise.allSettled(Array.from({ length: 2 * callsPerMinute }, () => app.client.users()));
    const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused.length).toBeGreaterThanOrEqual(callsPerMinute);
    expect(refused.length).toBeLessThan(callsPerMinute + 10);
    for (const error of refused) {
      expect(error).toBeInstanceOf(RateLimitError);
      expect(error).toMatchObject({
        errorCode: 'HTTP_429',
        message: expect.stringContaining('"detail":"Too many requests: 40 a minute are allowed."'),
      });
    }
    expect(await other.users()).toMatchObject({ count: 0 });
  });
});
