import type { ImportReport } from '../resolvers/import/import-report.js';
import type { EventRow } from '../stores/event-store.js';

/** Formats a report as one line of JSON. */
export function importAsJson(
  { dryRun, users, apiKeys, memories, skipped }: ImportReport,
  event: Pick<EventRow, 'id'> | null,
): string {
  const report = { import_id: event?.id ?? null, dry_run: dryRun, users, api_keys: apiKeys, memories, skipped };
  return `${JSON.stringify(report)}\n`;
}

/** Formats a report as a table for people. */
export function importAsText({ dryRun, users, apiKeys, memories, skipped }: ImportReport): string {
  const rows = [
    ['users', users],
    ['API keys', apiKeys],
    ['memories', memories],
  ] as const;
  const table = rows.map(
    ([name, counts]) =>
      `  ${name.padEnd(10)}${counts.imported} ${dryRun ? 'to import' : 'imported'}, ${counts.known} here before, ${counts.skipped} left out, of ${counts.found}\n`,
  );
  const merged =
    users.merged > 0
      ? [
          `\n${users.merged} of the users have the address of a user here, who keeps password and role and gets their keys.\n`,
        ]
      : [];
  const left =
    skipped.length > 0
      ? ['\nLeft out:\n', ...skipped.map(({ kind, id, reason }) => `  ${kind.replace('_', ' ')} ${id}: ${reason}\n`)]
      : [];
  return [dryRun ? 'Nothing was written.\n\n' : '', ...table, ...merged, ...left].join('');
}
