import type { ImportReport } from '../resolvers/import/import-report.js';
import type { EventRow } from '../stores/event-store.js';
import { type CommandIo, type ExitCode, printResult } from '@memory-gateway/cli';

export const missingRecords = 'Records of this import are missing. Run the command again with its --format and --file.';

export const repeatCommand = 'Run the same command again to go on: nothing is imported twice.';

interface Printing {
  readonly io: CommandIo;
  readonly json: boolean;
}

/** Prints how an import ended. @param event null after a dry run, and for accounts alone */
export function printReport(
  report: ImportReport | null,
  { io, json, event }: Printing & { event: Pick<EventRow, 'id' | 'status' | 'error'> | null },
): ExitCode {
  if (report) printResult(io, { json, value: toWireForm(report, event), text: importAsText(report) });
  if (event && event.status !== 'SUCCEEDED') {
    io.stderr.write(`${event.error ?? event.status}\n`);
    return 1;
  }
  if (!report || !leavesOutAll(report)) return 0;
  io.stderr.write('No record can be imported.\n');
  return 1;
}

/** Whether a source with the wrong fields, or of another format, was read. */
const leavesOutAll = ({ users, apiKeys, memories }: ImportReport): boolean =>
  memories.found > 0 && [users, apiKeys, memories].every(({ found, skipped }) => skipped === found);

/** Prints that a server imports what was stored. @param watch the command that follows the import */
export function printAccepted(
  { id, status }: Pick<EventRow, 'id' | 'status'>,
  { io, json, watch }: Printing & { watch: string },
): ExitCode {
  const text = `Import ${id} is accepted. Watch it with ${watch}, or on the page Import of the dashboard.\n`;
  return printResult(io, { json, value: { import_id: id, status }, text });
}

function toWireForm({ dryRun, users, apiKeys, memories, skipped }: ImportReport, event: Pick<EventRow, 'id'> | null) {
  return { import_id: event?.id ?? null, dry_run: dryRun, users, api_keys: apiKeys, memories, skipped };
}

/** Formats a report as a table for people. */
function importAsText({ dryRun, users, apiKeys, memories, skipped }: ImportReport): string {
  const rows = [
    ['users', users],
    ['API keys', apiKeys],
    ['memories', memories],
  ] as const;
  const table = rows.map(
    ([name, counts]) =>
      `  ${name.padEnd(10)}${counts.imported} ${dryRun ? 'to import' : 'imported'}, ${counts.known} stored already, ${counts.skipped} left out, of ${counts.found}\n`,
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
