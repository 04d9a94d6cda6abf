#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { bridgeMcp } from './bridge.js';

const usage = `memory-gateway-mcp [--url URL]

Connects an MCP client that starts programs to a running memory-gateway server. The URL defaults to MEMORY_GATEWAY_URL, or to
http://localhost:8888. Set the API key in MEMORY_GATEWAY_API_KEY.
`;

/** Runs the program. @returns the exit code */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  const url = values.url ?? process.env['MEMORY_GATEWAY_URL'] ?? 'http://localhost:8888';
  const apiKey = process.env['MEMORY_GATEWAY_API_KEY'] ?? null;
  await bridgeMcp({ url, apiKey }, { input: process.stdin, output: process.stdout });
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  },
);
