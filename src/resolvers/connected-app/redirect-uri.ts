/** Schemes that run code, read files or send the code unencrypted. Apps may own any other scheme. */
const refusedSchemes = new Set(
  'about blob chrome data file filesystem ftp http intent javascript mailto sms tel vbscript view-source ws wss'
    .split(' ')
    .map((name) => `${name}:`),
);
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
const longest = 1_024;

/** Returns whether a URL points to the user's own machine. */
export const isLoopbackUrl = (url: URL): boolean => url.protocol === 'http:' && loopbackHosts.has(url.hostname);

/** Returns why a client may not register this redirect URI, or null if it may. */
export function findRedirectUriError(uri: unknown): string | null {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (typeof uri !== 'string' || uri.length > longest || /[\u0000-\u0020\u007f*\\]/.test(uri) || !URL.canParse(uri))
    return `A redirect URI must be a URL of at most ${longest} characters without wildcards.`;
  const url = new URL(uri);
  if (uri.includes('#')) return 'A redirect URI must not have a fragment.';
  if (url.username !== '' || url.password !== '') return 'A redirect URI must not contain a user name or password.';
  if (url.protocol === 'https:' || isLoopbackUrl(url)) return null;
  if (refusedSchemes.has(url.protocol))
    return 'A redirect URI must use https, http on a loopback address, or the own scheme of an app.';
  return /^[a-z][a-z0-9+.-]*:\/{1,2}[^/]/i.test(uri) ? null : 'A redirect URI with an own scheme must name a path.';
}

/** Compares redirect URIs exactly, but ignores loopback ports: apps listen on any free port (RFC 8252, section 7.3). */
export function isSameRedirectUri(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  if (!URL.canParse(registered) || !URL.canParse(requested)) return false;
  const [one, other] = [new URL(registered), new URL(requested)];
  if (!isLoopbackUrl(one) || !isLoopbackUrl(other)) return false;
  return withoutPort(registered) === withoutPort(requested);
}

const withoutPort = (uri: string): string => uri.replace(/^(http:\/\/(?:\[::1\]|[^/:?#]+)):\d+/i, '$1');
