import { ConflictError, DomainError } from '../errors.js';
import { getImportDetails } from '../resolvers/import/import-details.js';
import { createEmptyReport, type ImportProgress } from '../resolvers/import/import-report.js';
import { completeReport, getImport, sendImport } from '../resolvers/import/send-import.js';
import type { EventRow } from '../stores/event-store.js';
import { isDatabaseUnavailable } from '@memory-gateway/database';
import { ImportSourceError, openImportSource } from '@memory-gateway/import-sources';
import { type CommandIo, type ExitCode, explainRefusal, openClient, progressLine } from '@memory-gateway/cli';
import { followImport, type OpenForImport } from './follow-import.js';
import { openImportInput, type ImportInput, type ImportOptions } from './import-input.js';
import { missingRecords, printAccepted, printReport, repeatCommand } from './import-output.js';
import { importToServer } from './import-to-server.js';

export interface RunImportOptions extends ImportOptions {
  readonly wait: boolean;
  readonly json?: boolean;
}

interface Means {
  readonly io: CommandIo;
  readonly open: OpenForImport;
  /** Opens the database with the memories. */
  readonly from: typeof openImportSource | undefined;
  /** For a server on another machine. */
  readonly apiKey: string | null;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `memory-gateway import`. @throws ArgumentsError */
export async function runImport(
  options: RunImportOptions,
  { io, open, from = openImportSource, apiKey }: Means,
): Promise<ExitCode> {
  const { to } = options;
  const client = to === undefined ? null : openClient(to, apiKey ?? undefined, '--to');
  const stop = new AbortController();
  // An import through this machine's server ends with what its source has delivered.
  const reading = openImportInput(options, { from, signal: client ? stop.signal : undefined });
  const input = await reading.catch((error: unknown) => explain(error, io));
  if (!input) return 1;
  const opened = client ? null : await open();
  const interrupt = () => {
    // A source that does not respond keeps the command for minutes.
    if (opened) io.stderr.write('Stopping. Press Ctrl-C again to end at once.\n');
    stop.abort();
  };
  // A second signal ends the process at once, and the first one if nothing is written.
  const handled = options.dryRun ? [] : signals;
  for (const signal of handled) process.once(signal, interrupt);
  try {
    const { signal } = stop;
    if (opened) return await send(options, { io, opened, input, signal });
    return client && to !== undefined ? await importToServer({ ...options, to }, { io, client, input, signal }) : 1;
  } catch (error) {
    // The server that holds the embedded database has stopped.
    if (!(error instanceof ImportSourceError) && isDatabaseUnavailable(error))
      io.stderr.write(`What was received is stored. ${repeatCommand}\n`);
    return explain(error, io) ?? 1;
  } finally {
    for (const signal of handled) process.off(signal, interrupt);
    await input.close();
    await opened?.close();
  }
}

/** Prints an expected error. @throws every other */
function explain(error: unknown, io: CommandIo): null {
  if (!(error instanceof DomainError || error instanceof ImportSourceError)) throw error;
  io.stderr.write(`${error instanceof DomainError ? explainRefusal(error) : error.message}\n`);
  return null;
}

interface Sending {
  readonly io: CommandIo;
  readonly opened: Awaited<ReturnType<OpenForImport>>;
  readonly input: ImportInput;
  readonly signal: AbortSignal;
}

async function send(options: RunImportOptions, { io, opened, input, signal }: Sending): Promise<ExitCode> {
  const { services, hasServer } = opened;
  const progress = progressLine(io.stderr);
  let stored = { done: 0, total: 0 };
  const onProgress = ({ kind, done, total }: ImportProgress) => {
    if (kind === 'memories') stored = { done, total };
    progress.show(labels[kind], { done, total });
  };
  const { resume: importId = null, project: projectId, dryRun = false } = options;
  if (!hasServer && !dryRun) opened.runImports();
  const sent =
    input.source === null && importId !== null
      ? { report: null, event: await getImport(services, { id: importId }) }
      : await sendImport(services, { ...input, projectId, importId, dryRun, onProgress, signal }).finally(progress.end);
  const { event } = sent;
  if (signal.aborted && stored.done < stored.total) {
    io.stderr.write(sayStopped(stored, opened));
    return 1;
  }
  if (event && !getImportDetails(event).isUploaded) throw new ConflictError(missingRecords);
  const json = options.json === true;
  if (event && !options.wait) return printAccepted(event, { io, json, watch: watch(event) });
  const ended = event && (await followImport(event, { opened, progress, signal }));
  progress.end();
  if (event && !ended) {
    io.stderr.write(`Stopped watching. ${goesOn(opened)} Watch import ${event.id} with ${watch(event)}\n`);
    return 1;
  }
  const report = ended ? completeReport(sent.report ?? createEmptyReport(false), ended) : sent.report;
  return printReport(report, { io, json, event: ended });
}

const labels = { users: 'users', apiKeys: 'API keys', memories: 'memories' } as const;
const watch = ({ id }: EventRow) => `memory-gateway import --resume ${id}`;

const goesOn = ({ hasServer }: Pick<Sending['opened'], 'hasServer'>): string =>
  hasServer
    ? 'The server continues with what it has received.'
    : 'What was received is stored, and a server continues with it when it runs.';

const sayStopped = ({ done, total }: { done: number; total: number }, opened: Sending['opened']): string =>
  `Stopped after ${done} of ${total} memories. ${goesOn(opened)} ${repeatCommand}\n`;
