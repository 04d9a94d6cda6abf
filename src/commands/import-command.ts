import { Option } from 'commander';
import { foreignFormats } from '../resolvers/import/foreign-formats.js';
import type { openImportSource } from '@memory-gateway/import-sources';
import type { DefineCommand } from '@memory-gateway/cli';
import type { OpenForImport } from './follow-import.js';
import type { RunImportOptions } from './run-import.js';

const about = `Import memories of another product

From the Postgres of an original self-hosted mem0 server (--from), which also has users and API keys; from the API of a mem0 server (--url,
with --self-hosted for a self-hosted one); or from a file (--format, --file). The source is only read.

The command stores the records, and the running server imports them. With --to, a server on another machine does, with the API key of
MEMORY_GATEWAY_API_KEY. You can stop the command and repeat it: nothing is imported twice.`;

// Names of the options that one kind of source has.
const ofRecords = ['format', 'file', 'mapping', 'userId', 'agentId', 'appId', 'runId'];
const ofApis = ['url', 'selfHosted', 'keyFile'];
const ofDatabases = ['accountsDatabase', 'collection', 'only'];

/** Defines `memory-gateway import`. Exit codes: 0 done, 1 unreadable source, unknown project or interrupted, 2 wrong arguments. */
export function importCommand(
  open: OpenForImport,
  apiKey: string | null,
  from?: typeof openImportSource,
): DefineCommand {
  return (program, { io, run }) =>
    program
      .command('import')
      .summary('import memories of another product')
      .description(about)
      .addOption(
        new Option(
          '--from <url>',
          'URL of the database with the memories, postgresql://user:password@host:port/database; set PGPASSWORD if the URL contains no password',
        ).conflicts([...ofRecords, ...ofApis]),
      )
      .option('--format <name>', `format of the file: ${foreignFormats.join(', ')}`)
      .addOption(
        new Option('--file <path>', 'file to import; compressed if its name ends in .gz').conflicts([
          ...ofApis,
          ...ofDatabases,
        ]),
      )
      .addOption(
        new Option('--url <address>', 'address of a mem0 API, such as https://api.mem0.ai').conflicts([
          'mapping',
          ...ofDatabases,
        ]),
      )
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
      .addOption(new Option('--dry-run', 'count everything without writing').conflicts('resume'))
      .option('--json', 'print one JSON object and nothing else on stdout')
      .action(
        run(async (options: RunImportOptions) => {
          const { runImport } = await import('./run-import.js');
          return runImport(options, { io, open, from, apiKey });
        }),
      );
}
