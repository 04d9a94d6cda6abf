import { labels } from './labels.js';
import { plural } from './plural.js';

export const exportsTexts = {
  ...labels,
  countExports: (count: number) => plural(count, '1 export', '# exports'),
  theExportIsDeleted: 'Export deleted',
  deleteThisExport: 'Delete this export?',
  deleteHint: 'Deletes the file. Your memories are not affected.',
  contents: 'Contents',
  size: 'Size',
  keptUntil: 'Kept until',
  everythingAboutThe: 'Everything about the',
  shapedByASchema: 'shaped by a schema',
  download: 'Download',
  formats: {
    JSON: 'JSON (one document)',
    JSONL: 'JSONL (one memory per line)',
    CSV: 'CSV (one memory per row)',
  },
  exportStarted: 'Export started',
  newExport: 'New export',
  export: 'Export',
  whichMemories: 'Which memories',
  includeExpiredMemories: 'Include expired memories',
  schema: 'Schema',
  schemaHint: 'A JSON Schema of the result. Without a schema, memories are exported unchanged.',
  instructionsHint: 'For the model that fills the schema.',
  description: 'Export memories as JSON, JSONL or CSV. Files expire after seven days.',
  noExportsYet: 'No exports yet',
  emptyHintForWriters: 'Create one above, or through the API:',
  emptyHintForReaders: 'Members who can export memories create exports here or through the API:',
} as const;
