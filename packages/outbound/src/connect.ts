import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AllowList } from './allow.js';
import { OutboundError } from './errors.js';
import { findResolvedAddressError, type Resolve } from './target.js';

type Addresses = Awaited<ReturnType<Resolve>>;

export interface ConnectOptions {
  readonly allow: AllowList;
  readonly resolve: Resolve;
  readonly ca?: string | undefined;
}

const connectTimeoutMs = 10_000;

/** Creates a connector that resolves a name once, checks all addresses, and connects only to these. */
export function createConnect({ allow, resolve, ca }: ConnectOptions): buildConnector.connector {
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    addressesOf(resolve, host)
      .then((addresses) => {
        const problem = findResolvedAddressError(addresses, { host, port }, allow);
        if (problem !== null) throw new OutboundError('refused_address', `The URL is refused: it ${problem}`);
        return buildConnector({
          lookup: pinned(addresses),
          timeout: connectTimeoutMs,
          ...(ca !== undefined && { ca }),
        });
      })
      .then(
        (connect) => connect(options, callback),
        (error: unknown) => callback(error as Error, null),
      );
  };
}

async function addressesOf(resolve: Resolve, host: string): Promise<Addresses> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  let addresses: Addresses;
  try {
    addresses = await resolve(host);
  } catch (error) {
    const { code = 'unknown' } = error as { code?: string };
    throw new OutboundError('dns', `The name of the host cannot be resolved: ${code}.`, { cause: error });
  }
  if (addresses.length === 0) throw new OutboundError('dns', 'The name of the host has no address.');
  return addresses;
}

function pinned(addresses: Addresses): LookupFunction {
  const [first] = addresses;
  return (_host, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
  };
}
