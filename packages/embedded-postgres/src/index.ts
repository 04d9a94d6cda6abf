export {
  connectToHolder,
  DataDirLockedError,
  openEmbeddedDatabase,
  type EmbeddedDatabase,
} from './embedded-database.js';
export { openEngine } from './engine.js';
export { lockDataDir, readLockHolder } from './lock.js';
