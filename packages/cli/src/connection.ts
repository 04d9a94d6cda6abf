import type { Command } from 'commander';
import { createClient, GatewayError, type Client } from '../../../client/index.js';
import { ArgumentsError, toOptionNames, type CommandIo, type ExitCode } from './command-line.js';
import { isServerUrl } from './parse-arguments.js';

export interface RemoteOptions {
  readonly url: string;
  readonly key?: string;
  readonly json?: boolean;
}

export interface RemoteDefaults {
  readonly url: string;
  readonly key: string | null;
}

/** Adds `--url`, `--key` and `--json` to a command. */
export function withServer(command: Command, { url }: RemoteDefaults): Command {
  return command
    .option('--url <url>', 'address of the server (MEMORY_GATEWAY_URL)', url)
    .option('--key <key>', 'API key (default: MEMORY_GATEWAY_API_KEY)')
    .option('--json', 'print JSON and nothing else');
}

export interface Remote {
  readonly client: Client;
  readonly io: CommandIo;
}

/** Runs an action against a server, printing its errors as one line. @returns 0 done, 1 refused or unreachable */
export async function onServer(
  { url, key }: RemoteOptions,
  { io, defaults }: { io: CommandIo; defaults: RemoteDefaults },
  action: (remote: Remote) => Promise<void>,
): Promise<ExitCode> {
  const apiKey = key ?? defaults.key ?? undefined;
  const client = openClient(url, apiKey);
  try {
    await action({ client, io });
    return 0;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    io.stderr.write(`${explain(error, url)}\n`);
    return 1;
  } finally {
    client.close();
  }
}

/** Opens a client of a server. @param option names the URL in the error. @throws ArgumentsError for an invalid URL or API key */
export function openClient(url: string, apiKey: string | undefined, option = '--url, or MEMORY_GATEWAY_URL,'): Client {
  if (/[^\x20-\x7e]/.test(apiKey?.trim() ?? ''))
    throw new ArgumentsError(
      'The API key must be one line of ASCII characters. Check MEMORY_GATEWAY_API_KEY or --key.',
    );
  if (!isServerUrl(url))
    throw new ArgumentsError(
      `${option} must be the address of a server, such as http://localhost:8888, without a user name and a password.`,
    );
  return createClient({ url, apiKey, name: 'memory-gateway-cli' });
}

const isRedirect = (status: number): boolean => Math.floor(status / 100) === 3;

/** Responses of a memory-gateway have a request ID. A proxy in front of one has its own statuses. */
const isForeign = ({ status, requestId }: GatewayError): boolean =>
  requestId === null && status > 0 && status < 500 && !isRedirect(status) && status !== 413 && status !== 429;

/** Formats an error of a server as one line. @param remedy what to do about a refused API key */
export function explain(error: GatewayError, url: string, remedy = 'pass --key or set MEMORY_GATEWAY_API_KEY'): string {
  if (error.code === 'UNAUTHENTICATED') return `${url} refused the API key: ${remedy}.`;
  if (isForeign(error))
    return `${url} is not the address of a memory-gateway: its response has status ${error.status} and no request ID.`;
  return `${url}: ${toOptionNames(error.message)}`;
}
