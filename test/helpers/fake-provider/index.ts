export { defaultAnswer, wordVector } from './answers.js';
export { startFakeProvider, type FakeProvider, type ProviderRequest, type Trouble } from './server.js';
