import { connect } from 'node:net';

/** What a server returned to bytes that were sent as they are. */
export interface RawAnswer {
  /** Status codes of every response that came, in order. */
  readonly statuses: readonly number[];
  readonly text: string;
}

/** Sends bytes over a connection of their own, and reads until the server closes it. Requests should ask for `connection: close`. */
export function sendRaw(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (part: string) => (text += part));
    socket.on('error', reject).on('close', () => {
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ statuses, text });
    });
  });
}

/** A request as text. */
export function requestText(
  { url, method = 'GET', path }: { url: string; method?: string; path: string },
  headers: readonly string[],
  body = '',
): string {
  const { host } = new URL(url);
  return [`${method} ${path} HTTP/1.1`, `host: ${host}`, 'connection: close', ...headers, '', body].join('\r\n');
}
