import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';

// File name that Postgres clients expect in a socket folder, for the default port.
const SOCKET_NAME = '.s.PGSQL.5432';

// The kernel's limit is 107 bytes on Linux and 103 on macOS.
const MAX_SOCKET_PATH = 100;

export const socketPath = (socketDir: string): string => path.join(socketDir, SOCKET_NAME);

/** Returns the connection string for a socket folder. */
export function socketUrl(socketDir: string): string {
  return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}

/** Returns the socket folder of a data directory: inside it, or in the temporary folder if the path is too long. */
export function socketDirectory(dataDir: string): string {
  const inside = path.join(path.resolve(dataDir), 'socket');
  if (Buffer.byteLength(socketPath(inside)) <= MAX_SOCKET_PATH) return inside;
  const name = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16);
  return path.join(os.tmpdir(), `memory-gateway-${name}`);
}

/** Creates an empty socket folder with mode 0700. @throws Error if the folder belongs to another user */
export async function prepareSocketDirectory(socketDir: string): Promise<void> {
  await mkdir(socketDir, { recursive: true, mode: 0o700 });
  const found = await lstat(socketDir);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isDirectory() || !isOurs) throw new Error(`The socket folder ${socketDir} belongs to another user.`);
  await chmod(socketDir, 0o700);
  await rm(socketPath(socketDir), { force: true });
}

/** Whether a server responds on the socket in a socket folder. */
export function canConnect(socketDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath(socketDir));
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
