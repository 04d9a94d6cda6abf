import { ApiKeysDocument, CreateApiKeyDocument, RevokeApiKeyDocument } from '../../../client/index.js';
import type { DefineCommand } from './command-line.js';
import { toTime } from './parse-arguments.js';
import { onServer, withServer, type Remote, type RemoteDefaults, type RemoteOptions } from './connection.js';
import { printJson, printTable } from './print.js';
import { readNodes } from './read-pages.js';

interface CreateOptions extends RemoteOptions {
  readonly label: string;
  readonly project?: string;
  readonly readOnly?: boolean;
  readonly expires?: string;
}

/** Defines `memory-gateway keys create|list|revoke` for your API keys on a running server. */
export function keysCommand(defaults: RemoteDefaults): DefineCommand {
  return (program, line) => {
    const keys = program.command('keys').description('Create, list and revoke your API keys on a running server');
    const means = { io: line.io, defaults };
    withServer(keys.command('create').description('Create an API key and print it once'), defaults)
      .requiredOption('--label <text>', 'what the key is for')
      .option('--project <id>', 'restrict the key to one project')
      .option('--read-only', 'allow reading only')
      .option(
        '--expires <time>',
        'time from which the key is refused, such as 2027-01-01 or 2027-01-01T00:00:00Z',
        toTime,
      )
      .action(line.run((options: CreateOptions) => onServer(options, means, (remote) => create(options, remote))));
    withServer(keys.command('list').description('List your API keys'), defaults).action(
      line.run((options: RemoteOptions) => onServer(options, means, (remote) => list(options, remote))),
    );
    withServer(keys.command('revoke').description('Revoke an API key immediately').argument('<id>'), defaults).action(
      line.run((id: string, options: RemoteOptions) =>
        onServer(options, means, (remote) => revoke(id, options, remote)),
      ),
    );
  };
}

async function create(options: CreateOptions, { client, io }: Remote): Promise<void> {
  const { label, project: projectId, readOnly, expires: expiresAt } = options;
  const input = { label, projectId, isReadOnly: readOnly, expiresAt };
  const { apiKey, secret } = (await client.request(CreateApiKeyDocument, { input })).createApiKey;
  if (options.json) return printJson(io, { ...apiKey, secret });
  io.stdout.write(`${secret}\n`);
  io.stderr.write(`API key ${apiKey.id} created. Save it: it is not shown again.\n`);
}

async function list(options: RemoteOptions, { client, io }: Remote): Promise<void> {
  const keys = await readNodes(async (after) => (await client.request(ApiKeysDocument, { first: 100, after })).apiKeys);
  if (options.json) return printJson(io, keys);
  const rows = keys.map((key) => [key.id, key.prefix, key.label, key.lastUsedAt ?? 'never', stateOf(key)]);
  printTable(io, ['ID', 'KEY', 'LABEL', 'LAST USED', 'STATE'], rows);
}

function stateOf({ revokedAt, expiresAt }: { revokedAt: string | null; expiresAt: string | null }): string {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) < Date.now() ? 'expired' : 'active';
}

async function revoke(id: string, options: RemoteOptions, { client, io }: Remote): Promise<void> {
  const { apiKey } = (await client.request(RevokeApiKeyDocument, { input: { id } })).revokeApiKey;
  if (options.json) return printJson(io, apiKey);
  io.stdout.write(`API key ${apiKey.id} revoked.\n`);
}
