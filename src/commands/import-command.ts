import { Option } from 'commander';
import { ConflictError, DomainError } from '../errors.js';
import { foreignFormats } from '../resolvers/import/open-foreign.js';
import { getImportDetails } from '../resolvers/import/import-details.js';
import { createEmptyReport, type ImportProgress } from '../resolvers/import/import-report.js';
import { completeReport, getImport, sendImport } from '../resolvers/import/send-import.js';
import type { EventRow } from '../stores/event-store.js';
import { isDatabaseUnavailable } from '../stores/database/database-errors.js';
import { ImportSourceError, openImportSource } from '../stores/import/import-source.js';
import { explainRefusal, type CommandIo, type DefineCommand, type ExitCode } from './command-line.js';
import { followImport, type OpenForImport } from './follow-import.js';
import { openImportInput, type ImportInput, type ImportOptions } from './import-input.js';
import { missingRecords, printAccepted, printReport, repeatCommand } from './import-output.js';
import { progressLine } from './progress.js';
import { openClient } from './remote/connection.js';
import { importToServer } from './remote/import-to-server.js';

interface Options extends ImportOptions {
  readonly wait: boolean;
  readonly json?: boolean;
}

const about = `Import memories of another product

From the Postgres of an original self-hosted mem0 server (--from), which also has users and API keys; from the API of a mem0 server (--url,
with --self-hosted for a self-hosted one); or from a file (--format, --file). The source is only read.

The command stores the records, and the running server imports them. With --to, a server on another machine does, with the API key of
MEMORY_GATEWAY_API_KEY. You can stop the command and repeat it: nothing is imported twice.`;

/** Defines `memory-gateway import`. Exit codes: 0 done, 1 unreadable source, unknown project or interrupted, 2 wrong arguments. */
export function importCommand(
  open: OpenForImport,
  apiKey: string | null,
  from: typeof openImportSource = openImportSource,
): DefineCommand {
  return (program, { io, run }) =>
    program
      .command('import')
      .summary('import memories of another product')
      .description(about)
      .option(
        '--from <url>',
        'URL of the database with the memories, postgresql://user:password@host:port/database; set PGPASSWORD if the URL contains no password',
      )
      .option('--format <name>', `format of the file: ${foreignFormats.join(', ')}`)
      .option('--file <path>', 'file to import; compressed if its name ends in .gz')
      .option('--url <address>', 'address of a mem0 API, such as https://api.mem0.ai')
      .option('--self-hosted', 'the address of --url is a self-hosted server')
      .option('--key-file <path>', 'file with the API key for --url; optional if a self-hosted server needs none')
      .option('--mapping <path>', 'JSON file that maps columns of json, jsonl and csv to fields')
      .option('--user-id <id>', 'user of memories without a user')
      .option('--agent-id <id>', 'agent of memories without an agent')
      .option('--app-id <id>', 'app of memories without an app')
      .option('--run-id <id>', 'run of memories without a run')
      .option('--accounts-database <name>', 'database on the same server with users and API keys', 'mem0_app')
      .option('--collection <name>', 'table of the memories', 'memories')
      .option('--project <id>', 'project that receives the memories (default: the default project)')
      .addOption(new Option('--only <part>', 'import one part only').choices(['accounts', 'memories']))
      .option('--to <url>', 'address of a server on another machine that imports the records; not with --from')
      .option('--resume <id>', 'continue the import with this ID and its --file, or watch it after the upload')
      .option('--no-wait', 'return when all records are stored, and let the server import them')
      .option('--dry-run', 'count everything without writing')
      .option('--json', 'print one JSON object and nothing else on stdout')
      .action(run((options: Options) => runImport(options, { io, open, from, apiKey })));
}

interface Means {
  readonly io: CommandIo;
  readonly open: OpenForImport;
  readonly from: typeof openImportSource;
  /** For a server on another machine. */
  readonly apiKey: string | null;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function runImport(options: Options, { io, open, from, apiKey }: Means): Promise<ExitCode> {
  const { to } = options;
  const client = to === undefined ? null : openClient(to, apiKey ?? undefined, '--to');
  const stop = new AbortController();
  // An import through this machine's server ends with what its source has delivered.
  const reading = openImportInput(options, { from, signal: client ? stop.signal : undefined });
  const input = await reading.catch((error: unknown) => explain(error, io));
  if (!input) return 1;
  const opened = client ? null : await open();
  const interrupt = () => stop.abort();
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

async function send(options: Options, { io, opened, input, signal }: Sending): Promise<ExitCode> {
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
