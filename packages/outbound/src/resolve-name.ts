import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { Resolve } from './target.js';

export interface ResolveOptions {
  /** DNS servers, with ports. Default: those of the system. */
  readonly servers?: readonly string[];
}

/** A server of the name that does not answer is asked twice, for 2.5 and for 5 seconds. */
const [serverTimeoutMs, serverTries] = [2_500, 2];
/** Answers that leave a name to the system: it may be in a search domain, or in a directory other than DNS. */
const unknownName = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/**
 * Returns a function that resolves names through DNS, without the threads of the process: a lookup of the system keeps one of two, and callers
 * choose names whose servers never answer. The system looks up, one at a time, the names of this network: without a dot, in `/etc/hosts`, or
 * unknown to DNS.
 */
export function createResolve({ servers }: ResolveOptions = {}): Resolve {
  let last: Promise<unknown> = Promise.resolve();
  const lookUp = (host: string) => {
    const found = last.then(() => lookup(host, { all: true, verbatim: true }));
    last = found.catch(() => undefined);
    return found;
  };
  return async (host) => {
    if (!host.includes('.') || (await isInHostsFile(host))) return lookUp(host);
    const resolver = new Resolver({ timeout: serverTimeoutMs, tries: serverTries });
    if (servers) resolver.setServers(servers);
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [...toAddresses(v4, 4), ...toAddresses(v6, 6)];
    if (addresses.length > 0) return addresses;
    const failure = [v4, v6].flatMap((each) =>
      each.status === 'rejected' && !isUnknown(each.reason) ? [each] : [],
    )[0];
    if (failure) throw failure.reason;
    return lookUp(host);
  };
}

const toAddresses = (result: PromiseSettledResult<string[]>, family: number) =>
  result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];

const isUnknown = (reason: unknown): boolean => unknownName.has((reason as { code?: string }).code ?? '');

/** The system prefers this file to DNS. */
async function isInHostsFile(host: string): Promise<boolean> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  return text.toLowerCase().split(/\s+/u).includes(host.toLowerCase());
}
