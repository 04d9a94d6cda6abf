import { isIP } from 'node:net';
import { findPrivateKind } from './address.js';
import type { AllowList } from './allow.js';

/** A URL that may be called, as far as can be said without resolving its name. */
export interface Target {
  readonly url: URL;
  /** Name or address, without brackets and final dot. */
  readonly host: string;
  readonly port: number;
}

/** Finds the addresses of a name. @throws when there are none */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

// What listens there speaks mail, files, names, shells, directories or caches, and could take a request for commands of its own.
const refusedPorts = new Set([
  0, 1, 7, 9, 13, 19, 20, 21, 22, 23, 25, 53, 69, 110, 111, 119, 135, 137, 139, 143, 161, 389, 445, 465, 514, 587, 636,
  993, 995, 2049, 6379, 6667, 11211,
]);
const urlLengthMax = 2_048;

/**
 * Reads a URL to be called from here. Decimal, octal and hexadecimal hosts come out of the parser as the addresses they mean.
 * @returns the target, or a sentence about "It" that says why not
 */
export function readTarget(text: unknown, allow: AllowList): Target | string {
  if (typeof text !== 'string' || text.trim() === '') return 'It must be a URL.';
  if (text.length > urlLengthMax) return `It may have ${urlLengthMax} characters at most.`;
  // The parser drops line ends and blanks, and reads a backslash as a slash: what looks like one URL would be another.
  if (/[\s\p{Cc}\p{Cs}\\]/u.test(text))
    return 'It must not contain blanks, line ends, control characters or backslashes.';
  if (!URL.canParse(text)) return 'It must be a URL such as https://hooks.example.com/memory.';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'It must begin with http:// or https://.';
  if (!/^https?:\/\//i.test(text)) return 'It must begin with http:// or https://.';
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text))
    return 'It must not contain a user name or password.';
  const target = {
    url,
    host: url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
  };
  return findSettingError(target, allow) ?? target;
}

function findSettingError({ host, port }: Target, allow: AllowList): string | null {
  if (host === '' || host.endsWith('.')) return 'It must name a host.';
  if (refusedPorts.has(port) && !allow.namesPort(host, port))
    return `It must not use port ${port}, which belongs to another protocol.`;
  if (isIP(host) !== 0) return findAddressError(host, { host, port }, allow);
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  if (isLocal && !allow.allowsHost(host, port) && !allow.allowsAddress('127.0.0.1'))
    return 'It must not point to a loopback address.';
  return null;
}

/** A sentence about an address that must not be called for this target; null when it may be. */
export function findAddressError(
  address: string,
  { host, port }: Pick<Target, 'host' | 'port'>,
  allow: AllowList,
): string | null {
  const kind = findPrivateKind(address);
  if (kind === null || allow.allowsHost(host, port) || allow.allowsAddress(address)) return null;
  return `It must not point to ${kind}.`;
}

/** A sentence about the first of the addresses that must not be called; null when all may be. */
export function findResolvedAddressError(
  addresses: readonly { address: string }[],
  target: Pick<Target, 'host' | 'port'>,
  allow: AllowList,
): string | null {
  const problems = addresses.map(({ address }) => findAddressError(address, target, allow));
  return problems.find((problem) => problem !== null) ?? null;
}
