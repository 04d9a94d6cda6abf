import { parseArgs } from 'node:util';
import { DomainError } from '../errors.js';
import { importFrom } from '../resolvers/import/run-import.js';
import type { ImportProgress, ImportReport } from '../resolvers/import/import-report.js';
import { ImportSourceError, openImportSource, type ImportSource } from '../stores/import/import-source.js';
import type { CommandIo, OpenServices } from './bootstrap-command.js';
import { progressLine } from './progress.js';

const usage = `Usage: memory-gateway import --from <url> [options]

Takes users, API keys and memories over from the Postgres of an original self-hosted server, which it only reads. Passwords and
keys stay good. May be stopped and repeated: nothing is imported twice.

  --from <url>                  its database of memories, postgresql://user:password@host:port/database; PGPASSWORD holds the
                                password when the URL has none
  --accounts-database <name>    database on the same server with users and API keys (mem0_app)
  --collection <name>           table of the memories (memories)
  --project <id>                project that takes the memories (the default project)
  --only <part>                 accounts or memories
  --dry-run                     count everything and write nothing
  --json                        print one JSON object and nothing else on stdout
  --help                        print this
`;

/** Runs `memory-gateway import`. @returns the exit code: 0 done, 1 the source cannot be read or the project is unknown, 2 wrong arguments */
// eslint-disable-next-line max-params -- three things of three kinds, and what opens a source
export async function runImportCommand(
  argv: readonly string[],
  io: CommandIo,
  open: OpenServices,
  from: typeof openImportSource = openImportSource,
): Promise<number> {
  const options = readOptions(argv);
  if (typeof options === 'string') {
    io.stderr.write(`${options}\n\n${usage}`);
    return 2;
  }
  if (options.help) {
    io.stdout.write(usage);
    return 0;
  }
  const source = openSource(options, io, from);
  if (!source) return 2;
  const { services, close } = await open();
  const progress = progressLine(io.stderr);
  try {
    const { project: projectId, only, 'dry-run': dryRun = false } = options;
    const report = await importFrom(services, {
      source,
      projectId,
      only,
      dryRun,
      onProgress: (state) => progress.show(labelOf(state), state),
    });
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

const parts = ['accounts', 'memories'] as const;

function readOptions(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const known = {
    from: text,
    'accounts-database': text,
    collection: text,
    project: text,
    only: text,
    'dry-run': flag,
    json: flag,
    help: flag,
  };
  try {
    const { values } = parseArgs({ args: [...argv], options: known });
    const only = parts.find((part) => part === values.only);
    if (values.help) return { ...values, only };
    if (!values.from?.trim()) return "--from is needed: the URL of the original server's database.";
    if (values.only !== undefined && !only) return '--only must be accounts or memories.';
    return { ...values, only };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type Options = Exclude<ReturnType<typeof readOptions>, string>;

// The address is the operator's own argument, so it may point anywhere: into private networks above all.
function openSource(options: Options, io: CommandIo, from: typeof openImportSource): ImportSource | null {
  const { from: url = '', 'accounts-database': accountsDatabase = 'mem0_app', collection = 'memories' } = options;
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
