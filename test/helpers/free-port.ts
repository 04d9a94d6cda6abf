import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Finds a free port of this machine, for a program that takes a port and cannot say which it chose. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
