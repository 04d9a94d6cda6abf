import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBuiltOnce } from '../build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const entryOf = (build: string) => join(build, 'src/main.js');
const entry = entryOf(join(root, 'dist'));
const run = promisify(execFile);

/** A real server of this checkout with its own port and data folder, without the caller's environment and `.env`. */
export interface LocalServer {
  /** URL of the API. */
  readonly url: string;
  readonly dashboardUrl: string;
  /** Environment of the server, for commands on the same data. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Returns the process id of the running server. @throws Error if it does not run */
  pid(): number;
  /** Creates the first admin. @returns an API key of the admin */
  bootstrap(): Promise<{ apiKey: string; projectId: string }>;
  /** Starts the server, or restarts it on the same data. `build`: another build's folder. @returns milliseconds until it was ready */
  start(build?: string): Promise<number>;
  /** Stops the server with SIGTERM. @returns milliseconds until it exited */
  stop(): Promise<number>;
  /** Stops the server with SIGKILL. */
  kill(): Promise<void>;
  /** Stops the server and deletes its data. Safe to call at any time. */
  remove(): Promise<void>;
}

export interface LocalServerOptions {
  /** Shows the server's log. */
  readonly verbose?: boolean;
  /** Additional environment of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Data directory that the server begins with a copy of. Default: none, so that it creates its database. */
  readonly data?: string;
}

/** Builds what is missing and prepares a server without starting it. */
export async function createLocalServer({
  verbose = false,
  env = {},
  data,
}: LocalServerOptions = {}): Promise<LocalServer> {
  await ensureBuiltOnce();
  const folder = await mkdtemp(join(tmpdir(), 'memory-gateway-'));
  if (data !== undefined) await cp(data, join(folder, 'data'), { recursive: true });
  const [port, dashboardPort] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    API_HOST: '127.0.0.1',
    API_PORT: String(port),
    DASHBOARD_PORT: String(dashboardPort),
    DATA_DIR: join(folder, 'data'),
    JWT_SECRET: randomBytes(32).toString('base64url'),
    EMBEDDER: 'local',
    // Disables overload limits: tests and benches send more than a slow machine can handle.
    MAX_QUEUE_WAIT_MS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    SOCKET_MESSAGES_PER_SECOND: '0',
    ADDRESS_MESSAGES_PER_SECOND: '0',
    MAX_SOCKETS_PER_ADDRESS: '0',
    MAX_SOCKETS_PER_KEY: '0',
    ...env,
  };
  let child: ChildProcess | null = null;
  const killAtExit = () => child?.kill('SIGKILL');

  async function start(build = join(root, 'dist')): Promise<number> {
    const startedAt = performance.now();
    child = spawn(process.execPath, [entryOf(build), 'serve'], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'ignore', verbose ? 'inherit' : 'pipe'],
    });
    process.once('exit', killAtExit);
    await untilReady(`${url}/ready`, child);
    return performance.now() - startedAt;
  }
  /** @returns the exit code, null after a signal, 0 if nothing was running */
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const running = child;
    child = null;
    process.off('exit', killAtExit);
    if (!running || running.exitCode !== null || running.signalCode !== null) return 0;
    const gone = once(running, 'exit');
    running.kill(signal);
    return ((await gone) as [number | null])[0];
  }
  async function stop(): Promise<number> {
    const stoppedAt = performance.now();
    const code = await end('SIGTERM');
    if (code !== 0) throw new Error(`The server ended with code ${code} after SIGTERM.`);
    return performance.now() - stoppedAt;
  }
  return {
    url,
    dashboardUrl: `http://localhost:${dashboardPort}`,
    environment,
    pid() {
      if (child?.pid === undefined) throw new Error('The server does not run.');
      return child.pid;
    },
    start,
    stop,
    async kill() {
      await end('SIGKILL');
    },
    async bootstrap() {
      const { stdout } = await run(process.execPath, [entry, 'bootstrap', '--json'], { cwd: folder, env: environment });
      const created = JSON.parse(stdout) as { api_key: string; project_id: string };
      return { apiKey: created.api_key, projectId: created.project_id };
    },
    async remove() {
      try {
        await stop();
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Returns distinct ports that are currently free. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const startLimitMs = 60_000;
const keptLogLines = 20;

/** Waits for a 200. @throws Error with the end of the log if the server exits or takes too long */
async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const lines: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    lines.push(...chunk.split('\n').filter((line) => line !== ''));
    lines.splice(0, Math.max(0, lines.length - keptLogLines));
  });
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended while it was starting.\n${lines.join('\n')}`);
    const isReady = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server was not ready after ${startLimitMs / 1000} seconds.\n${lines.join('\n')}`);
}
