export { openHostedSource } from './hosted-source.js';
export {
  type ImportSource,
  ImportSourceError,
  openImportSource,
  type SourceApiKey,
  type SourceMemory,
  type SourceUser,
} from './import-source.js';
export { openSelfHostedSource, UnlistedMemories } from './self-hosted-source.js';
export { openTextFile } from './text-file.js';
