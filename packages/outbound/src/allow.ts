import { isIP } from 'node:net';
import { cloudNetworks, loopbackNetworks, parseNetworks, privateNetworks } from './address.js';

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
  const named = parseNetworks(entries.filter((entry) => entry.includes('/') || isIP(entry) !== 0));
  const open = parseNetworks([
    ...(entries.includes('loopback') ? loopbackNetworks : []),
    ...(entries.includes('private') ? privateNetworks : []),
  ]);
  const hosts = new Set(entries.map((entry) => normal(entry)));
  const withPort = (host: string, port: number) => `${bracketed(normal(host))}:${port}`;
  return {
    allowsHost: (host, port) =>
      [normal(host), bracketed(normal(host)), withPort(host, port)].some((name) => hosts.has(name)),
    namesPort: (host, port) => hosts.has(withPort(host, port)),
    allowsAddress: (address) =>
      isIP(address) !== 0 && (named.has(address) || (open.has(address) && !cloud.has(address))),
  };
}

const cloud = parseNetworks(cloudNetworks);
const normal = (host: string) => host.toLowerCase().replace(/\.$/, '');
const bracketed = (host: string) => (isIP(host) === 6 ? `[${host}]` : host);
