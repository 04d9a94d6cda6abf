import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunningApp, type RunningApp } from '../client/running-app.js';

let app: RunningApp;
beforeAll(async () => {
  app = await startRunningApp();
});
afterAll(() => app.close());

describe('GraphQL over HTTP', () => {
  it.each(serverAudits({ url: () => `${app.url}/graphql` }).map((audit) => [audit.name, audit] as const))(
    '%s',
    async (_name, audit) => {
      const result = await audit.fn();
      // The reason stands in the result, so that a failure tells what was answered.
      expect({ status: result.status, reason: 'reason' in result ? result.reason : null }).toEqual({
        status: 'ok',
        reason: null,
      });
    },
  );
});
