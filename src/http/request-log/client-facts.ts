import { isIPv4, isIPv6 } from 'node:net';

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export type AddressPolicy = 'off' | 'truncated' | 'full';

/** Headers in which GraphQL clients send their name. Browsers may send them across origins. */
export const graphqlNameHeaders = ['x-graphql-client-name', 'graphql-client-name', 'apollographql-client-name'];
/** Headers in which GraphQL clients send their version. */
export const graphqlVersionHeaders = [
  'x-graphql-client-version',
  'graphql-client-version',
  'apollographql-client-version',
];
const nameHeaders = ['x-mem0-client', 'x-mem0-source', ...graphqlNameHeaders, 'user-agent'];
const versionHeaders = ['x-mem0-client-version', ...graphqlVersionHeaders];

export function clientName(headers: Headers): string | null {
  return firstOf(headers, nameHeaders);
}

export function clientVersion(headers: Headers): string | null {
  return firstOf(headers, versionHeaders);
}

export function traceId(headers: Headers): string | null {
  const { traceparent } = headers;
  if (traceparent === undefined) return null;
  const [, id = null] = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(first(traceparent)) ?? [];
  return id;
}

/** Returns the storable part of a client address. Truncation keeps /24 of IPv4 and /48 of IPv6. */
export function clientAddress(address: string | null | undefined, policy: AddressPolicy): string | null {
  if (policy === 'off' || !address) return null;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (policy === 'full') return plain;
  if (isIPv4(plain)) return plain.replace(/\.\d+$/, '.0');
  if (!isIPv6(plain)) return null;
  return `${expandIPv6(plain).slice(0, 3).join(':')}::`;
}

function expandIPv6(address: string): string[] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const [left, right] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

function firstOf(headers: Headers, names: readonly string[]): string | null {
  for (const name of names) {
    const text = first(headers[name]);
    if (text !== '') return text;
  }
  return null;
}

function first(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
