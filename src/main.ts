#!/usr/bin/env node
import { createApp, createBackgroundWorker, createLogger, openServices } from './app.js';
import { runBootstrapCommand } from './commands/bootstrap-command.js';
import { ConfigError, loadConfig, type Config } from './config.js';
import { runImportCommand } from './commands/import-command.js';
import { runPruneLogsCommand } from './commands/prune-logs-command.js';
import { runResetAdminPasswordCommand } from './commands/reset-admin-password-command.js';
import { serve } from './commands/serve.js';
import { work } from './commands/work.js';

const usage = `Usage: memory-gateway [command]

  serve                  answer requests (the default)
  worker                 work on jobs only, beside gateways on the same Postgres
  bootstrap              create the first admin, organization, project and API key  [--email --password --name --json]
  reset-admin-password   set a user's password, end their sessions                 [--email --password --json]
  import                 take users, keys and memories over from another server  [--from --dry-run --json]
  prune-logs             remove old calls from the request log                     [--days --json]
  schema print           print the GraphQL schema
  help                   this text

Settings come from environment variables; .env.example lists them.
`;

/** Runs one command. @returns the exit code, or null when the process goes on until a signal */
async function run(argv: readonly string[]): Promise<number | null> {
  const [command = 'serve', ...rest] = argv;
  switch (command) {
    case 'serve':
      return withoutArguments(rest, () => serve(createApp, loadConfig(process.env, { requireAuthSecret: true })));
    case 'worker':
      return withoutArguments(rest, () =>
        work(createBackgroundWorker, loadConfig(process.env, { requireAuthSecret: true })),
      );
    case 'bootstrap':
      return bootstrap(rest);
    case 'reset-admin-password':
      return runResetAdminPasswordCommand(rest, terminal, () => openForCommand(loadConfig(process.env)));
    case 'import': {
      const config = loadConfig(process.env);
      return runImportCommand(rest, terminal, () => openForCommand(config, config.embedder));
    }
    case 'prune-logs':
      return pruneLogs(rest);
    case 'schema':
      return printSchema(rest);
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(usage);
      return 0;
    default:
      process.stderr.write(`Unknown command ${JSON.stringify(command)}.\n\n${usage}`);
      return 2;
  }
}

/** A server that overlooked an argument would run with other settings than were asked for. */
async function withoutArguments(argv: readonly string[], start: () => Promise<void>): Promise<number | null> {
  const [argument] = argv;
  if (argument === undefined) {
    await start();
    return null;
  }
  const isHelp = argument === '--help' || argument === '-h';
  if (isHelp) process.stdout.write(usage);
  else process.stderr.write(`Unknown argument ${JSON.stringify(argument)}.\n\n${usage}`);
  return isHelp ? 0 : 2;
}

const terminal = { stdout: process.stdout, stderr: process.stderr };

function pruneLogs(argv: string[]): Promise<number> {
  const config = loadConfig(process.env);
  return runPruneLogsCommand(argv, terminal, () => openForCommand(config), config.requestLogRetentionDays);
}

function bootstrap(argv: string[]): Promise<number> {
  const config = loadConfig(process.env);
  const { port, dashboardOrigins } = config.http;
  const urls = { apiUrl: `http://localhost:${port}`, dashboardUrl: dashboardOrigins[0] ?? '' };
  return runBootstrapCommand(
    argv,
    { stdout: process.stdout, stderr: process.stderr },
    () => openForCommand(config),
    urls,
  );
}

// Works before the first start as well as beside a running server, whose embedded database it then uses through its socket.
function openForCommand(config: Config, embedder: Config['embedder'] = 'none'): ReturnType<typeof openServices> {
  const database = config.database.kind === 'embedded' ? { ...config.database, joinHolder: true } : config.database;
  return openServices({ ...config, database, embedder }, { log: createLogger({ ...config, log: { level: 'error' } }) });
}

async function printSchema(argv: readonly string[]): Promise<number> {
  if (argv[0] !== 'print') {
    process.stderr.write(usage);
    return 2;
  }
  const { printSchema: print } = await import('graphql');
  const { buildSchema } = await import('./schema/index.js');
  process.stdout.write(`${print(buildSchema())}\n`);
  return 0;
}

try {
  const code = await run(process.argv.slice(2));
  // Explicitly: a pool or a worker thread that closes slowly must not keep a finished command alive.
  if (code !== null) process.exit(code);
} catch (error) {
  // What the operator can mend is told in plain lines; anything else is a defect and shows its stack.
  const expected =
    error instanceof ConfigError ||
    (error instanceof Error &&
      ['DataDirLockedError', 'MigrationError', 'DatabaseUnavailableError', 'ListenError'].includes(error.name));
  process.stderr.write(
    `${expected ? (error as Error).message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}
