import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';

// Tests ask no name server: on some machines its answer comes late or never. Every name but localhost is unknown.
const { lookup } = dns.promises;

function lookUpLoopback(host: string, options: dns.LookupAllOptions): Promise<dns.LookupAddress[]> {
  if (isIP(host) > 0 || host === 'localhost') return lookup(host, options);
  return Promise.reject(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }));
}

// The files of a worker share the module of Node.
if (lookup.name !== lookUpLoopback.name) {
  dns.promises.lookup = lookUpLoopback as typeof lookup;
  syncBuiltinESMExports();
}
