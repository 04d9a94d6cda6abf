import type { McpWorker } from '../app.js';
import type { DefineCommand } from './command-line.js';
import { bridgeMcp } from './mcp-bridge.js';
import { printMcpConfig } from './mcp-config.js';

export interface McpMeans {
  readonly version: string;
  readonly key: string | null;
  /** Opens the database of this directory, with a worker for its jobs. */
  openWorker(): Promise<McpWorker>;
}

interface McpOptions {
  readonly url?: string;
  readonly userId?: string;
  readonly printConfig?: true;
}

/** Defines `memory-gateway mcp`: the Model Context Protocol over stdio. */
export function mcpCommand({ version, key, openWorker }: McpMeans): DefineCommand {
  return (program, { io, run }) => {
    program
      .command('mcp')
      .description('Serve local agents over MCP and stdio')
      .option('--url <url>', 'pass messages to a running server instead of opening the database of this directory')
      .option('--user-id <id>', 'user of memories without an owner (default: the email address of the key’s user)')
      .option('--print-config', 'print the configuration for common MCP clients')
      .addHelpText('after', '\nSet the API key in MEMORY_GATEWAY_API_KEY. It is optional without --url.')
      .action(
        run(async ({ url, userId, printConfig }: McpOptions) => {
          if (printConfig === true) io.stdout.write(`${printMcpConfig({ url: url ?? null })}\n`);
          else if (url !== undefined)
            await bridgeMcp({ url, apiKey: key }, { input: process.stdin, output: process.stdout });
          else {
            // Imported lazily: the protocol package is large, and other commands do not need it.
            const { serveMcp } = await import('./serve-mcp.js');
            await serveMcp(await openWorker(), { apiKey: key, userId: userId ?? null, version });
            return null;
          }
          return 0;
        }),
      );
  };
}
