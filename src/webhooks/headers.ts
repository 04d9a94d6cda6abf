import { redactCredentials } from '../redact.js';

export interface HttpHeader {
  readonly name: string;
  readonly value: string;
}

/** Replaces masked values. */
const maskedValue = '[redacted]';

const headersKept = 50;
const valueMax = 500;
const bodyBytesMax = 1_024;
/** Shorter values occur in responses by chance. */
const echoMin = 6;

/** Headers that the server sets, and headers of the connection. */
const reserved =
  /^(host|content-(length|type|encoding)|connection|transfer-encoding|te|trailer|upgrade|keep-alive|expect|date|user-agent|accept-encoding|proxy-.*|webhook-.*|sec-.*)$/i;
const confidential = /^(set-cookie|cookie|authorization|proxy-.*)$|token|secret|password|credential|api-?key/i;

/** Whether a header is reserved, so that a webhook cannot set it. */
export function isReservedHeader(name: string): boolean {
  return reserved.test(name);
}

/** Returns the request headers to store, with custom values masked. */
export function describeRequestHeaders(
  own: Readonly<Record<string, string>>,
  custom: readonly HttpHeader[],
): HttpHeader[] {
  const sent = Object.entries(own).map(([name, value]) => ({ name, value }));
  return [...sent, ...custom.map(({ name }) => ({ name, value: maskedValue }))];
}

/** Returns the first 50 response headers to store, truncated, with credentials and `secrets` masked. */
export function describeResponseHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): HttpHeader[] {
  return Object.entries(headers)
    .slice(0, headersKept)
    .map(([name, value]) => ({
      name: name.slice(0, valueMax),
      value: confidential.test(name) ? maskedValue : mask(value, secrets).slice(0, valueMax).replaceAll('\0', '\uFFFD'),
    }));
}

/** Returns the first kilobyte of a response body as text, with credentials and `secrets` masked. */
export function describeResponseBody(body: Uint8Array, secrets: readonly string[]): string {
  // Masked before truncation: half a secret would not be recognized.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, 16 * bodyBytesMax));
  return cutToUtf8(Buffer.from(mask(text, secrets)), bodyBytesMax);
}

function mask(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) if (secret.length >= echoMin) masked = masked.replaceAll(secret, maskedValue);
  return redactCredentials(masked);
}

/** Decodes the start of a response as storable text. Replaces invalid UTF-8 and NUL, drops a partial character. */
function cutToUtf8(bytes: Uint8Array, max: number): string {
  const isCut = bytes.length > max;
  // With `stream`, the decoder drops an incomplete character at the end.
  return new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes.subarray(0, max), { stream: isCut })
    .replaceAll('\0', '\uFFFD');
}
