import { isNetwork } from './network.js';
import type { Reader } from './reader.js';

/** Reads the destinations that requests of this server may reach beyond the public internet. */
export function readOutboundAllow(read: Reader): string[] {
  const entries = read
    .text('OUTBOUND_ALLOW', '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  const host = /^([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/;
  if (!entries.every((entry) => isNetwork(entry) || host.test(entry))) {
    read.problems.push(
      'OUTBOUND_ALLOW must be loopback, private, networks, hosts, or hosts with a port, with commas between them.',
    );
  }
  return entries;
}
