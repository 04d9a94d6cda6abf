import { BlockList, isIP, isIPv4 } from 'node:net';

export interface Networks {
  has(address: string): boolean;
}

/** Parses networks in CIDR notation and single addresses. */
export function parseNetworks(list: readonly string[]): Networks {
  const set = new BlockList();
  for (const network of list) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    set.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  return { has: (address) => set.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') };
}

/** Networks of this machine, allowed by `loopback`. */
export const loopbackNetworks = ['127.0.0.0/8', '::1/128'];
/** Networks of an organization, allowed by `private`, except {@link cloudNetworks}. */
export const privateNetworks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];
/** Services of AWS and Google Cloud for a machine, such as its credentials. They lie in the private range of IPv6. */
export const cloudNetworks = ['fd00:ec2::/32', 'fd20:ce::/32'];

// Special-purpose registries of IANA, and metadata addresses of clouds. The first match names the kind.
const ipv4Kinds: readonly (readonly [kind: string, list: readonly string[]])[] = [
  ['a loopback address', ['127.0.0.0/8']],
  ['a private address', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']],
  ['a link-local or metadata address', ['169.254.0.0/16', '168.63.129.16/32']],
  ['a carrier-grade NAT address', ['100.64.0.0/10']],
  ['an unspecified address', ['0.0.0.0/8']],
  ['a multicast address', ['224.0.0.0/4']],
  ['a documentation or test address', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '198.18.0.0/15']],
  ['a broadcast or reserved address', ['240.0.0.0/4', '192.0.0.0/24', '192.88.99.0/24']],
];

const ipv6Kinds: typeof ipv4Kinds = [
  ['a loopback address', ['::1/128']],
  ['an unspecified address', ['::/128']],
  ['a link-local or metadata address', ['fe80::/10', ...cloudNetworks]],
  ['a private address', ['fc00::/7', 'fec0::/10']],
  ['a multicast address', ['ff00::/8']],
  // An unknown translator decides where an embedded IPv4 address leads.
  [
    'an IPv4 address in IPv6 form',
    ['::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32'],
  ],
  ['a documentation address', ['2001:db8::/32', '3fff::/20']],
  ['a reserved address', ['2001::/23']],
];

// Separate lists, because IPv4 rules also match IPv4-mapped addresses.
const kindsOf = { 4: kinds(ipv4Kinds), 6: kinds(ipv6Kinds) };
const globalUnicast = parseNetworks(['2000::/3']);

function kinds(table: typeof ipv4Kinds): { kind: string; set: Networks }[] {
  return table.map(([kind, list]) => ({ kind, set: parseNetworks(list) }));
}

/** Returns why an address is not public ("a loopback address"), or null. Unknown addresses count as not public. */
export function findPrivateKind(address: string): string | null {
  const plain = address.replace(/%.*$/, '');
  const family = isIP(plain);
  if (family !== 4 && family !== 6) return 'no address';
  const found = kindsOf[family].find(({ set }) => set.has(plain));
  if (found) return found.kind;
  return family === 4 || globalUnicast.has(plain) ? null : 'a reserved address';
}
