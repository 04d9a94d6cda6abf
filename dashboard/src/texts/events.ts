import { labels } from './labels.js';
import { locale } from './locale.js';
import { plural } from './plural.js';

export const eventsTexts = {
  ...labels,
  description: 'Background operations: adds, imports, exports and deletions.',
  kinds: {
    ADD: 'Add memories',
    IMPORT: 'Import',
    EXPORT: 'Export',
    GENERATE_PROFILES: 'Generate profiles',
    RE_EMBED: 'Re-embed memories',
    DELETE_MEMORIES: 'Bulk deletion',
    DELETE_ENTITY: 'Delete entity',
  },
  me: 'me',
  noMatchingEvents: 'No matching events',
  noEventsYet: 'No events yet',
  emptyHint: 'Adds with extraction, imports, exports and deletions show up here:',
  firstResult: (text: string, others: number) =>
    others === 0 ? text : `${text} (and ${others.toLocaleString(locale)} more)`,
  countResults: (count: number) => plural(count, '1 result', '# results'),
  countEvents: (count: number) => plural(count, '1 event', '# events'),
  accepted: 'Accepted',
  duration: 'Duration',
  related: 'Related',
  eventId: 'event ID',
  cancelled: 'Operation cancelled',
  retried: 'Retry queued',
} as const;
