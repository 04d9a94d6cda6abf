export type { ForeignMemory, ForeignRecord } from './foreign-memory.js';
export { ImportFormatError } from './import-format-error.js';
export { type ColumnMapping, readMapping } from './mapped-reader.js';
export { mem0Reader } from './memory-readers.js';
export { findTimeReason, readTime } from './times.js';
export { importFormats } from './formats.js';
export { layoutOf, readForeignRecords } from './readers.js';
