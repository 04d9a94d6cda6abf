import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface FreezableProxy {
  /** The target's URL through the proxy. */
  readonly url: string;
  /** Keeps every connection open, accepts new ones, and passes nothing on, as a machine that is frozen. */
  freeze(): void;
  thaw(): void;
  /** Like `thaw`, for a machine that was replaced: it knows nothing of the connections so far, which stay open for the client. */
  replace(): void;
  close(): void;
}

/** Starts a proxy on a free loopback port. */
export async function startFreezableProxy(target: string): Promise<FreezableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const lost = new Set<Socket>();
  let isFrozen = false;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!isFrozen) to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    replace() {
      isFrozen = false;
      for (const socket of sockets) lost.add(socket.removeAllListeners('data').removeAllListeners('close'));
      sockets.clear();
    },
    close() {
      for (const socket of [...sockets, ...lost]) socket.destroy();
      proxy.close();
    },
  };
}
