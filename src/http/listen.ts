import type { FastifyInstance } from 'fastify';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpConfig } from '../config.js';

/** The port is in use or not permitted. The message names the environment variable of the port. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export interface Addresses {
  readonly apiUrl: string;
  readonly dashboardUrl: string;
}

/** A server for the dashboard's port that answers as the API does, so that the dashboard finds its API under its own origin. */
export function createDashboardServer(app: FastifyInstance): Server {
  return createServer((request, response) => app.routing(request, response));
}

/** Opens both ports. @throws ListenError, after which neither is open */
export async function listenOn(app: FastifyInstance, dashboard: Server, config: HttpConfig): Promise<Addresses> {
  await app.ready();
  await open(app.server, { host: config.host, port: config.port, variable: 'API_PORT' });
  try {
    await open(dashboard, { host: config.host, port: config.dashboardPort, variable: 'DASHBOARD_PORT' });
  } catch (error) {
    app.server.close();
    throw error;
  }
  return { apiUrl: addressOf(app.server, config.host), dashboardUrl: addressOf(dashboard, config.host) };
}

/** Stops taking connections and waits until the open ones are done; idle ones are ended at once. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeIdleConnections();
  await closed;
}

/** How often a closing server checks for connections whose request has ended. */
const idleEveryMs = 50;

/**
 * Ends the connections of closing servers as soon as their requests are over, which Node does only for those that were idle when the
 * closing began; after the limit all of them, because a client that neither sends nor reads must not keep a server. @returns a function that cancels it
 */
export function endConnections(servers: readonly Server[], limitMs: number): () => void {
  const idle = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), idleEveryMs);
  const limit = setTimeout(() => servers.forEach((server) => server.closeAllConnections()), limitMs);
  return () => {
    clearInterval(idle);
    clearTimeout(limit);
  };
}

function open(
  server: Server,
  { host, port, variable }: { host: string; port: number; variable: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? 'is in use by another process'
          : `cannot be opened (${error.code ?? error.message})`;
      reject(new ListenError(`Port ${port} on ${host} ${reason}. Set ${variable} to another port.`));
    };
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
