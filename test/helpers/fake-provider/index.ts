export { defaultAnswer, wordVector } from './answers.js';
export { toEnvironment } from './environment.js';
export { startFakeProvider, type FakeProvider, type Trouble } from './server.js';
