import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename } from 'node:path';

/** Owner of the memories: you, and the project by the name of its folder. */
export const toOwner = ({ cwd, workspace_roots: [root] = [] }) => [
  '--user-id',
  process.env.MEMORY_GATEWAY_USER_ID ?? userInfo().username,
  '--app-id',
  basename(cwd ?? root ?? process.cwd()),
];

/**
 * Runs `memory-gateway`, or the program in MEMORY_GATEWAY_COMMAND. A failure is one line on stderr: an agent works
 * without its memories. @returns what it printed, or null
 */
export function runMemoryGateway(args, input = '') {
  const [program, ...first] = (process.env.MEMORY_GATEWAY_COMMAND ?? 'memory-gateway').split(' ');
  const { status, stdout, stderr, error } = spawnSync(program, [...first, ...args], { input, encoding: 'utf8' });
  if (status === 0) return stdout;
  process.stderr.write(`Memory is not available: ${(error?.message ?? stderr).trim().split('\n')[0]}\n`);
  return null;
}

/** Reads what the agent says about the session, from stdin or from the last argument. */
export function readSession() {
  const argument = process.argv.at(-1) ?? '';
  const text = argument.startsWith('{') ? argument : process.stdin.isTTY ? '' : readFileSync(0, 'utf8');
  return text.trim() === '' ? {} : JSON.parse(text);
}
