export {
  connectToHolder,
  DataDirLockedError,
  openEmbeddedDatabase,
  type EmbeddedDatabase,
} from './embedded-database.js';
export { assertDatabase, databaseDirectory, isInitialized } from './data-directory.js';
export { lockDataDir, readLockHolder } from './lock.js';
