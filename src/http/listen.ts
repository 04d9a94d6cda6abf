import type { FastifyInstance } from 'fastify';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpConfig } from '../config.js';

/** The port is in use or not permitted, or the address is not of this machine. The message names the environment variable. */
class ListenError extends Error {
  override readonly name = 'ListenError';
}

export interface Addresses {
  readonly apiUrl: string;
  readonly dashboardUrl: string;
}

// Repeated Authorization headers are joined, and so refused. By default, Node takes the first one; a proxy may check another.
export const httpOptions = { joinDuplicateHeaders: true } as const;

/** Creates a server for the dashboard's port. It also serves the API, so that the dashboard has the same origin. */
export function createDashboardServer(app: FastifyInstance): Server {
  return createServer(httpOptions, (request, response) => app.routing(request, response));
}

/** Opens both ports. @throws ListenError if one fails; then neither stays open */
export async function listenOn(app: FastifyInstance, dashboard: Server, config: HttpConfig): Promise<Addresses> {
  await app.ready();
  await open(app.server, { host: config.host, port: config.port, variable: 'API_PORT', option: '--port' });
  try {
    await open(dashboard, {
      host: config.host,
      port: config.dashboardPort,
      variable: 'DASHBOARD_PORT',
      option: '--dashboard-port',
    });
  } catch (error) {
    app.server.close();
    throw error;
  }
  return { apiUrl: addressOf(app.server, config.host), dashboardUrl: addressOf(dashboard, config.host) };
}

/** Stops accepting connections, closes idle ones and waits for the others to end. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeIdleConnections();
  await closed;
}

/** Interval at which a closing server looks for idle connections. */
const idleEveryMs = 50;

/**
 * Ends each connection of closing servers when its request is complete, and all connections after `limitMs`.
 * Node ends only the connections that are idle when the closing begins. @returns a function that cancels this
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
  { host, port, variable, option }: { host: string; port: number; variable: string; option: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is in use by another process' : `cannot be opened (${error.code})`;
      const isOfPort = error.code === 'EADDRINUSE' || error.code === 'EACCES';
      const remedy = isOfPort
        ? `Set ${variable} or ${option} to another port.`
        : 'Set API_HOST to an address of this machine, such as 127.0.0.1.';
      reject(new ListenError(`Port ${port} on ${host} ${reason}. ${remedy}`));
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
