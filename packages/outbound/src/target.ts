import { isIP } from 'node:net';
import { findPrivateKind } from './address.js';
import type { AllowList } from './allow.js';

/** A URL that passed all checks except that of the resolved addresses. */
export interface Target {
  readonly url: URL;
  /** Name or address, without brackets and trailing dot. */
  readonly host: string;
  readonly port: number;
}

/** Resolves a name to its addresses. @throws if there are none */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

// Servers on these ports (mail, files, DNS, shells, directories, caches) could read a request as their own commands.
const refusedPorts = new Set([
  0, 1, 7, 9, 13, 19, 20, 21, 22, 23, 25, 53, 69, 110, 111, 119, 135, 137, 139, 143, 161, 389, 445, 465, 514, 587, 636,
  993, 995, 2049, 6379, 6667, 11211,
]);
const urlLengthMax = 2_048;

/** Parses and checks a URL. @returns the target, or the problem, such as "must name a host." */
export function readTarget(text: unknown, allow: AllowList): Target | string {
  if (typeof text !== 'string' || text.trim() === '') return 'must be a URL.';
  if (text.length > urlLengthMax) return `may have ${urlLengthMax} characters at most.`;
  // The parser drops line breaks and reads backslashes as slashes, so the displayed URL could differ from the called
  // one.
  if (/[\s\p{Cc}\p{Cs}\\]/u.test(text)) return 'must not contain blanks, line ends, control characters or backslashes.';
  if (!URL.canParse(text)) return 'must be a URL such as https://hooks.example.com/memory.';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://.';
  if (!/^https?:\/\//i.test(text)) return 'must begin with http:// or https://.';
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text))
    return 'must not contain a user name or password.';
  const target = {
    url,
    host: url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
  };
  return findSettingError(target, allow) ?? target;
}

function findSettingError({ host, port }: Target, allow: AllowList): string | null {
  if (host === '' || host.endsWith('.')) return 'must name a host.';
  if (refusedPorts.has(port) && !allow.namesPort(host, port))
    return `must not use port ${port}, which belongs to another protocol.`;
  if (isIP(host) !== 0) return findAddressError(host, { host, port }, allow);
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  if (isLocal && !allow.allowsHost(host, port) && !allow.allowsAddress('127.0.0.1'))
    return refuse('a loopback address');
  return null;
}

/** Returns why this address must not be called for this target, or null if it may. */
function findAddressError(
  address: string,
  { host, port }: Pick<Target, 'host' | 'port'>,
  allow: AllowList,
): string | null {
  const kind = findPrivateKind(address);
  if (kind === null || allow.allowsHost(host, port) || allow.allowsAddress(address)) return null;
  return refuse(kind);
}

const refuse = (kind: string) =>
  `must not point to ${kind}. The operator of the server can permit addresses with OUTBOUND_ALLOW.`;

/** Returns why the first refused address must not be called, or null if all may. */
export function findResolvedAddressError(
  addresses: readonly { address: string }[],
  target: Pick<Target, 'host' | 'port'>,
  allow: AllowList,
): string | null {
  const problems = addresses.map(({ address }) => findAddressError(address, target, allow));
  return problems.find((problem) => problem !== null) ?? null;
}
