import path from 'node:path';
import type { DatabaseConfig } from '../config.js';
import { DomainError } from '../errors.js';
import type { Bootstrapped } from './bootstrap.js';
import {
  explainRefusal,
  withServices,
  type CommandIo,
  type DefineCommand,
  type ExitCode,
  type OpenServices,
} from './command-line.js';
import { isAnswering } from './is-answering.js';
import type { ServerUrls } from './running-server.js';
import { readPassword, type PasswordOptions } from './read-password.js';

interface Options extends PasswordOptions {
  readonly email?: string;
  readonly name?: string;
  readonly json?: boolean;
}

/** Defines `memory-gateway bootstrap`, which creates the first admin. Exit codes: 1 refused, 2 wrong arguments. */
export function bootstrapCommand(open: OpenServices, urls: () => Promise<ServerUrls>): DefineCommand {
  return (program, { io, run }) =>
    program
      .command('bootstrap')
      .description('Create the first admin, and a first API key, on an installation without an admin')
      .option('--email <address>', 'email address to sign in with (default: admin@example.com)')
      .option('--password-stdin', 'read the password from stdin')
      .option('--password <text>', 'password of 8 to 128 characters (default: a random one)')
      .option('--name <text>', 'name of the admin (default: Admin)')
      .option('--json', 'print one JSON object and nothing else')
      .action(run(async (options: Options) => runBootstrap(options, { io, open, urls: await urls() })));
}

async function runBootstrap(
  options: Options,
  { io, open, urls }: { io: CommandIo; open: OpenServices; urls: ServerUrls },
): Promise<ExitCode> {
  const password = options.passwordStdin ? await readPassword(options, io) : options.password;
  try {
    const { bootstrap, readBootstrap } = await import('./bootstrap.js');
    // Opening creates a missing database, which wrong values would leave behind.
    const input = readBootstrap({ email: options.email, password, name: options.name });
    await withServices(open, async (services) => {
      const created = await bootstrap(services, input);
      const database = describeDatabase(services.config.database);
      io.stdout.write(options.json ? asJson(created, urls) : asText(created, urls, database));
    });
    if (!options.json && !(await isAnswering(urls.apiUrl)))
      io.stdout.write(`\nNo server answers at ${urls.apiUrl} yet. Start one in this folder: memory-gateway serve\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    io.stderr.write(`${explainRefusal(error)}\n${error.code === 'CONFLICT' ? `${recoveries}\n` : ''}`);
    return 1;
  }
}

const recoveries = `Sign in with the admin's password and make a key with POST /api-keys; or, when the password is lost:
  memory-gateway reset-admin-password --email <address>`;

function asJson(created: Bootstrapped, urls: ServerUrls): string {
  const { email, password, apiKey, orgId, projectId } = created;
  const { apiUrl: api_url, dashboardUrl: dashboard_url } = urls;
  return `${JSON.stringify({ api_url, dashboard_url, email, password, api_key: apiKey, org_id: orgId, project_id: projectId })}\n`;
}

/** Without the password, and without the user, of a connection string. */
function describeDatabase(config: DatabaseConfig): string {
  if (config.kind === 'embedded') return `embedded, ${path.resolve(config.dataDir)}`;
  const { host, pathname } = new URL(config.connectionString);
  return `Postgres, ${host}${pathname}`;
}

function asText(created: Bootstrapped, urls: ServerUrls, database: string): string {
  const lines = [
    ['API', urls.apiUrl],
    ['Dashboard', urls.dashboardUrl],
    ['Email', created.email],
    ['Password', created.password],
    ['API key', created.apiKey],
    ['Organization', created.orgId ?? 'none'],
    ['Project', created.projectId ?? 'none'],
    ['Database', database],
  ];
  const table = lines.map(([name = '', value = '']) => `  ${name.padEnd(13)}${value}\n`).join('');
  return `The first admin is created. Save these values: the API key is not shown again.\n\n${table}\nTry it:\n\n${sample(urls.apiUrl, created.apiKey)}`;
}

function sample(apiUrl: string, apiKey: string): string {
  const body = JSON.stringify({
    messages: [{ role: 'user', content: 'I love hiking on weekends.' }],
    user_id: 'alice',
  });
  return `  curl -X POST ${apiUrl}/memories -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' \\\n    -d '${body}'\n`;
}
