export { DumpError, type DumpManifest } from './dump-format.js';
export { partialSuffix, type SectionSource, writeDump } from './write-dump.js';
export { readDump, readDumpManifest, splitLines, verifyDump } from './read-dump.js';
export { writeNewFile } from './write-new-file.js';
