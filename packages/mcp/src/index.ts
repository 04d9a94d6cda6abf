export { bridgeMcp, type BridgeTarget } from './bridge.js';
