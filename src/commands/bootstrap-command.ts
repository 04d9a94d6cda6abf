import { parseArgs } from 'node:util';
import type { Services } from '../context.js';
import { DomainError } from '../errors.js';
import { bootstrap, type Bootstrapped } from './bootstrap.js';

/** Where a command writes. */
export interface CommandIo {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** Opens what the command runs on; called once the arguments are understood. */
export type OpenServices = () => Promise<{ services: Services; close: () => Promise<void> }>;

/** The addresses that the command prints. */
export interface Urls {
  readonly apiUrl: string;
  readonly dashboardUrl: string;
}

const usage = `Usage: memory-gateway bootstrap [options]

Creates the first admin, and a first API key, on an installation that has no admin.

  --email <address>     e-mail to sign in with (admin@example.com)
  --password <text>     password of 8 to 128 characters (a random one)
  --name <text>         name (Admin)
  --json                print one JSON object and nothing else
  --help                print this
`;

/** Runs `memory-gateway bootstrap`. @returns the exit code: 0 done, 1 refused, 2 wrong arguments */
// eslint-disable-next-line max-params -- four things of four kinds, and one caller
export async function runBootstrapCommand(
  argv: readonly string[],
  io: CommandIo,
  open: OpenServices,
  urls: Urls,
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
  const { services, close } = await open();
  try {
    const { email, password, name } = options;
    const created = await bootstrap(services, { email, password, name });
    io.stdout.write(options.json ? asJson(created, urls) : asText(created, urls));
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    io.stderr.write(`${explain(error)}\n`);
    return 1;
  } finally {
    await close();
  }
}

interface Options {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly name?: string | undefined;
  readonly json?: boolean | undefined;
  readonly help?: boolean | undefined;
}

function readOptions(argv: readonly string[]): Options | string {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({ args: [...argv], options: { email: text, password: text, name: text, json: flag, help: flag } })
      .values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function explain(error: DomainError): string {
  const fields = Object.entries(error.fields ?? {});
  if (error.code === 'CONFLICT') return `${error.message}\n${recoveries}`;
  return fields.length === 0
    ? error.message
    : fields.map(([field, texts]) => `--${field}: ${texts.join(' ')}`).join('\n');
}

const recoveries = `Sign in with the admin's password and make a key with POST /api-keys; or, when the password is lost:
  memory-gateway reset-admin-password --email <address> --password <text>`;

function asJson(created: Bootstrapped, urls: Urls): string {
  const { email, password, apiKey, orgId, projectId } = created;
  const { apiUrl: api_url, dashboardUrl: dashboard_url } = urls;
  return `${JSON.stringify({ api_url, dashboard_url, email, password, api_key: apiKey, org_id: orgId, project_id: projectId })}\n`;
}

function asText(created: Bootstrapped, urls: Urls): string {
  const lines = [
    ['API', urls.apiUrl],
    ['Dashboard', urls.dashboardUrl],
    ['E-mail', created.email],
    ['Password', created.password],
    ['API key', created.apiKey],
    ['Organization', created.orgId ?? 'none'],
    ['Project', created.projectId ?? 'none'],
  ];
  const table = lines.map(([name = '', value = '']) => `  ${name.padEnd(13)}${value}\n`).join('');
  return `The first admin exists now. Keep these: the API key is not shown again.\n\n${table}\nTry it:\n\n${sample(urls.apiUrl, created.apiKey)}`;
}

function sample(apiUrl: string, apiKey: string): string {
  const body = JSON.stringify({
    messages: [{ role: 'user', content: 'I love hiking on weekends.' }],
    user_id: 'alice',
  });
  return `  curl -X POST ${apiUrl}/memories -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' \\\n    -d '${body}'\n`;
}
