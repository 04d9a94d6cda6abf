import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';

// Tests ask no name server: on some machines its answer comes late or never. Every name but localhost is unknown.
const { lookup } = dns.promises;

function lookUpLoopback(host: string, options: dns.LookupAllOptions): Promise<dns.LookupAddress[]> {
  if (isIP(host) > 0 || host === 'localhost') return lookup(host, options);
  return Promise.reject(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }));
}

/** Tests with a name server of their own name its port. */
function askLoopback(name: 'resolve4' | 'resolve6'): void {
  const { prototype } = dns.promises.Resolver;
  const ask = prototype[name] as (host: string) => Promise<string[]>;
  prototype[name] = function (this: dns.promises.Resolver, host: string): Promise<string[]> {
    if (this.getServers().every((server) => /^127\.0\.0\.1:\d+$/.test(server))) return ask.call(this, host);
    return Promise.reject(Object.assign(new Error(`query ENOTFOUND ${host}`), { code: 'ENOTFOUND' }));
  } as typeof prototype.resolve4;
}

// The files of a worker share the module of Node.
if (lookup.name !== lookUpLoopback.name) {
  dns.promises.lookup = lookUpLoopback as typeof lookup;
  askLoopback('resolve4');
  askLoopback('resolve6');
  syncBuiltinESMExports();
}
