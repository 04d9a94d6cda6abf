import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface ServerUrls {
  readonly apiUrl: string;
  readonly dashboardUrl: string;
}

const fileOf = (dataDir: string) => path.join(dataDir, 'server.json');

/**
 * Writes the addresses of this server into its data directory, for commands that run beside it: options and free ports
 * are not in the environment of these commands. @returns a function that removes them
 */
export function publishUrls(dataDir: string, urls: ServerUrls): () => void {
  const file = fileOf(dataDir);
  try {
    writeFileSync(file, JSON.stringify({ ...urls, pid: process.pid, hostname: os.hostname() }), { mode: 0o600 });
  } catch {
    // Commands can be told the address. A full disk must not stop the start.
  }
  return () => rmSync(file, { force: true });
}

/** Returns the addresses of the server that runs on a data directory, or null if none runs there on this machine. */
export function findRunningServer(dataDir: string): ServerUrls | null {
  try {
    const { pid, hostname, ...urls } = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as ServerUrls & {
      pid: number;
      hostname: string;
    };
    // A process of another machine or container cannot be looked up. A killed server leaves its file.
    return hostname === os.hostname() && process.kill(pid, 0) ? urls : null;
  } catch {
    return null;
  }
}
