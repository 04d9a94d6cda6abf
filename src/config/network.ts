import { isIP } from 'node:net';
import type { Reader } from './reader.js';

/** Whether the text is an IP address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Reads the URL of a server of others, without slashes at its end. Null: none. */
export function readBaseUrl(read: Reader, name: string): string | null {
  const url = read.text(name, '').replace(/\/+$/, '');
  if (url !== '' && (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(url) || !URL.canParse(url)))
    read.problems.push(
      `${name} must be a URL that begins with https:// or http://, without a user name, query or fragment.`,
    );
  return url || null;
}
