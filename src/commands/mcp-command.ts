import { InvalidArgumentError, Option } from 'commander';
import { bridgeMcp } from '@memory-gateway/mcp';
import path from 'node:path';
import type { McpWorker } from '../app.js';
import type { Config } from '../config.js';
import { productFolder } from '../product.js';
import { DomainError } from '../errors.js';
import { ArgumentsError, type DefineCommand, isServerUrl, toName } from '@memory-gateway/cli';
import { isAnswering } from './is-answering.js';
import { printMcpConfig } from './mcp-config.js';

export interface McpMeans {
  readonly version: string;
  readonly key: string | null;
  /** Where a server of this environment answers. */
  readonly serverUrl: string;
  /** The value of MEMORY_GATEWAY_URL, if it is set. */
  readonly namedUrl: string | undefined;
  load(): Promise<Config>;
  /** Opens the database of this directory, with a worker for its jobs. */
  openWorker(): Promise<McpWorker>;
}

interface McpOptions {
  readonly url?: string;
  readonly userId?: string;
  readonly printConfig?: true;
}

// Without a check, a bridge to no server would answer each message with an error.
function checkUrl(text: string): string {
  if (isServerUrl(text)) return text;
  throw new InvalidArgumentError('Use the address of a server, such as http://localhost:8888.');
}

/** @throws ArgumentsError */
function readNamedUrl(text: string | undefined): string | undefined {
  if (text === undefined || isServerUrl(text)) return text;
  throw new ArgumentsError('MEMORY_GATEWAY_URL must be the address of a server, such as http://localhost:8888.');
}

const main = path.join(productFolder, 'src/main.js');

/** Defines `memory-gateway mcp`: the Model Context Protocol over stdio. */
export function mcpCommand({ version, key, serverUrl, namedUrl, load, openWorker }: McpMeans): DefineCommand {
  return (program, { io, run }) => {
    program
      .command('mcp')
      .description('Serve local agents over MCP and stdio')
      .option(
        '--url <url>',
        'pass messages to a running server instead of opening the database of this directory (MEMORY_GATEWAY_URL)',
        checkUrl,
      )
      .addOption(
        new Option('--user-id <id>', 'user of memories without an owner (default: the email address of the key’s user)')
          .argParser(toName)
          .conflicts(['url', 'printConfig']),
      )
      .option('--print-config', 'print the configuration for common MCP clients')
      .addHelpText('after', '\nSet the API key in MEMORY_GATEWAY_API_KEY. It is optional without --url.')
      .action(
        run(async ({ url: given, userId, printConfig }: McpOptions) => {
          if (printConfig === true) {
            const found = given ?? ((await isAnswering(serverUrl)) ? serverUrl : null);
            const dataDir = path.resolve((await load()).dataDir);
            io.stdout.write(`${printMcpConfig({ url: found, dataDir, program: [process.execPath, main] })}\n`);
            return 0;
          }
          // The user of `--user-id` is one of the database of this directory.
          const url = given ?? (userId === undefined ? readNamedUrl(namedUrl) : undefined);
          if (url !== undefined)
            await bridgeMcp({ url, apiKey: key }, { input: process.stdin, output: process.stdout });
          else {
            // Imported lazily: the protocol package is large, and other commands do not need it.
            const { serveMcp } = await import('./serve-mcp.js');
            try {
              await serveMcp(await openWorker(), { apiKey: key, userId: userId ?? null, version });
              return null;
            } catch (error) {
              if (!(error instanceof DomainError)) throw error;
              io.stderr.write(`${key === null ? '' : 'MEMORY_GATEWAY_API_KEY: '}${error.message}\n`);
              return 1;
            }
          }
          return 0;
        }),
      );
  };
}
