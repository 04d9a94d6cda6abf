import { Option } from 'commander';
import { DomainError } from '../errors.js';
import { foreignFormats } from '../resolvers/import/open-foreign.js';
import { importFrom } from '../resolvers/import/run-import.js';
import type { ImportProgress, ImportReport } from '../resolvers/import/import-report.js';
import { ImportSourceError, openImportSource, type ImportSource } from '../stores/import/import-source.js';
import {
  ArgumentsError,
  explainRefusal,
  runSingleCommand,
  type CommandIo,
  type DefineCommand,
  type ExitCode,
  type OpenServices,
} from './command-line.js';
import { isForeignImport, runForeignImport, type ForeignOptions } from './foreign-import.js';
import { progressLine } from './progress.js';

interface Options extends ForeignOptions {
  readonly from?: string;
  readonly accountsDatabase: string;
  readonly collection: string;
  readonly only?: 'accounts' | 'memories';
  readonly json?: boolean;
}

const about = `Import memories of another product

From the Postgres of an original self-hosted mem0 server (--from), which also has users and API keys; from the API of a mem0 server (--url,
with --self-hosted for a self-hosted one); or from a file (--format, --file). The source is only read. You can stop and repeat an import: nothing is imported twice.`;

/** Defines `memory-gateway import`. Exit codes: 0 done, 1 unreadable source or unknown project, 2 wrong arguments. */
export function importCommand(open: OpenServices, from: typeof openImportSource = openImportSource): DefineCommand {
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
      .option('--dry-run', 'count everything without writing')
      .option('--json', 'print one JSON object and nothing else on stdout')
      .action(run((options: Options) => runImport(options, { io, open, from })));
}

/** Runs only this command. @returns the exit code */
// eslint-disable-next-line max-params -- three things of three kinds, and what opens a source
export function runImportCommand(
  argv: readonly string[],
  io: CommandIo,
  open: OpenServices,
  from: typeof openImportSource = openImportSource,
): Promise<ExitCode> {
  return runSingleCommand(importCommand(open, from), argv, io);
}

interface Means {
  readonly io: CommandIo;
  readonly open: OpenServices;
  readonly from: typeof openImportSource;
}

async function runImport(options: Options, { io, open, from }: Means): Promise<ExitCode> {
  const isForeign = isForeignImport(options);
  if (!isForeign && !options.from?.trim())
    throw new ArgumentsError('Name a source: --from, --url, or --format with --file.');
  if (isForeign && options.from !== undefined) throw new ArgumentsError('--from excludes --format, --file and --url.');
  const source = isForeign ? null : openSource(options, io, from);
  if (!isForeign && !source) return 2;
  const { services, close } = await open();
  const progress = progressLine(io.stderr);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  // A second signal ends the process at once.
  process.once('SIGINT', interrupt);
  try {
    const { project: projectId, only, dryRun = false } = options;
    const onProgress = (state: ImportProgress) => {
      progress.show(labelOf(state), state);
      if (stop.signal.aborted && state.done < state.total) throw new ImportStoppedError(state);
    };
    const report = source
      ? await importFrom(services, { source, projectId, only, dryRun, onProgress })
      : await runForeignImport(services, options, onProgress);
    progress.end();
    io.stdout.write(options.json ? `${JSON.stringify(asJson(report))}\n` : asText(report));
    return 0;
  } catch (error) {
    progress.end();
    if (!(error instanceof DomainError || error instanceof ImportSourceError || error instanceof ImportStoppedError))
      throw error;
    io.stderr.write(`${error instanceof DomainError ? explainRefusal(error) : error.message}\n`);
    return 1;
  } finally {
    process.off('SIGINT', interrupt);
    await source?.close();
    await close();
  }
}

/** The user pressed Ctrl-C. What was imported until then stays. */
class ImportStoppedError extends Error {
  constructor({ kind, done, total }: ImportProgress) {
    super(
      `Stopped after ${done} of ${total} ${labels[kind]}. Run the same command again to go on: nothing is imported twice.`,
    );
  }
}

// The operator chose the address, so it may be in a private network.
function openSource(options: Options, io: CommandIo, from: typeof openImportSource): ImportSource | null {
  const { from: url = '', accountsDatabase, collection } = options;
  try {
    return from({ url: url.trim(), accountsDatabase, collection });
  } catch (error) {
    if (!(error instanceof ImportSourceError)) throw error;
    io.stderr.write(`--from: ${error.message}\n`);
    return null;
  }
}

const labels = { users: 'users', apiKeys: 'API keys', memories: 'memories' } as const;

function labelOf({ kind }: ImportProgress): string {
  return labels[kind];
}

function asJson({ dryRun, users, apiKeys, memories, skipped }: ImportReport) {
  return { dry_run: dryRun, users, api_keys: apiKeys, memories, skipped };
}

function asText({ dryRun, users, apiKeys, memories, skipped }: ImportReport): string {
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
