import path from 'node:path';
import { Option } from 'commander';
import type { DatabaseConfig } from '../config.js';
import { DomainError } from '../errors.js';
import type { Bootstrapped } from './bootstrap.js';
import { type DefineCommand, type ExitCode, explainRefusal, printResult } from '@memory-gateway/cli';
import { isAnswering } from './is-answering.js';
import type { ServerUrls } from './running-server.js';
import { readPassword, type PasswordOptions } from './read-password.js';
import { withServices, type Means, type OpenServices } from './with-services.js';

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
      .addOption(new Option('--password-stdin', 'read the password from stdin').conflicts('password'))
      .option('--password <text>', 'password of 8 to 128 characters (default: a random one)')
      .option('--name <text>', 'name of the admin (default: Admin)')
      .option('--json', 'print one JSON object and nothing else')
      .action(run(async (options: Options) => runBootstrap(options, { io, open, urls: await urls() })));
}

async function runBootstrap(options: Options, { io, open, urls }: Means & { urls: ServerUrls }): Promise<ExitCode> {
  const password = options.passwordStdin ? await readPassword(options, io) : options.password;
  try {
    const { bootstrap, readBootstrap } = await import('./bootstrap.js');
    // Opening creates a missing database, which wrong values would leave behind.
    const input = readBootstrap({ email: options.email, password, name: options.name });
    await withServices(open, async (services) => {
      const created = await bootstrap(services, input);
      const database = describeDatabase(services.config.database);
      printResult(io, { json: options.json, value: toWireForm(created, urls), text: asText(created, urls, database) });
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

function toWireForm({ email, password, apiKey, orgId, projectId }: Bootstrapped, urls: ServerUrls) {
  const addresses = { api_url: urls.apiUrl, dashboard_url: urls.dashboardUrl };
  return { ...addresses, email, password, api_key: apiKey, org_id: orgId, project_id: projectId };
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
