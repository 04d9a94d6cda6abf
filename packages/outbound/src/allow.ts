import { isIP } from 'node:net';
import { loopbackNetworks, parseNetworks, privateNetworks } from './address.js';

export interface AllowList {
  /** Whether the host may be called regardless of its addresses. */
  allowsHost(host: string, port: number): boolean;
  /** Whether an entry names the host with exactly this port. */
  namesPort(host: string, port: number): boolean;
  allowsAddress(address: string): boolean;
}

/**
 * Parses OUTBOUND_ALLOW: `loopback`, `private`, networks (`10.1.0.0/16`, `fd12::/48`), and hosts or addresses with or
 * without a port (`hooks.internal`, `hooks.internal:8080`, `[fd12::1]:8080`).
 */
export function readAllowList(entries: readonly string[]): AllowList {
  const open = parseNetworks(entries.flatMap(toNetworks));
  const hosts = new Set(entries.map((entry) => normal(entry)));
  const named = (host: string, port: number) => `${bracketed(normal(host))}:${port}`;
  return {
    allowsHost: (host, port) =>
      [normal(host), bracketed(normal(host)), named(host, port)].some((name) => hosts.has(name)),
    namesPort: (host, port) => hosts.has(named(host, port)),
    allowsAddress: (address) => isIP(address) !== 0 && open.has(address),
  };
}

function toNetworks(entry: string): string[] {
  if (entry === 'loopback') return loopbackNetworks;
  if (entry === 'private') return privateNetworks;
  return entry.includes('/') || isIP(entry) !== 0 ? [entry] : [];
}

const normal = (host: string) => host.toLowerCase().replace(/\.$/, '');
const bracketed = (host: string) => (isIP(host) === 6 ? `[${host}]` : host);
