export { DumpError, type DumpManifest } from './dump-format.js';
export { partialSuffix, type SectionSource, writeDump } from './write-dump.js';
export { readDump, verifyDump } from './read-dump.js';
