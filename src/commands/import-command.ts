import { Option } from 'commander';
import { DomainError } from '../errors.js';
import { importFrom } from '../resolvers/import/run-import.js';
import type { ImportProgress, ImportReport } from '../resolvers/import/import-report.js';
import { ImportSourceError, openImportSource, type ImportSource } from '../stores/import/import-source.js';
import {
  ArgumentsError,
  runSingleCommand,
  type CommandIo,
  type DefineCommand,
  type ExitCode,
  type OpenServices,
} from './command-line.js';
import { progressLine } from './progress.js';

interface Options {
  readonly from?: string;
  readonly accountsDatabase: string;
  readonly collection: string;
  readonly project?: string;
  readonly only?: 'accounts' | 'memories';
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const about = `Import users, API keys and memories from the Postgres of an original self-hosted server

The other server is only read. Passwords and keys stay valid. You can stop and repeat an import: nothing is imported twice.`;

/** `memory-gateway import`. Exit codes: 0 done, 1 the source cannot be read or the project is unknown, 2 wrong arguments. */
export function importCommand(open: OpenServices, from: typeof openImportSource = openImportSource): DefineCommand {
  return (program, { io, run }) =>
    program
      .command('import')
      .summary('import users, API keys and memories from an original self-hosted server')
      .description(about)
      .option(
        '--from <url>',
        'its database of memories, postgresql://user:password@host:port/database; PGPASSWORD holds the password when the URL has none',
      )
      .option('--accounts-database <name>', 'database on the same server with users and API keys', 'mem0_app')
      .option('--collection <name>', 'table of the memories', 'memories')
      .option('--project <id>', 'project that receives the memories (default: the default project)')
      .addOption(new Option('--only <part>', 'import one part only').choices(['accounts', 'memories']))
      .option('--dry-run', 'count everything and write nothing')
      .option('--json', 'print one JSON object and nothing else on stdout')
      .action(run((options: Options) => runImport(options, { io, open, from })));
}

/** Runs the command alone. @returns the exit code */
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
  if (!options.from?.trim()) throw new ArgumentsError("--from is required: the URL of the original server's database.");
  const source = openSource(options, io, from);
  if (!source) return 2;
  const { services, close } = await open();
  const progress = progressLine(io.stderr);
  try {
    const { project: projectId, only, dryRun = false } = options;
    const onProgress = (state: ImportProgress) => progress.show(labelOf(state), state);
    const report = await importFrom(services, { source, projectId, only, dryRun, onProgress });
    progress.end();
    io.stdout.write(options.json ? `${JSON.stringify(asJson(report))}\n` : asText(report));
    return 0;
  } catch (error) {
    progress.end();
    if (!(error instanceof DomainError || error instanceof ImportSourceError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return 1;
  } finally {
    await source.close();
    await close();
  }
}

// The address is the operator's own argument, so it may point anywhere: into private networks above all.
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
