import type { FakeProvider } from './server.js';

/** Environment of an application that embeds with this provider, on ports of its own. */
export const toEnvironment = (fake: FakeProvider) => ({
  JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
  API_PORT: '0',
  DASHBOARD_PORT: '0',
  LOG_LEVEL: 'silent',
  EMBEDDER: 'openai',
  EMBEDDER_MODEL: 'words-384',
  EMBEDDER_DIMENSIONS: '384',
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  OUTBOUND_ALLOW: 'loopback',
});
